//! Processes that share the shards of a store.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use focus::{Mode, Rules};
use focusbot::service::{
    GameId, LeaseHolder, NewTable, Overtime, Place, ProcessId, Service, Shard, ShardAssignment,
    ShardQuota, Timestamp,
};
use focusbot::store::{Batch, CommitError, MemoryStore, Revision, Store, StoreError};
use parking_lot::Mutex;

use crate::service::harness::{LIMITS, MINUTE, NOW, World, expire_at, place_on, timed};
use crate::store::read_inner_store;

/// Interval of looks.
pub(super) const LOOK: Duration = Duration::from_secs(2);
pub(super) const TOTAL: u32 = 4;
pub(super) const NONE: [u32; 0] = [];

/// Process on a store that others use as well.
pub(super) struct Process {
    pub(super) service: Service,
    pub(super) holder: LeaseHolder,
    /// Time of its last look.
    pub(super) at: Instant,
}

impl Process {
    pub(super) fn new(world: &World, id: u64) -> Self {
        Self::on(Arc::clone(&world.store) as _, id)
    }

    pub(super) fn on(store: Arc<dyn Store>, id: u64) -> Self {
        let service = Service::new(store, LIMITS);
        service.begin_sharing();
        Self {
            service,
            holder: LeaseHolder::new(ProcessId(id)),
            at: Instant::now(),
        }
    }

    /// Looks at the leases after some time.
    fn look_after(&mut self, time: Duration, now: Timestamp) -> ShardAssignment {
        self.at += time;
        let quota = ShardQuota::Fair {
            recommended: TOTAL,
            is_refused: false,
        };
        let times = (now, self.at);
        let assignment = self
            .service
            .renew_and_assign(&mut self.holder, times, quota);
        assignment.expect("a store")
    }

    pub(super) fn look(&mut self) -> ShardAssignment {
        self.look_after(LOOK, NOW)
    }

    /// Looks, and gives up at once what is beyond its quota.
    pub(super) fn settle(&mut self) -> Vec<u32> {
        let assignment = self.look();
        let given = self.service.give_up(&assignment.surplus, NOW);
        given.expect("a store");
        numbers(&assignment.wanted)
    }

    pub(super) fn held(&self) -> Vec<u32> {
        numbers(&self.service.held_shards().expect("a shared store"))
    }
}

pub(super) fn numbers(shards: &BTreeSet<Shard>) -> Vec<u32> {
    shards.iter().map(|shard| shard.number).collect()
}

/// Returns the place of a server of a shard.
pub(super) fn place_of(number: u32) -> Place {
    let number = u64::from(number);
    place_on(number << 22, 20 + number)
}

/// Begins a duel at `NOW` on a server of a shard, with a clock of five minutes.
pub(super) fn begun_on(world: &World, number: u32) -> GameId {
    let new = NewTable {
        place: place_of(number),
        ..timed(Rules::new(Mode::Duel), "5m", Overtime::Out)
    };
    world.begun_from(new)
}

/// Returns two processes of which each has half of the shards.
pub(super) fn two(world: &World) -> [Process; 2] {
    let [mut first, mut second] = [1, 2].map(|id| Process::new(world, id));
    share_out(&mut first, &mut second);
    [first, second]
}

/// Lets two new processes take half of the shards each.
fn share_out(first: &mut Process, second: &mut Process) {
    assert_eq!(first.settle(), [0, 1, 2, 3]);
    assert_eq!(second.settle(), NONE);
    assert_eq!(first.settle(), [0, 1]);
    assert_eq!(second.settle(), [2, 3]);
}

/// Connection to a store that knows the processes connected to it.
struct Connection {
    store: Arc<MemoryStore>,
    name: &'static str,
    connected: Arc<Mutex<BTreeSet<String>>>,
}

impl Connection {
    /// Returns processes with these names.
    fn all<const N: usize>(world: &World, names: [&'static str; N]) -> [Arc<Self>; N] {
        let connected = names.iter().map(|name| (*name).to_owned()).collect();
        let connected = Arc::new(Mutex::new(connected));
        names.map(|name| {
            Arc::new(Self {
                store: Arc::clone(&world.store),
                name,
                connected: Arc::clone(&connected),
            })
        })
    }

    fn end(&self) {
        self.connected.lock().remove(self.name);
    }

    fn begin(&self) {
        let mut connected = self.connected.lock();
        connected.insert(self.name.to_owned());
    }
}

impl Store for Connection {
    read_inner_store!();

    fn commit(&self, batch: Batch) -> Result<Revision, CommitError> {
        self.store.commit(batch)
    }

    fn session(&self) -> Option<String> {
        Some(self.name.to_owned())
    }

