//! Game service: takes a request of a person or of the clock, returns an update or a refusal.
//!
//! It is synchronous, knows neither Discord nor sentences nor pictures, and receives the time and
//! the seed of every deal as arguments. A folder names only those above it, and [`Service`] to add
//! methods to it; this file and `dispatch` name them all.

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

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;

use crate::service::api::rate_limit::{RateLimiter, RateLimits};
use crate::service::game::loading::cache::GameCache;
use crate::service::game::running_clock::current_outages::Outages;
use crate::service::game::running_clock::short_outages::ShortOutages;
use crate::service::leases::HeldLeases;
use crate::store::{Archive, Store};

pub use api::discord_limits::{LimitPart, LimitReport, REQUESTS_PER_SECOND};
pub use api::fault::{Fault, ServiceError};
pub use api::ids::{
    Access, ChannelId, GameId, GuildId, HistoryScope, MachineTime, MessageId, PersonId, Place,
    ProcessId, RoleId, Shard, Timestamp,
};
pub use api::kept_session::KeptSession;
pub use api::rating::{RatingChange, ShownRating};
pub use api::refusal::{
    ColorRefusal, HandOverRefusal, MoveRefusal, Refusal, StayRefusal, TeamRefusal,
};
pub use api::request::{
    Actor, Computer, GameEntry, GameRequest, Lineup, NewTable, Request, SeatRequest, TableKind,
};
pub use api::teams::{Member, Team, Teams};
pub use api::time_control::{
    ClockKind, ClockView, Overtime, ParseTimeError, TimeControl, TimeRule,
};
pub use api::view::event::{Ending, GameEvent, TakenBack};
pub use api::view::game::{GameView, MovedHere, Premoves, SeatOffer, TakeBack};
pub use api::view::message::{MessageForm, SupersededKind};
pub use api::view::page::{QueuePage, Reached};
pub use api::view::player::{Person, Player};
pub use api::view::table::{FillMethod, TableState, TableView};
pub use api::view::update::{Announcement, GameSummary, Update, View};
pub use deadlines::due::Deadline;
pub use deadlines::due_reminders::Reminder;
pub use game::ended::history::{HistoryFilter, HistoryGame, HistoryPage, HistoryResult};
pub use game::queries::personal_view::PersonalView;
pub use leases::lease_holder::LeaseHolder;
pub use leases::shard_assignment::{ShardAssignment, ShardQuota};
pub use leases::time_limits::{RENEWAL_INTERVAL, RENEWAL_INTERVAL_WAITING};
pub use model::retention::RetentionPeriods;
pub use model::settings::appearance::{Orientation, ThemeName};
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
pub use publishing::shown_messages::RecordedMessage;
pub use publishing::superseded_queue::SupersededMessage;
pub use upkeep::idle_games::IdleNotice;

/// Upper bounds on tables, games and requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Tables and games at which one person sits without being out.
    pub games_per_person: usize,
    /// Tables and games in one channel.
    pub games_per_channel: usize,
    /// Tables and games on one server.
    pub games_per_guild: usize,
    /// Games of other channels that one channel may follow.
    pub watches_per_channel: usize,
    /// Games that channels may follow at one person's request.
    pub watches_per_person: usize,
    /// Games that the channels of one server may follow.
    pub watches_per_guild: usize,
    /// Imported records that a person can come back to.
    pub imports_per_person: usize,
    /// Time that a table waits for people.
    pub table_open_for: Duration,
    /// Time in which an unanswered move can be taken back without asking.
    pub take_back_grace: Duration,
    /// Rate limits of requests.
    pub rates: RateLimits,
    /// Retention periods of data.
    pub retention: RetentionPeriods,
}

/// All tables and games of all channels, with the operations on them.
pub struct Service {
    pub(crate) archive: Archive,
    pub(crate) limits: Limits,
    rate_limiter: Arc<RateLimiter>,
    pub(crate) cache: GameCache,
    pub(crate) outages: Outages,
    pub(crate) short_outages: Arc<ShortOutages>,
    pub(crate) held_leases: HeldLeases,
    /// Numbers of tables and games that are about to be written.
    pub(crate) reserved: Mutex<BTreeSet<GameId>>,
    /// Deadline after which to look for further ones that have passed, unless from the first on.
    pub(crate) due_reached: Mutex<Option<Reached>>,
}

impl Service {
    /// Creates a service over everything that `store` holds.
    #[must_use]
    pub fn new(store: Arc<dyn Store>, limits: Limits) -> Self {
        Self {
            archive: Archive::new(store),
            limits,
            rate_limiter: Arc::new(RateLimiter::new(limits.rates)),
            cache: GameCache::default(),
            outages: Outages::default(),
            short_outages: Arc::default(),
            held_leases: HeldLeases::default(),
            reserved: Mutex::default(),
            due_reached: Mutex::default(),
        }
    }

    /// Returns the rate limiter, to be consulted before each request.
    #[must_use]
    pub fn rate_limiter(&self) -> &Arc<RateLimiter> {
        &self.rate_limiter
    }
}
