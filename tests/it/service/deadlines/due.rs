//! Cost of waiting for many deadlines at once.

use std::collections::HashSet;
use std::iter;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use focus::{Mode, Rules};
use focusbot::service::{
    GameId, GuildId, LeaseHolder, Limits, NewTable, Overtime, ProcessId, ReminderFrequency,
    Request, Service, ShardQuota, TableKind, View,
};
use focusbot::store::{
    Batch, CommitError, Entries, Key, Keys, MemoryStore, ReadPoint, Revision, Store, StoreError,
    Stored, Table,
};
use parking_lot::Mutex;

use crate::service::harness::{
    HOUR, LIMITS, NOW, expire_at, granted, person, place_on, resign, table, timed,
};
use crate::support::game_of;

/// Store that counts the values read and their bytes, the requests for them, the commits, and the
/// largest number of changes in one.
#[derive(Default)]
pub(in crate::service) struct Counting {
    store: MemoryStore,
    values: AtomicUsize,
    bytes: AtomicUsize,
    requests: AtomicUsize,
    commits: AtomicUsize,
    largest: AtomicUsize,
    /// Change by somebody else just before the next commit that changes a deadline.
    meanwhile: Mutex<Option<Meanwhile>>,
}

type Meanwhile = Box<dyn FnOnce() + Send>;

/// Cost of a request or a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::service) struct Cost {
    pub(in crate::service) what: &'static str,
    /// Number of values read.
    pub(in crate::service) values: usize,
    /// Size of these values, and of the keys under which a scan finds them.
    pub(in crate::service) bytes: usize,
}

impl Counting {
    /// Returns the result of `read`, and the number of values that it reads.
    pub(in crate::service) fn count<T>(&self, read: impl FnOnce() -> T) -> (T, usize) {
        let before = self.values.load(Ordering::Relaxed);
        let found = read();
        (found, self.values.load(Ordering::Relaxed) - before)
    }

    /// Returns the result of `act`, and its cost.
    pub(in crate::service) fn cost<T>(
        &self,
        what: &'static str,
        act: impl FnOnce() -> T,
    ) -> (T, Cost) {
        let before = self.bytes.load(Ordering::Relaxed);
        let (done, values) = self.count(act);
        let bytes = self.bytes.load(Ordering::Relaxed) - before;
        let cost = Cost {
            what,
            values,
            bytes,
        };
        (done, cost)
    }

    /// Returns the result of `read`, and the number of requests that it makes.
    pub(in crate::service) fn count_requests<T>(&self, read: impl FnOnce() -> T) -> (T, usize) {
        let before = self.requests.load(Ordering::Relaxed);
        let found = read();
        (found, self.requests.load(Ordering::Relaxed) - before)
    }

    /// Returns the result of `work`, and the number of commits that it makes.
    pub(in crate::service) fn count_commits<T>(&self, work: impl FnOnce() -> T) -> (T, usize) {
        let before = self.commits.load(Ordering::Relaxed);
        let done = work();
        (done, self.commits.load(Ordering::Relaxed) - before)
    }

    fn note_read(&self, values: usize, bytes: usize) {
        self.values.fetch_add(values, Ordering::Relaxed);
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
    }
}

/// Returns the size of values, of which some may be absent.
fn size(values: &[Option<Stored>]) -> usize {
    let values = values.iter().flatten();
    values.map(|stored| stored.bytes.len()).sum()
}

/// Returns the size of values and their keys.
fn size_with_keys(entries: &[(Vec<u8>, Stored)]) -> usize {
    let entries = entries.iter();
    entries
        .map(|(key, stored)| key.len() + stored.bytes.len())
        .sum()
}

impl Store for Counting {
    fn get(&self, table: Table, key: &[u8]) -> Result<Option<Stored>, StoreError> {
        self.requests.fetch_add(1, Ordering::Relaxed);
        let found = self.store.get(table, key)?;
        self.note_read(1, found.as_ref().map_or(0, |stored| stored.bytes.len()));
        Ok(found)
    }

