//! Removal of what nobody needs any more.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use focus::{Mode, Rules};
use focusbot::service::ratings::ladder::{LeaderboardPage, LeaderboardScope};
use focusbot::service::upkeep::consistency::{RawGame, following};
use focusbot::service::{
    AuditAction, Ending, Event, GameId, GuildId, Limits, MemberPermissions, PastFilter, PastScope,
    PersonId, Reached, Refusal, Request, RetentionPeriods, Service, ServiceError, TableKind,
    Timestamp, View,
};
use focusbot::store::records::record::{decode, encode};
use focusbot::store::records::{GameRecord, IdleRecord};
use focusbot::store::{Batch, CommitError, Expected, Key, Keys, Store, StoreError, Table};

use crate::service::deadlines::due::many;
use crate::service::harness::{HERE, LIMITS, NOW, World, mv, person, resign, table};
use crate::store::read_inner_store;

const DAY: Duration = Duration::from_secs(24 * 3600);

/// Periods of the tests.
const PERIODS: RetentionPeriods = RetentionPeriods {
    closed_tables: Some(DAY.saturating_mul(30)),
    idle_games: Some(DAY.saturating_mul(60)),
    idle_notice: DAY.saturating_mul(7),
    left_servers: Some(DAY.saturating_mul(30)),
    audit_entries: Some(DAY.saturating_mul(365)),
};

const KEEPING: Limits = Limits {
    retention: PERIODS,
    ..LIMITS
};

/// Store in which something happens between a read and the commit that follows from it.
struct Meddled {
    store: Arc<dyn Store>,
    meanwhile: Mutex<Option<Box<dyn FnOnce() + Send>>>,
    /// Number of commits before the store fails.
    left: AtomicUsize,
}

impl Meddled {
    fn over(store: Arc<dyn Store>) -> Self {
        Self {
            store,
            meanwhile: Mutex::default(),
            left: AtomicUsize::new(usize::MAX),
        }
    }
}

impl Store for Meddled {
    read_inner_store!();

    fn commit(&self, batch: Batch) -> Result<(), CommitError> {
        let meanwhile = self.meanwhile.lock().expect("a lock").take();
        if let Some(meanwhile) = meanwhile {
            meanwhile();
        }
        let left = self.left.fetch_sub(1, Ordering::Relaxed);
        if left == 0 {
            self.left.store(0, Ordering::Relaxed);
            return Err(StoreError::Closed.into());
        }
        self.store.commit(batch)
    }
}

/// Handles everything that is due; returns the games that people see change, and the number of
/// steps.
fn retire(service: &Service, now: Timestamp) -> (Vec<GameId>, usize) {
    let (mut changed, mut steps) = (Vec::new(), 0);
    let mut reached: Option<Reached> = None;
    loop {
        let page = service.retire(now, reached, |_| true).expect("a store");
        changed.extend(page.entries);
        reached = page.next;
        if reached.is_none() {
            return (changed, steps);
        }
        steps += 1;
    }
}

fn days(number: u32) -> Timestamp {
    NOW.after(DAY * number)
}

/// Opens a table, and closes it.
fn closed(service: &Service) -> GameId {
    let rules = Rules::new(Mode::Duel);
    let create = Request::Create(table(rules, TableKind::Open));
    let opened = service.handle(NOW, &person(1), create, 7);
    let id = opened.expect("a table").view.id();
    let left = service.handle(NOW, &person(1), Request::Leave(id), 7);
    left.expect("a closed table");
    id
}

