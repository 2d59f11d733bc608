//! Harness of the tests of the service: a service of its own for every test, and people who send it
//! requests.

mod requests;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use focus::{Color, Mode, Rules};
use focus_engine::Level;
use focusbot::service::api::rate_limit::RateLimits;
use focusbot::service::upkeep::consistency::audit;
use focusbot::service::{
    Access, Actor, Announcement, AuditAction, ChannelId, Computer, GameId, GameSummary, GameView,
    GuildId, GuildSettings, Limits, MemberPermissions, MessageId, NewTable, PersonId, Place,
    Refusal, Request, RetentionPeriods, Service, ServiceError, TableKind, TableView, Timestamp,
    Update, View,
};
use focusbot::store::records::record::decode;
use focusbot::store::records::{AliveRecord, GameRecord};
use focusbot::store::{
    Batch, CommitError, Expected, Key, Keys, MemoryStore, Revision, Store, StoreError, Table,
    process_prefix,
};

use crate::store::read_inner_store;

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

/// Removes all entries of a table, as an older program would have left none.
pub(super) fn remove_entries(store: &dyn Store, table: Table) {
    let mut batch = Batch::new();
    for (key, _) in store.scan(table, &Keys::all()).expect("a store") {
        batch.delete(table, key, Expected::Any);
    }
    store.commit(batch).expect("a store");
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

    /// Returns the table or game that person 1 sets up with these choices.
    #[track_caller]
    pub(super) fn created(&self, new: NewTable) -> GameId {
        self.ok(1, Request::Create(new)).view.id()
    }

    /// Returns the table or game that person 1 sets up with these choices and this seed.
    #[track_caller]
    pub(super) fn created_with(&self, seed: u64, new: NewTable) -> GameId {
        let (host, request) = (person(1), Request::Create(new));
        let created = self.service.handle(NOW, &host, request, seed);
        created.expect("a table").view.id()
    }

    /// Returns a game of person 1 against computers.
    #[track_caller]
    pub(super) fn alone(&self, mode: Mode) -> GameId {
        self.created(NewTable {
            computers: vec![EASY; mode.seats() - 1],
            ..table(Rules::new(mode), TableKind::Open)
        })
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
        let created = self.ok(people[0], Request::Create(rated_table(rules)));
        let id = created.view.id();
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
        game_of(&self.service, id)
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
        play_next(&self.service, now, id);
    }

    /// Plays any legal move of the computer to move at a time.
    #[track_caller]
    pub(super) fn computer_plays(&self, id: GameId, now: Timestamp) {
        let game = self.game(id);
        let chosen = game.game.position().legal_moves()[0];
        let played = self.service.computer_plays(now, id, game.steps, chosen);
        played.expect("a move in time");
    }

    /// Offers a draw in a duel, at a time, in the name of the player who is not to move.
    #[track_caller]
    pub(super) fn offer_draw(&self, id: GameId, now: Timestamp) {
        granted(&self.service, now, 3 - self.mover(id), draw(id));
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

    /// Returns the color of a person.
    #[track_caller]
    pub(super) fn color(&self, id: GameId, who: u64) -> Color {
        let color = self.game(id).color_of(PersonId(who));
        color.expect("a player")
    }
}

#[track_caller]
pub(super) fn game_of(service: &Service, id: GameId) -> GameView {
    match service.view(id) {
        Ok(View::Game(game)) => *game,
        other => panic!("expected a game, got {other:?}"),
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
