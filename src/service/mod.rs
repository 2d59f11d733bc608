//! Game service: takes a request of a person or of the clock, returns an update or a refusal.
//!
//! It is synchronous, knows neither Discord nor sentences nor pictures, and receives the time and
//! the seed of every deal as arguments. A folder names only those above it, and [`Service`] to add
//! methods to it; `dispatch` names them all.

pub mod api;

mod model;

mod repository;

pub mod people;
pub mod ratings;

pub mod game;

pub mod leases;

pub mod deadlines;

pub mod moderation;

pub mod publishing;

pub mod upkeep;

mod dispatch;

pub use api::discord_limits::{LimitReport, LimitShare};
pub use api::fault::{Fault, ServiceError};
pub use api::ids::{
    Access, ChannelId, GameId, GuildId, MachineTime, MessageId, PastScope, PersonId, Place,
    ProcessId, RoleId, Shard, Timestamp,
};
pub use api::kept_session::KeptSession;
pub use api::rating::{RatingChange, ShownRating};
pub use api::refusal::{ColorRefusal, HandOverRefusal, MoveRefusal, Refusal, TeamRefusal};
pub use api::request::{Actor, Computer, NewTable, Request, SeatRequest, TableKind};
pub use api::teams::{Member, Team, Teams};
pub use api::time_control::{
    ClockKind, ClockView, Overtime, ParseTimeError, TimeControl, TimeRule,
};
pub use api::view::event::{Ending, Event, TakenBack};
pub use api::view::game::{GameView, Premoves, SeatOffer, TakeBack};
pub use api::view::message::{MessageForm, SupersededKind};
pub use api::view::page::{QueuePage, Reached};
pub use api::view::player::{Person, Player};
pub use api::view::table::{FillMethod, TableState, TableView};
pub use api::view::update::{Announcement, GameSummary, Update, View};
pub use deadlines::due::Deadline;
pub use deadlines::due_reminders::Reminder;
pub use dispatch::{Limits, Service};
pub use game::ended::history::{PastFilter, PastGame, PastPage, PastResult};
pub use leases::process::LeaseHolder;
pub use leases::shard_assignment::{Portion, Share};
pub use model::retention::RetentionPeriods;
pub use model::settings::appearance::{Orientation, Theme};
pub use model::settings::audit::{AuditAction, AuditEntry};
pub use model::settings::languages::Chooser;
pub use model::settings::reminder_preferences::{
    QuietHours, ReminderFrequency, ReminderPlace, Zone,
};
pub use model::settings::vacation::Vacation;
pub use model::settings::{GuildSettings, PersonSettings};
pub use moderation::permissions::MemberPermissions;
pub use people::setup_preferences::{Opponents, SetupPreferences, ThreadChoice};
pub use publishing::followers::Follower;
pub use publishing::outbox::{BoardChoices, PendingMessage};
pub use publishing::superseded_queue::SupersededMessage;
pub use upkeep::idle_games::IdleNotice;
