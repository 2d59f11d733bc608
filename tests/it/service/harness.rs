//! Harness of the tests of the service: a service of its own for every test, and people who send it
//! requests.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use focus::{Color, Mode, Rules};
use focus_engine::Level;
use focusbot::service::api::rate_limit::RateLimits;
use focusbot::service::upkeep::consistency::audit;
use focusbot::service::{
    Access, Actor, Announcement, AuditAction, ChannelId, Computer, GameId, GameRequest, GameView,
    GuildId, GuildSettings, Limits, MemberPermissions, MessageId, NewTable, Overtime, PersonId,
    Place, Refusal, Request, RetentionPeriods, SeatRequest, Service, ServiceError, TableKind,
    TableView, TimeRule, Timestamp, Update, View,
};
use focusbot::store::records::record::decode;
use focusbot::store::records::{AliveRecord, GameRecord};
use focusbot::store::{
    Batch, CommitError, Expected, Key, MemoryStore, Revision, Store, StoreError, Table,
    process_prefix,
};

use crate::store::read_inner_store;

/// Default channel of the tests.
pub(super) const HERE: Place = Place {
    guild: Some(GuildId(1)),
    channel: ChannelId(10),
    access: Access::Member,
};

/// Another channel of the same server.
pub(super) const ELSEWHERE: Place = Place {
    guild: Some(GuildId(1)),
    channel: ChannelId(11),
    access: Access::Member,
};

/// Default time of the tests.
pub(super) const NOW: Timestamp = Timestamp(1_800_000_000_000);

/// Time for which tables are open here.
pub(super) const HOUR: Duration = Duration::from_secs(3600);

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

/// Name of a process of an older version.
pub(super) const OLDER: &str = "focusbot-0123456789abcdef";

/// Store to which a process with this name is connected as well.
struct Shared {
    store: Arc<MemoryStore>,
    other: String,
}

impl Store for Shared {
    read_inner_store!();

