//! Harness of the tests of the service: a service of its own for every test, and people who send it
//! requests.

mod games;
mod other_programs;
mod requests;

use std::sync::Arc;
use std::time::Duration;

use focus::{Color, Mode, Rules};
use focus_engine::Level;
use focusbot::service::api::rate_limit::RateLimits;
use focusbot::service::upkeep::consistency::audit;
use focusbot::service::{
    Access, Actor, Announcement, AuditAction, ChannelId, Computer, GameId, GameSummary, GameView,
    GuildId, GuildSettings, Limits, MemberPermissions, MessageId, PersonId, Place, Refusal,
    Request, RetentionPeriods, Service, ServiceError, TableView, Timestamp, Update, View,
};
use focusbot::store::MemoryStore;

use crate::support::game_of;

pub(super) use self::other_programs::{
    OLDER, beside, counts_down, interrupted, record, remove_entries,
};
pub(super) use self::requests::{
    abort, closed_table, draw, go_on, granted, invite, leave_lost_server, mv, next_move, people,
    play_next, rated_table, refuse_draw, resign, seat, table, timed,
};

/// Default channel of the tests.
pub(super) const HERE: Place = place_on(1, 10);

/// Another channel of the same server.
pub(super) const ELSEWHERE: Place = place_on(1, 11);

/// Channel of another server.
pub(super) const AFAR: Place = place_on(2, 20);

/// Default time of the tests.
pub(super) const NOW: Timestamp = Timestamp(1_800_000_000_000);

pub(super) const MINUTE: Duration = Duration::from_secs(60);
/// Time for which tables are open here.
pub(super) const HOUR: Duration = Duration::from_secs(3600);
pub(super) const DAY: Duration = Duration::from_secs(24 * 3600);

/// Limits that no test reaches by accident.
pub(super) const LIMITS: Limits = Limits {
    games_per_person: 5,
    games_per_channel: 8,
    games_per_guild: 60,
    watches_per_channel: 2,
    watches_per_person: 10,
    watches_per_guild: 20,
    imports_per_person: 3,
    rates: RateLimits::WIDE,
    table_open_for: HOUR,
    take_back_grace: Duration::from_secs(20),
    retention: RetentionPeriods::NEVER,
};

/// Computer of the lowest level, an opponent.
pub(super) const EASY: Computer = Computer {
    level: Level::Beginner,
    is_partner: false,
};

/// Service and its store.
pub(super) struct World {
    pub(super) store: Arc<MemoryStore>,
    pub(super) service: Service,
}

impl Drop for World {
    /// Checks that everything in the store follows from the games.
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        let findings = audit(&*self.store, &mut || {}).expect("a readable store");
        assert_eq!(findings, []);
    }
}

/// Returns a channel of a server where the bot is a member.
pub(super) const fn place_on(server: u64, channel: u64) -> Place {
    Place {
        guild: Some(GuildId(server)),
        channel: ChannelId(channel),
        access: Access::Member,
    }
}

/// Returns a person whose name is the number.
pub(super) fn person(number: u64) -> Actor {
    Actor {
        person: PersonId(number),
        name: format!("P{number}"),
        language: None,
    }
}

/// Returns the permissions of somebody who manages the server.
pub(super) fn manager() -> MemberPermissions {
    MemberPermissions {
        manages: true,
        roles: Vec::new(),
    }
}

/// Changes a setting of a server, as somebody who manages it.
#[track_caller]
pub(crate) fn decide(service: &Service, guild: GuildId, action: &AuditAction) -> GuildSettings {
    let actions = std::slice::from_ref(action);
    let decided = service.moderate(NOW, &person(1), &manager(), guild, actions);
    decided.expect("a decision")
}

/// Returns a result, or the refusal in its place.
#[track_caller]
pub(super) fn or_refusal<T>(result: Result<T, ServiceError>) -> Result<T, Refusal> {
    match result {
        Ok(done) => Ok(done),
        Err(ServiceError::Refused(refusal)) => Err(refusal),
        Err(ServiceError::Fault(fault)) => panic!("{fault}"),
    }
}

/// Handles a first number of deadlines; returns the games that people see change.
pub(super) fn expire_at(service: &Service, now: Timestamp) -> Vec<GameId> {
    let mut due = service.due(now).expect("a store");
    due.retain(|due| service.expire(due, now).expect("a store"));
    due.into_iter().map(|due| due.game).collect()
}

