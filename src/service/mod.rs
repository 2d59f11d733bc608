//! Game service: takes a request of a person or of the clock, returns an update or a refusal.
//!
//! It is synchronous, knows neither Discord nor sentences nor pictures, and receives the time and
//! the seed of every deal as arguments. A folder names only those above it, and [`Service`] to add
//! methods to it; `dispatch` names them all.

pub mod api;

mod repository;

pub mod game;

pub mod table;

pub mod people;
pub mod ratings;

pub mod deadlines;

pub mod moderation;

pub mod ended;

pub mod publishing;

pub mod upkeep;

mod dispatch;

pub use api::fault::{Fault, SessionError};
pub use api::ids::{
    Access, ChannelId, GameId, GuildId, MessageId, PersonId, Place, RoleId, Scope, Timestamp,
};
pub use api::rating::{Points, RatingChange};
pub use api::refusal::{BadMove, NoHandOver, NoTeam, Refusal};
pub use api::request::{Actor, Computer, NewTable, Request, SeatWish, TableKind};
pub use api::teams::{Member, Team, Teams};
pub use api::time_control::{
    ClockKind, ClockView, Overtime, ParseTimeError, TimeControl, TimeRule,
};
pub use api::view::{
    Announce, Ending, Event, Filling, GameView, Person, Plan, Player, SeatOffer, Summary,
    TableState, TableView, TakeBack, Taken, Update, View, Was,
};
pub use deadlines::reminders::Reminder;
pub use dispatch::{Limits, Service};
pub use ended::history::{PastFilter, PastGame, PastPage, PastResult};
pub use moderation::server::{Audited, Deed, Standing};
pub use people::reminder_preferences::{Night, Reach, Reminders, Zone};
pub use people::settings::{GuildSettings, Orientation, Settings, Theme};
pub use people::vacation::Vacation;
pub use people::wishes::{Against, Wishes};
pub use publishing::followers::Watch;
pub use publishing::superseded::Leftover;