    fn get_many(&self, keys: &[(Table, Key)]) -> Result<Vec<Option<Stored>>, StoreError> {
        self.requests.fetch_add(1, Ordering::Relaxed);
        let found = self.store.get_many(keys)?;
        self.note_read(found.len(), size(&found));
        Ok(found)
    }

    fn scan(&self, table: Table, keys: &Keys) -> Result<Entries<Stored>, StoreError> {
        self.requests.fetch_add(1, Ordering::Relaxed);
        let entries = self.store.scan(table, keys)?;
        self.note_read(entries.len(), size_with_keys(&entries));
        Ok(entries)
    }

    fn scan_many(&self, scans: &[(Table, Keys)]) -> Result<Vec<Entries<Stored>>, StoreError> {
        // An empty list costs no request, as with PostgreSQL.
        let requests = usize::from(!scans.is_empty());
        self.requests.fetch_add(requests, Ordering::Relaxed);
        let found = self.store.scan_many(scans)?;
        for entries in &found {
            self.note_read(entries.len(), size_with_keys(entries));
        }
        Ok(found)
    }

    fn visit(&self, visit: &mut dyn FnMut(Table, &[u8], Stored)) -> Result<ReadPoint, StoreError> {
        self.store.visit(&mut |table, key, stored| {
            self.note_read(1, key.len() + stored.bytes.len());
            visit(table, key, stored);
        })
    }

    fn commit(&self, batch: Batch) -> Result<Revision, CommitError> {
        let changes = batch.changes();
        self.commits.fetch_add(1, Ordering::Relaxed);
        self.largest.fetch_max(changes.len(), Ordering::Relaxed);
        if changes
            .iter()
            .any(|change| change.table == Table::Deadlines)
        {
            let meanwhile = self.meanwhile.lock().take();
            if let Some(meanwhile) = meanwhile {
                meanwhile();
            }
        }
        self.store.commit(batch)
    }
}

#[test]
fn a_thousand_deadlines_cost_nothing_while_they_wait() {
    let store = Arc::new(Counting::default());
    let limits = Limits {
        games_per_channel: 2_000,
        games_per_guild: 2_000,
        ..LIMITS
    };
    let service = Service::new(store.clone(), limits);
    let rules = Rules::new(Mode::Duel);
    for host in 0..1_000 {
        let new = Request::Create(table(rules, TableKind::Open));
        granted(&service, NOW, host + 1, new);
    }
    let first = NOW.after(HOUR);
    let (next, read) = store.count(|| service.next_deadline(NOW).expect("a store"));
    assert_eq!((next, read), (Some(first), 1));
    let soon = first.before(Duration::from_millis(1));
    let (over, read) = store.count(|| expire_at(&service, soon));
    assert_eq!((over.len(), read), (0, 0));
    // All of them are returned, page by page.
    let pages = iter::from_fn(|| {
        let page = expire_at(&service, first).len();
        (page > 0).then_some(page)
    });
    assert_eq!(pages.collect::<Vec<_>>(), [50; 20]);
}

#[test]
fn open_tables_and_games_with_clocks_have_deadlines() {
    let rules = Rules::new(Mode::Duel);
    let untimed = (table(rules, TableKind::Open), false);
    for (new, has_clock) in [untimed, (timed(rules, "1d", Overtime::Out), true)] {
        let service = Service::new(Arc::new(MemoryStore::new()), LIMITS);
        let check = |what: &str, view: &View, expected: bool| {
            let next = service.next_deadline(NOW).expect("a store");
            let found = (view.has_deadline(), next.is_some());
            assert_eq!(found, (expected, expected), "{what}");
        };
        let open = granted(&service, NOW, 1, Request::Create(new)).view;
        check("table", &open, true);
        let begun = granted(&service, NOW, 2, Request::Join(open.id())).view;
        check("game", &begun, has_clock);
        let ended = granted(&service, NOW, 1, resign(open.id())).view;
        check("ended game", &ended, false);
    }
}