    fn commit(&self, batch: Batch) -> Result<Revision, CommitError> {
        self.store.commit(batch)
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn sessions(&self) -> Result<BTreeSet<String>, StoreError> {
        let own = process_prefix() + "1";
        Ok(BTreeSet::from([own, self.other.clone()]))
    }
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

/// Returns a person whose name is the number.
pub(super) fn person(number: u64) -> Actor {
    Actor {
        person: PersonId(number),
        name: format!("P{number}"),
        language: None,
    }
}

/// Changes a setting of a server, as somebody who manages it.
#[track_caller]
pub(crate) fn decide(service: &Service, guild: GuildId, action: &AuditAction) -> GuildSettings {
    let manager = MemberPermissions {
        manages: true,
        roles: Vec::new(),
    };
    let actions = std::slice::from_ref(action);
    let decided = service.moderate(NOW, &person(1), &manager, guild, actions);
    decided.expect("a decision")
}

/// Handles a first number of deadlines; returns the games that people see change.
pub(super) fn expire_at(service: &Service, now: Timestamp) -> Vec<GameId> {
    let mut due = service.due(now).expect("a store");
    due.retain(|due| service.expire(due, now).expect("a store"));
    due.into_iter().map(|due| due.game).collect()
}

/// Completes indices and converts older data, as a bot has done that has run for a while.
pub(super) fn clean_up(service: &Service) {
    clean_up_at(service, NOW);
}

/// Does what [`clean_up`] does, at another time.
pub(super) fn clean_up_at(service: &Service, now: Timestamp) {
    let mut step = None;
    while let Some(done) = service.clean_up(step, now).expect("a store") {
        step = Some(done);
    }
}

/// Returns the service of a process beside another one with this name.
pub(super) fn beside(world: &World, other: &str) -> Service {
    let store = Shared {
        store: Arc::clone(&world.store),
        other: other.to_owned(),
    };
    Service::new(Arc::new(store), LIMITS)
}

impl World {
    pub(super) fn new() -> Self {
        Self::with_limits(LIMITS)
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
        let what = format!("{request:?}");
        self.ask(who, request)
            .unwrap_or_else(|error| panic!("{what}: {error}"))
    }

    #[track_caller]
    pub(super) fn refused(&self, who: u64, request: Request) -> Refusal {
        let what = format!("{request:?}");
        match self.ask(who, request) {
            Err(ServiceError::Refused(refusal)) => refusal,
            other => panic!("{what}: expected a refusal, got {other:?}"),
        }
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

    /// Returns the table or game that person 1 sets up with these choices.
    #[track_caller]
    pub(super) fn created(&self, new: NewTable) -> GameId {
        self.ok(1, Request::Create(new)).view.id()
    }

    /// Returns a table of person 1.
    #[track_caller]
    pub(super) fn open_for(&self, mode: Mode, kind: TableKind) -> GameId {
        self.created(table(Rules::new(mode), kind))
    }

    /// Returns an open table of person 1.
    #[track_caller]
    pub(super) fn open(&self, mode: Mode) -> GameId {
        self.open_for(mode, TableKind::Open)
    }

    /// Returns a begun game with a person on each seat, numbered from 1.
    #[track_caller]
    pub(super) fn begun(&self, rules: Rules) -> GameId {
        self.begun_from(table(rules, TableKind::Open))
    }

    /// Returns the begun game of an open table, with a person on each seat, numbered from 1.
    #[track_caller]
    pub(super) fn begun_from(&self, new: NewTable) -> GameId {
        let seats = new.rules.mode().seats() as u64;
        let id = self.created(new);
        for number in 2..=seats {
            self.ok(number, Request::Join(id));
        }
        id
    }

    /// Returns a rated game of these people in which everybody has moved often enough for the game
    /// to count.
    #[track_caller]
    pub(super) fn rated(&self, rules: Rules, people: &[u64]) -> GameId {
        let id = self.rated_from_the_start(rules, people);
        self.move_on(id, 2 * people.len());
        id
    }

    /// Returns a begun rated game of these people.
    #[track_caller]
    pub(super) fn rated_from_the_start(&self, rules: Rules, people: &[u64]) -> GameId {
        let id = self
            .ok(people[0], Request::Create(rated_table(rules)))
            .view
            .id();
        for number in &people[1..] {
            self.ok(*number, Request::Join(id));
        }
        id
    }

    /// Plays `moves` moves.
    #[track_caller]
    pub(super) fn move_on(&self, id: GameId, moves: usize) {
        for _ in 0..moves {
            let text = self.a_move(id);
            self.play(id, &text);
        }
    }

    #[track_caller]
    pub(super) fn game(&self, id: GameId) -> GameView {
        match self.service.view(id) {
            Ok(View::Game(game)) => *game,
            other => panic!("expected a game, got {other:?}"),
        }
    }

    #[track_caller]
    pub(super) fn table(&self, id: GameId) -> TableView {
        match self.service.view(id) {
            Ok(View::Table(table)) => *table,
            other => panic!("expected a table, got {other:?}"),
        }
    }

    /// Plays a move of the player to move.
    #[track_caller]
    pub(super) fn play(&self, id: GameId, text: &str) -> Update {
        let who = self.mover(id);
        self.ok(who, mv(id, None, text))
    }

    /// Plays any legal move of the player to move at a time.
    #[track_caller]
    pub(super) fn play_at(&self, id: GameId, now: Timestamp) {
        let (who, request) = (self.mover(id), mv(id, None, &self.a_move(id)));
        let played = self.service.handle(now, &person(who), request, 7);
        played.expect("a move in time");
    }

    /// Offers a draw in a duel, at a time, in the name of the player who is not to move.
    #[track_caller]
    pub(super) fn offer_draw(&self, id: GameId, now: Timestamp) {
        let other = person(3 - self.mover(id));
        let offered = self.service.handle(now, &other, draw(id), 7);
        offered.expect("an offer");
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

    /// Changes the record of a game or table, as another program would; returns the result of
    /// `change`.
    #[track_caller]
    pub(super) fn rewrite<T>(&self, id: GameId, change: impl FnOnce(&mut GameRecord) -> T) -> T {
        let mut record = record(&*self.store, id);
        let result = change(&mut record);
        let mut batch = Batch::new();
        batch.put_record(Key::new().u32(id.0), &record, Expected::Any);
        self.store.commit(batch).expect("a store");
        result
    }

    /// Commits a batch as an older program that shows a sign of life at this time, and checks the
    /// indices, as at a start after it.
    #[track_caller]
    pub(super) fn write_as_older(&self, mut batch: Batch, at: Timestamp) {
        let sign_of_life = AliveRecord {
            at: at.0,
            ..AliveRecord::default()
        };
        batch.put_record(Key::new().u8(0), &sign_of_life, Expected::Any);
        self.store.commit(batch).expect("a store");
        self.service.check_indices().expect("a store");
    }

    /// Returns any legal move.
    #[track_caller]
    pub(super) fn a_move(&self, id: GameId) -> String {
        self.game(id).game.position().legal_moves()[0].to_string()
    }

    /// Returns the number of the person to move.
    #[track_caller]
    pub(super) fn mover(&self, id: GameId) -> u64 {
        let game = self.game(id);
        number(&game, game.to_move().expect("a game that goes on"))
    }
}

/// Returns the record of a game or table.
#[track_caller]
pub(super) fn record(store: &dyn Store, id: GameId) -> GameRecord {
    let held = store.get(Table::Games, &Key::new().u32(id.0));
    let held = held.expect("a store").expect("a game");
    decode(&held.bytes).expect("a record")
}

/// Returns the number of the person who plays a color.
#[track_caller]
pub(super) fn number(game: &GameView, color: Color) -> u64 {
    game.person(color).expect("a person for every color").id.0
}

pub(super) fn table(rules: Rules, kind: TableKind) -> NewTable {
    NewTable {
        kind,
        ..NewTable::open(HERE, rules)
    }
}

/// Returns a rated table with a day per move.
pub(super) fn rated_table(rules: Rules) -> NewTable {
    NewTable {
        rated: true,
        ..timed(rules, "1d", Overtime::Out)
    }
}

/// Returns an open table with clocks.
pub(super) fn timed(rules: Rules, control: &str, overtime: Overtime) -> NewTable {
    NewTable {
        time: Some(TimeRule {
            control: control.parse().expect("a time control"),
            overtime,
        }),
        ..table(rules, TableKind::Open)
    }
}

pub(super) fn mv(game: GameId, seen: Option<u32>, text: &str) -> Request {
    Request::Move {
        game,
        seen,
        asked: None,
        text: text.to_owned(),
    }
}

pub(super) fn resign(game: GameId) -> Request {
    GameRequest::Resign.in_game(game, None)
}

pub(super) fn draw(game: GameId) -> Request {
    GameRequest::Draw.in_game(game, None)
}

pub(super) fn refuse_draw(game: GameId) -> Request {
    GameRequest::RefuseDraw(None).in_game(game, None)
}

pub(super) fn seat(game: GameId, request: SeatRequest) -> Request {
    let seen = None;
    Request::Seat {
        game,
        seen,
        request,
    }
}

pub(super) fn abort(game: GameId) -> Request {
    GameRequest::Abort.in_game(game, None)
}

pub(super) fn people(numbers: &[u64]) -> Vec<PersonId> {
    numbers.iter().copied().map(PersonId).collect()
}