    fn sessions(&self) -> Result<BTreeSet<String>, StoreError> {
        Ok(self.connected.lock().clone())
    }
}

/// Lets a process look until others that are silent have lost everything.
pub(super) fn outlast(process: &mut Process, now: Timestamp) {
    for _ in 0..9 {
        process.look_after(LOOK, now);
    }
}

#[test]
fn a_process_that_starts_takes_its_share_and_one_that_stops_hands_over() {
    let world = World::new();
    let [mut first, mut second] = two(&world);
    let mut third = Process::new(&world, 3);
    assert_eq!(third.settle(), NONE);
    assert_eq!(first.settle(), [0, 1]);
    assert_eq!(second.settle(), [2]);
    assert_eq!(third.settle(), [3]);
    first.service.leave(&first.holder, NOW).expect("a store");
    assert_eq!(first.held(), NONE);
    assert_eq!((second.settle(), third.settle()), (vec![0, 2], vec![1, 3]));
}

#[test]
fn surplus_shards_are_held_until_they_are_given_up() {
    let world = World::new();
    let [mut first, mut second] = [1, 2].map(|id| Process::new(&world, id));
    first.settle();
    second.settle();
    let assignment = first.look();
    assert_eq!(numbers(&assignment.surplus), [2, 3]);
    assert_eq!(first.held(), [0, 1, 2, 3]);
    assert_eq!(second.settle(), NONE, "it is still connected by the first");
}

#[test]
fn a_dead_process_loses_its_shards_and_learns_of_it_when_it_wakes() {
    let world = World::new();
    let [mut first, mut second] = two(&world);
    outlast(&mut first, NOW);
    assert_eq!(first.held(), [0, 1, 2, 3]);
    assert!(!second.look().has_taken, "nothing is free");
    assert_eq!(second.held(), NONE);
    assert!(!second.service.acts_on(place_of(2).guild));
}

#[test]
fn a_process_learns_that_another_one_has_ended() {
    let world = World::new();
    let [mut first, second] = two(&world);
    assert!(!first.look().another_has_ended);
    second.service.leave(&second.holder, NOW).expect("a store");
    let ended = [(); 2].map(|()| first.look().another_has_ended);
    assert_eq!(ended, [true, false]);
    // One that is killed counts as dead after a while.
    let world = World::new();
    let [mut first, _killed] = two(&world);
    let mut looks = (0..9).map(|_| first.look());
    let ended = looks.find(|assignment| assignment.another_has_ended);
    assert!(ended.expect("an end").has_taken, "at once");
}

#[test]
fn a_process_that_is_not_connected_loses_its_shards_within_seconds() {
    let world = World::new();
    let [one, two] = Connection::all(&world, ["one", "two"]);
    let mut first = Process::on(Arc::clone(&one) as _, 1);
    let mut second = Process::on(two, 2);
    share_out(&mut first, &mut second);
    // It connects again in time, and shows no sign of life yet.
    one.end();
    assert_eq!(second.settle(), [2, 3]);
    one.begin();
    assert_eq!(second.settle(), [2, 3]);
    one.end();
    assert_eq!(second.settle(), [2, 3]);
    assert_eq!(second.settle(), [2, 3]);
    assert_eq!(second.settle(), [0, 1, 2, 3]);
    one.begin();
    assert!(!first.look().has_taken, "nothing is free");
    assert_eq!(first.held(), NONE);
}

#[test]
fn a_process_that_is_started_again_waits_for_the_one_before() {
    let world = World::new();
    let [one, two] = Connection::all(&world, ["one", "two"]);
    let mut killed = Process::on(Arc::clone(&one) as _, 1);
    assert_eq!(killed.settle(), [0, 1, 2, 3]);
    one.end();
    let mut again = Process::on(two, 2);
    for _ in 0..3 {
        let assignment = again.look_after(Duration::from_secs(1), NOW);
        assert_eq!(
            (numbers(&assignment.wanted), assignment.lacking),
            (vec![], 4)
        );
    }
    let assignment = again.look_after(Duration::from_secs(1), NOW);
    assert_eq!((assignment.wanted.len(), assignment.lacking), (4, 0));
    assert!(assignment.has_taken);
}

#[test]
fn a_process_waits_for_its_share_only_while_it_has_none() {
    let world = World::new();
    let [mut first, mut second] = two(&world);
    let mut third = Process::new(&world, 3);
    let lacking = |process: &mut Process| process.look().lacking;
    assert_eq!(lacking(&mut third), 4, "the others may be dead");
    assert_eq!((lacking(&mut first), lacking(&mut second)), (0, 0));
    assert_eq!(lacking(&mut third), 1);
    first.service.leave(&first.holder, NOW).expect("a store");
    second.service.leave(&second.holder, NOW).expect("a store");
    assert_eq!((lacking(&mut third), third.held()), (0, vec![0, 1, 2, 3]));
    // With more processes than shards, the rest stand by.
    let mut more: Vec<_> = (4..9).map(|id| Process::new(&world, id)).collect();
    for _ in 0..3 {
        third.settle();
        for process in &mut more {
            process.settle();
        }
    }
    let last = more.last_mut().expect("a process");
    assert_eq!((lacking(last), last.held()), (0, vec![]));
}

#[test]
fn a_store_that_was_away_for_all_costs_nobody_a_shard() {
    let world = World::new();
    let [mut first, mut second] = two(&world);
    for _ in 0..3 {
        first.look_after(MINUTE, NOW);
        second.look_after(MINUTE, NOW);
    }
    assert_eq!((first.held(), second.held()), (vec![0, 1], vec![2, 3]));
}

#[test]
fn only_the_process_of_a_shard_does_its_unprompted_work() {
    let world = World::new();
    let [first, second] = two(&world);
    let [near, far] = [0, 2].map(|number| begun_on(&world, number));
    for process in [&first, &second] {
        let shards = process.service.held_shards().expect("a shared store");
        let connected: Vec<_> = shards.into_iter().map(|shard| (shard, true)).collect();
        let noted = process.service.note_shards(NOW, NOW, &connected);
        assert!(!noted.expect("a store"));
    }
    let over = NOW.after(MINUTE * 6);
    assert_eq!(expire_at(&first.service, over), [near]);
    assert_eq!(expire_at(&first.service, over), []);
    let next = first.service.next_deadline(NOW).expect("a store");
    assert_eq!(next, None);
    assert_eq!(expire_at(&second.service, over), [far]);
}

/// Returns whether a process counts as the only one that shows a game.
fn shows_alone(process: &Process, id: GameId) -> bool {
    let times = (NOW, process.at);
    let pending = process.service.pending_message(id, times);
    pending.expect("a store").expect("a board").acts_alone
}

#[test]
fn a_process_shows_games_beside_others_until_it_has_had_their_shard_for_a_while() {
    let world = World::new();
    let id = begun_on(&world, 2);
    let shows_alone = |process: &Process| shows_alone(process, id);
    let mut first = Process::new(&world, 1);
    assert!(!shows_alone(&first), "another one may hold the shard");
    first.settle();
    assert!(shows_alone(&first), "there was no other one");
    let mut second = Process::new(&world, 2);
    second.settle();
    first.settle();
    second.settle();
    assert_eq!(second.held(), [2, 3]);
    assert!(!shows_alone(&first));
    assert!(!shows_alone(&second), "the first may be sending it");
    for _ in 0..10 {
        first.settle();
        second.settle();
    }
    assert!(shows_alone(&second));
    let alone = world.service.pending_message(id, (NOW, Instant::now()));
    let alone = alone.expect("a store").expect("a board");
    assert!(alone.acts_alone, "nobody shares its store");
}

#[test]
fn a_process_shows_games_beside_the_only_other_one_for_a_while_after_its_end() {
    for has_died in [true, false] {
        let world = World::new();
        let id = begun_on(&world, 2);
        let [mut first, second] = two(&world);
        if has_died {
            outlast(&mut first, NOW);
        } else {
            second.service.leave(&second.holder, NOW).expect("a store");
            first.settle();
        }
        assert_eq!(first.held(), [0, 1, 2, 3]);
        assert!(!shows_alone(&first, id), "the second may be sending it");
        outlast(&mut first, NOW);
        assert!(shows_alone(&first, id));
    }
}

#[test]
fn time_in_which_a_shard_had_no_process_is_given_back_once() {
    let world = World::new();
    let [mut first, second] = two(&world);
    let far = begun_on(&world, 2);
    let shard = Shard {
        number: 2,
        total: TOTAL,
    };
    let back = NOW.after(MINUTE * 10);
    outlast(&mut first, back);
    assert_eq!(expire_at(&first.service, back), [], "nobody can move yet");
    let is_owed = first.service.note_shards(back, back, &[(shard, true)]);
    assert!(is_owed.expect("a store"));
    while first.service.give_back().expect("a store") {}
    let expected = world.runs_out(far);
    assert!(expected >= Some(back.after(MINUTE * 5)));
    // The process that lost the shard wakes, and has not looked at its lease yet.
    let later = back.after(MINUTE * 2);
    for is_connected in [false, true] {
        let noted = second
            .service
            .note_shards(NOW, later, &[(shard, is_connected)]);
        noted.expect("a store");
    }
    while second.service.give_back().expect("a store") {}
    assert_eq!(world.runs_out(far), expected);
}