/// Returns a service with `duels` duels that have begun with a clock, each on a server of its own.
pub(in crate::service) fn many(duels: u64) -> (Arc<Counting>, Service) {
    let store = Arc::new(Counting::default());
    let limits = Limits {
        games_per_person: 2_000,
        ..LIMITS
    };
    let service = Service::new(store.clone(), limits);
    for number in 1..=duels {
        let new = NewTable {
            place: place_on(number, number),
            ..timed(Rules::new(Mode::Duel), "1d", Overtime::Out)
        };
        let ask = |who, request| service.handle(NOW, &person(who), request, 7);
        let opened = ask(2 * number, Request::Create(new)).expect("an open table");
        let joined = ask(2 * number + 1, Request::Join(opened.view.id()));
        joined.expect("a game");
    }
    (store, service)
}

#[test]
fn deadlines_that_others_have_not_handled_yet_are_not_looked_at_without_a_pause() {
    let (store, service) = many(240);
    service.begin_sharing();
    let mut holder = LeaseHolder::new(ProcessId(1));
    // All games are on the first of two shards.
    let quota = ShardQuota::Fixed {
        first: 1,
        last: 1,
        total: 2,
    };
    let assigned = service.renew_and_assign(&mut holder, (NOW, Instant::now()), quota);
    assert!(assigned.expect("a store").has_taken);
    let over = NOW.after(HOUR * 48);
    assert!(service.due(over).expect("a store").is_empty());
    let (next, read) = store.count(|| service.next_deadline(over).expect("a store"));
    assert_eq!(next, Some(over.after(Duration::from_secs(1))));
    assert_eq!(read, 50);
}

#[test]
fn outage_is_given_back_page_by_page() {
    let (store, service) = many(240);
    service.note_online(NOW).expect("a store");
    let back = NOW.after(HOUR);
    store.largest.store(0, Ordering::Relaxed);
    let ((), read) = store.count(|| service.note_back_online(back).expect("a store"));
    assert!(read <= 1, "{read} values");
    let mut pages = 0;
    loop {
        let (is_behind, read) = store.count(|| service.give_back().expect("a store"));
        assert!(read <= 50 * 6, "{read} values");
        if !is_behind {
            break;
        }
        pages += 1;
    }
    // The last page tells that there are no more.
    assert_eq!(pages, 4);
    let largest = store.largest.load(Ordering::Relaxed);
    assert!(largest <= 50 * 6, "{largest} changes");
    let next = service.next_deadline(NOW).expect("a store");
    assert_eq!(next, Some(back.after(HOUR * 18)));
}

#[test]
fn boards_that_wait_are_listed_without_being_built() {
    let (store, service) = many(240);
    let (games, read) = store.count(|| service.unannounced(None).expect("a store").entries);
    assert_eq!((games.len(), read), (240, 240));
}

#[test]
fn servers_that_come_together_cost_one_look_at_each_entry() {
    let (store, service) = many(240);
    let servers: HashSet<_> = (1..=200).map(GuildId).collect();
    let (games, read) = store.count(|| {
        service
            .unannounced_on(&servers, None)
            .expect("a store")
            .entries
    });
    assert_eq!((games.len(), read), (200, 240));
    let (replays, read) = store.count(|| {
        service
            .owed_replays_on(&servers, None)
            .expect("a store")
            .entries
    });
    assert_eq!((replays.len(), read), (0, 0));
}

#[test]
fn reminder_goes_by_what_was_chosen_meanwhile() {
    let (store, service) = many(1);
    let due = service.next_deadline(NOW).expect("a store");
    let due = due.expect("a reminder");
    let game = game_of(&service, GameId(1));
    let color = game.to_move().expect("a game that goes on");
    let mover = game.person(color).expect("a person").id;
    let other = Service::new(store.clone(), LIMITS);
    let choose = move || {
        let chosen = other.change_settings(due, mover, |settings| {
            settings.reminders = ReminderFrequency::Thrice;
            Ok(())
        });
        chosen.expect("a store");
    };
    *store.meanwhile.lock() = Some(Box::new(choose));
    assert!(expire_at(&service, due).is_empty());
    // The third reminder, with an eighth of the time left.
    let next = service.next_deadline(NOW).expect("a store");
    assert_eq!(next, Some(NOW.after(HOUR * 21)));
}