/// Completes indices and converts older data, as a bot has done that has run for a while.
pub(super) fn clean_up(service: &Service, now: Timestamp) {
    let mut step = None;
    while let Some(done) = service.clean_up(step, now).expect("a store") {
        step = Some(done);
    }
}

impl World {
    pub(super) fn new() -> Self {
        Self::with_limits(LIMITS)
    }

    /// Returns a world with an open table of person 1.
    #[track_caller]
    pub(super) fn with_table(mode: Mode) -> (Self, GameId) {
        let world = Self::new();
        let id = world.open(mode);
        (world, id)
    }

    /// Returns a world with a begun game, with a person on each seat, numbered from 1.
    #[track_caller]
    pub(super) fn with_game(mode: Mode) -> (Self, GameId) {
        let world = Self::new();
        let id = world.begun(Rules::new(mode));
        (world, id)
    }

    /// Returns the games of a person, as that person sees them listed.
    #[track_caller]
    pub(super) fn games_of(&self, who: u64) -> Vec<GameSummary> {
        let games = self.service.games_of(PersonId(who));
        games.expect("a store")
    }

    /// Returns the games of a channel.
    #[track_caller]
    pub(super) fn games_in(&self, place: Place) -> Vec<GameId> {
        let games = self.service.games_in(place.channel).expect("a store");
        games.iter().map(|game| game.id).collect()
    }

    /// Returns the games that wait for a computer.
    pub(super) fn thinking(&self) -> Vec<GameId> {
        self.service.thinking(None).expect("a store").entries
    }

    pub(super) fn with_limits(limits: Limits) -> Self {
        let store = Arc::new(MemoryStore::default());
        Self {
            service: Service::new(store.clone(), limits),
            store,
        }
    }

    /// Sends a request, with a fixed seed.
    pub(super) fn ask(&self, who: u64, request: Request) -> Result<Update, ServiceError> {
        self.service.handle(NOW, &person(who), request, 7)
    }

    #[track_caller]
    pub(super) fn ok(&self, who: u64, request: Request) -> Update {
        granted(&self.service, NOW, who, request)
    }

    #[track_caller]
    pub(super) fn refused(&self, who: u64, request: Request) -> Refusal {
        let what = format!("{request:?}");
        or_refusal(self.ask(who, request)).expect_err(&what)
    }

    /// Deletes the data of a person; returns the games that people see change.
    #[track_caller]
    pub(super) fn erase(&self, who: u64) -> Vec<GameId> {
        let changed = self.service.erase_person(NOW, PersonId(who));
        changed.expect("a store")
    }

    /// Returns a world with the same store and a service with empty caches.
    pub(super) fn restarted(self) -> Self {
        self.restarted_with(LIMITS)
    }

    /// Returns a world with the same store and a service with empty caches and other limits.
    pub(super) fn restarted_with(self, limits: Limits) -> Self {
        let store = self.store.clone();
        self.leave();
        Self {
            service: Service::new(store.clone(), limits),
            store,
        }
    }

    /// Drops a damaged world without the consistency check.
    pub(super) fn leave(self) {
        std::mem::forget(self);
    }

    #[track_caller]
    pub(super) fn game(&self, id: GameId) -> GameView {
        game_of(&self.service, id)
    }

    #[track_caller]
    pub(super) fn table(&self, id: GameId) -> TableView {
        match self.service.view(id) {
            Ok(View::Table(table)) => *table,
            other => panic!("expected a table, got {other:?}"),
        }
    }

    /// Returns the time at which the clock of the player to move runs out.
    #[track_caller]
    pub(super) fn runs_out(&self, id: GameId) -> Option<Timestamp> {
        self.game(id).clock.expect("clocks").runs_out
    }

    /// Records that a message shows the current state of a game or table.
    #[track_caller]
    pub(super) fn show(&self, id: GameId, message: u64) {
        let view = self.service.view(id).expect("a game");
        let noted = self.service.announced(&view, MessageId(message));
        noted.expect("a store");
    }

    /// Returns how a game or table is to be shown, if it is.
    #[track_caller]
    pub(super) fn pending(&self, id: GameId) -> Option<Announcement> {
        let pending = self.service.pending(id).expect("a game");
        pending.map(|update| update.announce)
    }

    /// Returns the color of a person.
    #[track_caller]
    pub(super) fn color(&self, id: GameId, who: u64) -> Color {
        let color = self.game(id).color_of(PersonId(who));
        color.expect("a player")
    }
}

/// Returns the number of the person who plays a color.
#[track_caller]
pub(super) fn number(game: &GameView, color: Color) -> u64 {
    game.person(color).expect("a person for every color").id.0
}