fn exists(service: &Service, game: GameId) -> bool {
    match service.view(game) {
        Ok(_) => true,
        Err(ServiceError::Refused(Refusal::NoSuchGame(_))) => false,
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn closed_table_is_removed_after_its_time_with_all_that_follows_from_it() {
    let world = World::with_limits(KEEPING);
    let gone = closed(&world.service);
    let open = world.open(Mode::Duel);
    let begun = world.begun(Rules::new(Mode::Duel));
    world.ok(1, resign(begun));
    retire(&world.service, days(30).before(Duration::from_millis(1)));
    assert!(exists(&world.service, gone));
    retire(&world.service, days(31));
    assert!(!exists(&world.service, gone));
    assert!(exists(&world.service, open) && exists(&world.service, begun));
    assert_eq!(retire(&world.service, days(300)).1, 0, "nothing is left");
}

#[test]
fn nothing_is_removed_if_that_is_off() {
    let world = World::new();
    let table = closed(&world.service);
    assert_eq!(retire(&world.service, days(3_000)).1, 0);
    assert!(exists(&world.service, table));
}

#[cfg(all(unix, feature = "postgres"))]
#[test]
fn number_of_a_removed_table_is_never_given_again() {
    use focusbot::service::upkeep::consistency::audit;

    use crate::service::leases::concurrency::each_store;

    each_store(|store, [first, second]| {
        let processes = [&first, &second].map(|store| Service::new(Arc::clone(store), KEEPING));
        let (one, other) = (closed(&processes[0]), closed(&processes[1]));
        assert!(one < other, "{store}");
        retire(&processes[0], days(31));
        assert!(!exists(&processes[1], other), "{store}");
        let mut last = other;
        for service in [&processes[1], &processes[0], &Service::new(first, KEEPING)] {
            let new = closed(service);
            assert!(new > last, "{store}: {new} after {last}");
            last = new;
            retire(service, days(31));
        }
        assert_eq!(audit(&*second, &mut || {}).expect("a store"), [], "{store}");
    });
}

#[test]
fn number_that_was_read_before_its_table_was_removed_is_not_given_again() {
    let world = World::with_limits(KEEPING);
    let slow = Arc::new(Meddled::over(Arc::clone(&world.store) as _));
    let other = Service::new(Arc::clone(&slow) as _, KEEPING);
    closed(&world.service);
    // Before the other process commits its table, another one gets the same number and goes.
    let meanwhile = Service::new(Arc::clone(&world.store) as _, KEEPING);
    let last = Arc::new(Mutex::new(None));
    let told = Arc::clone(&last);
    *slow.meanwhile.lock().expect("a lock") = Some(Box::new(move || {
        *told.lock().expect("a lock") = Some(closed(&meanwhile));
        retire(&meanwhile, days(31));
    }));
    let new = closed(&other);
    let last = last.lock().expect("a lock").take();
    assert!(Some(new) > last, "{new} after {last:?}");
}

#[test]
fn rematch_is_set_up_again_after_its_table_was_removed() {
    let world = World::with_limits(KEEPING);
    let game = world.begun(Rules::new(Mode::Duel));
    world.ok(1, resign(game));
    let table = world.ok(1, Request::Rematch(game)).view.id();
    world.ok(1, Request::Leave(table));
    retire(&world.service, days(31));
    let again = world.ok(2, Request::Rematch(game)).view;
    assert!(matches!(again, View::Table(_)) && again.id() > table);
}

#[test]
fn table_closed_by_an_older_version_is_kept_for_the_whole_time_once_more() {
    let world = World::with_limits(KEEPING);
    let table = closed(&world.service);
    let key = Key::new().u32(table.0);
    let held = world.store.get(Table::Games, &key).expect("a store");
    let mut record: GameRecord = decode(&held.expect("a table").bytes).expect("a record");
    record.idle = None;
    let mut batch = Batch::new();
    batch.put(Table::Games, key, encode(&record), Expected::Any);
    let entries = world.store.scan(Table::Retention, &Keys::all());
    for (key, _) in entries.expect("a store") {
        batch.delete(Table::Retention, key, Expected::Any);
    }
    world.store.commit(batch).expect("a store");
    let world = world.restarted_with(KEEPING);
    retire(&world.service, days(100));
    retire(&world.service, days(129));
    assert!(exists(&world.service, table));
    retire(&world.service, days(131));
    assert!(!exists(&world.service, table));
}

/// Returns the games whose channel is to be told that they will be called off.
fn announced(service: &Service, now: Timestamp) -> Vec<GameId> {
    let page = service.reminders_due(None).expect("a store");
    let notice = |game: &GameId| service.idle_notice_of(*game, now).expect("a store");
    let mut games = page.entries;
    games.retain(|game| notice(game).is_some());
    games
}

/// Records that the channel of a game has been told.
fn tell(service: &Service, game: GameId, now: Timestamp) {
    let notice = service.idle_notice_of(game, now).expect("a store");
    let notice = notice.expect("a notice");
    let noted = service.idle_noticed(game, notice.actions, now);
    noted.expect("a store");
}

#[test]
fn game_in_which_nobody_moves_is_called_off_a_week_after_its_channel_was_told() {
    let world = World::with_limits(KEEPING);
    let game = world.begun(Rules::new(Mode::Duel));
    let clocked = world.rated_from_the_start(Rules::new(Mode::Duel), &[3, 4]);
    let service = &world.service;
    assert_eq!(retire(service, days(53)).0, []);
    assert_eq!(
        announced(service, days(53)),
        [],
        "it may be a day late, never early"
    );
    retire(service, days(54));
    retire(service, days(54));
    assert_eq!(announced(service, days(54)), [game]);
    let notice = service.idle_notice_of(game, days(54)).expect("a store");
    assert_eq!(notice.expect("a notice").ends, days(61));
    assert_eq!(retire(service, days(100)).0, [], "nobody has been told yet");
    tell(service, game, days(100));
    assert_eq!(announced(service, days(100)), []);
    assert_eq!(retire(service, days(107)).0, []);
    assert_eq!(retire(service, days(108)).0, [game]);
    let view = world.game(game);
    assert_eq!(view.ending, Some(Ending::Aborted));
    assert!(view.news.contains(&Event::Abandoned), "{:?}", view.news);
    assert!(world.game(clocked).ending.is_none());
    assert_eq!(retire(service, days(300)).1, 0, "nothing is left");
}

#[test]
fn any_move_keeps_a_game_going() {
    let world = World::with_limits(KEEPING);
    let game = world.begun(Rules::new(Mode::Duel));
    let service = &world.service;
    let play = |at: Timestamp| {
        let (who, text) = (world.mover(game), world.a_move(game));
        let played = service.handle(at, &person(who), mv(game, None, &text), 7);
        played.expect("a move");
    };
    play(days(50));
    retire(service, days(54));
    assert_eq!(announced(service, days(54)), []);
    // After the word as well, even before it is posted.
    retire(service, days(104));
    assert_eq!(announced(service, days(104)), [game]);
    play(days(104));
    assert_eq!(announced(service, days(104)), []);
    retire(service, days(159));
    tell(service, game, days(159));
    play(days(160));
    assert_eq!(retire(service, days(200)).0, []);
    assert!(world.game(game).ending.is_none());
}

#[test]
fn longer_period_holds_for_a_game_whose_channel_was_told() {
    let world = World::with_limits(KEEPING);
    let game = world.begun(Rules::new(Mode::Duel));
    retire(&world.service, days(54));
    tell(&world.service, game, days(54));
    let patient = RetentionPeriods {
        idle_games: Some(DAY * 90),
        ..PERIODS
    };
    let world = world.restarted_with(Limits {
        retention: patient,
        ..LIMITS
    });
    assert_eq!(retire(&world.service, days(89)).0, []);
    assert_eq!(retire(&world.service, days(90)).0, [game]);
}

#[test]
fn retention_goes_on_where_a_kill_broke_it_off() {
    let world = World::with_limits(Limits {
        games_per_person: 1_000,
        games_per_channel: 1_000,
        games_per_guild: 1_000,
        ..KEEPING
    });
    let mut games = Vec::new();
    for _ in 0..60 {
        closed(&world.service);
        games.push(world.begun(Rules::new(Mode::Duel)));
    }
    // Each step until the next kill gets one commit further.
    let until_done = |now: Timestamp| {
        let mut changed = Vec::new();
        for kills in 0.. {
            let store = Arc::new(Meddled::over(Arc::clone(&world.store) as _));
            store.left.store(7, Ordering::Relaxed);
            let service = Service::new(store, KEEPING);
            let mut reached = None;
            while let Ok(page) = service.retire(now, reached, |_| true) {
                changed.extend(page.entries);
                reached = page.next;
                if reached.is_none() {
                    return kills;
                }
            }
        }
        unreachable!("it ends");
    };
    assert!(until_done(days(54)) > 3);
    assert_eq!(announced(&world.service, days(54)), games);
    for game in &games {
        tell(&world.service, *game, days(54));
    }
    assert!(until_done(days(62)) > 3);
    for game in games {
        assert_eq!(world.game(game).ending, Some(Ending::Aborted));
    }
    assert_eq!(retire(&world.service, days(300)).1, 0);
}

#[test]
fn nothing_is_read_of_ten_thousand_games_in_which_nothing_is_due() {
    let mut costs = Vec::new();
    for games in [100, 10_000] {
        let (store, service) = many(1);
        let service = {
            drop(service);
            Service::new(Arc::clone(&store) as _, KEEPING)
        };
        let mut batch = Batch::new();
        let key = Key::new().u32(1);
        let held = store.get(Table::Games, &key).expect("a store");
        let mut record: GameRecord = decode(&held.expect("a game").bytes).expect("a record");
        record.clock = None;
        record.idle = Some(IdleRecord {
            since: NOW.0,
            warned: None,
        });
        for game in 1_000..1_000 + games {
            batch.put_record(Key::new().u32(game), &record, Expected::Absent);
            let raw = RawGame::from(record.clone());
            for (table, key, bytes) in following(GameId(game), &raw, NOW.0) {
                batch.put(table, key, bytes, Expected::Absent);
            }
        }
        store.commit(batch).expect("a store");
        // The first look notes that the index is complete.
        retire(&service, NOW);
        let (steps, read) = store.count(|| retire(&service, days(50)).1);
        assert_eq!(steps, 0);
        costs.push(read);
    }
    assert_eq!(costs, [1, 1]);
}

/// Removes what is due, while the bot is on these servers.
fn retire_on(service: &Service, now: Timestamp, servers: &[GuildId]) {
    let mut reached = None;
    loop {
        let is_lost = |guild| !servers.contains(&guild);
        let page = service.retire(now, reached, is_lost).expect("a store");
        reached = page.next;
        if reached.is_none() {
            return;
        }
    }
}

const SERVER: GuildId = GuildId(1);

/// Returns a world with everything that can belong to a server, and one of its ended games.
fn settled() -> (World, GameId) {
    let world = World::with_limits(KEEPING);
    let ended = world.rated(Rules::new(Mode::Duel), &[1, 2]);
    world.ok(1, resign(ended));
    let managing = MemberPermissions {
        manages: true,
        ..MemberPermissions::default()
    };
    let action = AuditAction::Language(Some("de".to_owned()));
    let chosen = world
        .service
        .moderate(NOW, &person(1), &managing, SERVER, &action);
    chosen.expect("a manager");
    (world, ended)
}

/// Returns the number of lines on the server's leaderboard, and the server's language.
fn belongings(world: &World) -> (usize, Option<String>) {
    let list = LeaderboardScope::Server(SERVER);
    let board = world
        .service
        .ladder(list, Mode::Duel, LeaderboardPage::Top)
        .expect("a store");
    let settings = world.service.guild_settings(SERVER).expect("a store");
    (board.lines.len(), settings.language)
}

#[test]
fn what_belongs_to_a_server_goes_a_month_after_the_bot_has_left_it() {
    let (world, ended) = settled();
    let open = world.open(Mode::Duel);
    let service = &world.service;
    assert_eq!(belongings(&world), (2, Some("de".to_owned())));
    service.server_left(SERVER, NOW).expect("a store");
    retire_on(service, days(30).before(Duration::from_millis(1)), &[]);
    assert_eq!(belongings(&world), (2, Some("de".to_owned())));
    retire_on(service, days(31), &[]);
    assert_eq!(belongings(&world), (0, None));
    assert!(!exists(service, open));
    // Games and ratings stay with their players.
    assert!(exists(service, ended));
    let own = PastFilter {
        scope: PastScope::Person(PersonId(1)),
        mode: None,
        opponent: None,
        result: None,
    };
    let past = service.past(PersonId(1), HERE, own, 0, 10);
    assert_eq!(past.expect("a store").games.len(), 1);
    let left = world.store.scan(Table::Guilds, &Keys::all());
    assert_eq!(left.expect("a store"), []);
    // A new start.
    let again = world.rated(Rules::new(Mode::Duel), &[1, 2]);
    world.ok(2, resign(again));
    assert_eq!(belongings(&world), (2, None));
}

#[test]
fn server_that_comes_back_within_a_month_keeps_everything() {
    let (world, _) = settled();
    let service = &world.service;
    service.server_left(SERVER, NOW).expect("a store");
    let joined = service.servers_joined(&HashSet::from([GuildId(2)]));
    joined.expect("a store");
    // Even if its coming back was not noted.
    retire_on(service, days(40), &[SERVER]);
    assert_eq!(belongings(&world), (2, Some("de".to_owned())));
    let joined = service.servers_joined(&HashSet::from([SERVER]));
    joined.expect("a store");
    retire_on(service, days(40), &[]);
    assert_eq!(belongings(&world), (2, Some("de".to_owned())));
    // The time of grace begins anew.
    service.server_left(SERVER, days(40)).expect("a store");
    retire_on(service, days(69), &[]);
    assert_eq!(belongings(&world), (2, Some("de".to_owned())));
    retire_on(service, days(71), &[]);
    assert_eq!(belongings(&world), (0, None));
}

#[test]
fn removal_of_a_server_goes_on_where_a_kill_broke_it_off() {
    let (world, _) = settled();
    for _ in 0..3 {
        world.open(Mode::Duel);
    }
    world.service.server_left(SERVER, NOW).expect("a store");
    let mut kills = 0;
    loop {
        let store = Arc::new(Meddled::over(Arc::clone(&world.store) as _));
        store.left.store(2, Ordering::Relaxed);
        let service = Service::new(store, KEEPING);
        let mut reached = None;
        let is_done = loop {
            let Ok(page) = service.retire(days(31), reached, |_| true) else {
                break false;
            };
            reached = page.next;
            if reached.is_none() {
                break true;
            }
        };
        if is_done {
            break;
        }
        kills += 1;
    }
    assert!(kills > 0);
    assert_eq!(belongings(&world), (0, None));
}

#[test]
fn entries_of_an_audit_log_go_after_a_year() {
    let (world, _) = settled();
    let service = &world.service;
    let managing = MemberPermissions {
        manages: true,
        ..MemberPermissions::default()
    };
    let action = AuditAction::Threads(true);
    let chosen = service.moderate(days(100), &person(1), &managing, SERVER, &action);
    chosen.expect("a manager");
    let entries = || service.audit(&managing, SERVER).expect("a store").len();
    retire_on(service, days(364), &[SERVER]);
    assert_eq!(entries(), 2);
    retire_on(service, days(366), &[SERVER]);
    assert_eq!(entries(), 1);
    assert_eq!(belongings(&world).1.as_deref(), Some("de"));
    retire_on(service, days(466), &[SERVER]);
    assert_eq!(entries(), 0);
}

#[test]
fn audit_log_of_an_older_version_is_found_as_well() {
    let (world, _) = settled();
    let mut batch = Batch::new();
    let entries = world.store.scan(Table::Retention, &Keys::all());
    for (key, _) in entries.expect("a store") {
        batch.delete(Table::Retention, key, Expected::Any);
    }
    world.store.commit(batch).expect("a store");
    let world = world.restarted_with(KEEPING);
    retire_on(&world.service, days(366), &[SERVER]);
    let managing = MemberPermissions {
        manages: true,
        ..MemberPermissions::default()
    };
    let left = world.service.audit(&managing, SERVER).expect("a store");
    assert_eq!(left, []);
}
