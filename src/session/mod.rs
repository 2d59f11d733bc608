//! The game service: a request of a person or of the clock in, an update or a refusal out.
//!
//! It is synchronous, knows neither Discord nor words nor pictures, and is told the time and the
//! seed of every lot. In reading order:
//!
//! - [`ids`]: who and where
//! - [`request`]: what can be asked
//! - [`refusal`], [`fault`]: why something is not done
//! - [`view`]: what a table or a game looks like to its readers
//! - [`service`]: the door; `change`: how what comes of it is written
//! - [`places`]: where games are played
//! - [`lookup`], [`outbox`]: which games there are, and what has not been shown yet
//! - [`leftovers`]: messages that others have taken the place of
//! - [`time`], [`downtime`], [`outages`]: how much time players have, and what the bot gives back
//! - [`reminders`]: who is to be reminded to move; [`reach`]: how people want that
//! - [`vacation`]: days on which clocks stand still; [`wishes`]: what all this does to a clock
//! - [`past`], [`replays`]: games that have ended, and replays still to be posted
//! - [`settings`]: what people and servers have chosen; [`privacy`]: what is kept of a person
//! - [`moderation`]: what those who run a server decide
//! - [`thinking`]: in which games a computer is to move, and what it plays
//! - [`rating`]: what results do to ratings, and who is how strong
//! - [`plan`]: answers set out beforehand; [`watch`]: games followed from elsewhere
//! - [`teams`]: who plays with whom at a table of partners
//! - `table`, `rematch`, `start`, `acts`, `takeback`, `handover`, `play`: what happens behind the door
//! - `clocks`: what is left of it as a game goes on; `calls`: who was called to move
//! - [`audit`]: whether everything follows from the games
//! - `lot`, `load`, `history`, `convert`, `index`: seeded chance, records and their meaning
//! - `recent`: games as they were last read; [`tidy`]: what older versions left, brought into shape

mod acts;
pub mod audit;
mod calls;
mod change;
mod clocks;
mod convert;
pub mod downtime;
pub mod fault;
mod fill;
mod handover;
mod history;
pub mod ids;
pub mod imports;
mod index;
pub mod leftovers;
mod load;
pub mod lookup;
mod lot;
pub mod moderation;
pub mod outages;
pub mod outbox;
pub mod pace;
pub mod past;
pub mod places;
pub mod plan;
mod play;
pub mod privacy;
pub mod rating;
pub mod reach;
mod recent;
pub mod refusal;
mod rematch;
pub mod reminders;
pub mod replays;
pub mod request;
pub mod servers;
pub mod service;
pub mod settings;
mod start;
mod table;
mod takeback;
pub mod teams;
pub mod thinking;
pub mod tidy;
pub mod time;
pub mod vacation;
pub mod view;
pub mod watch;
pub mod wishes;

pub use fault::{Fault, SessionError};
pub use ids::{ChannelId, GameId, GuildId, MessageId, PersonId, Place, RoleId, Timestamp};
pub use leftovers::{Leftover, Was};
pub use moderation::{Audited, Deed, Standing};
pub use past::{PastFilter, PastGame, PastPage, PastResult, Scope};
pub use rating::{Points, RatingChange};
pub use reach::{Night, Reach, Reminders, Zone};
pub use refusal::{BadMove, NoHandOver, NoTeam, Refusal};
pub use reminders::Reminder;
pub use request::{Actor, Computer, NewTable, Request, SeatWish, TableKind};
pub use service::{Limits, Service};
pub use settings::{GuildSettings, Orientation, Settings, Theme};
pub use teams::{Member, Team, Teams};
pub use time::{ClockKind, ClockView, Overtime, ParseTimeError, TimeControl, TimeRule};
pub use vacation::Vacation;
pub use view::{
    Announce, Ending, Event, GameView, Person, Plan, Player, SeatOffer, Summary, TableState,
    TableView, TakeBack, Taken, Update, View,
};
pub use watch::Watch;
