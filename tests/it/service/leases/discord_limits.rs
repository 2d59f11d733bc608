//! Processes that share Discord's limits of requests and of sessions, and pass sessions on.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZero;
use std::time::Duration;

use focusbot::service::{GuildId, KeptSession, LimitReport, Shard, ShardAssignment};
use focusbot::store::{Keys, Store, Table};

use crate::service::harness::{MINUTE, NOW, World};
use crate::service::leases::processes::{LOOK, Process, TOTAL, outlast, two};

/// Returns the part of a limit of 50 that a process gets.
fn granted(assignment: &ShardAssignment) -> u32 {
    assignment.limits.of(NonZero::new(50).expect("fifty")).get()
}

#[test]
fn processes_share_the_limit_of_requests_and_a_lost_share_comes_back() {
    let world = World::new();
    let [mut first, mut second] = [1, 2].map(|id| Process::new(&world, id));
    assert_eq!(granted(&first.look()), 50);
    assert_eq!(granted(&second.look()), 1, "the first one uses all");
    assert_eq!(granted(&first.look()), 25);
    assert_eq!(granted(&second.look()), 25);
    outlast(&mut first, NOW);
    assert_eq!(granted(&first.look()), 50);
    assert_eq!(granted(&second.look()), 1, "it was taken for dead");
    assert_eq!(granted(&first.look()), 25);
    assert_eq!(granted(&second.look()), 25);
    let left = second.service.leave(&second.holder, NOW);
    left.expect("a store");
    assert_eq!(granted(&first.look()), 50);
}

#[test]
fn refusals_of_one_process_are_known_to_the_others() {
    let world = World::new();
    let [mut first, mut second] = two(&world);
    let reported = LimitReport {
        refused: 7,
        closed: LOOK * 5,
    };
    first.holder.limits = reported;
    assert_eq!(first.look().limits.others, LimitReport::default());
    assert_eq!(second.look().limits.others, reported);
    let later = LimitReport {
        closed: LOOK * 4,
        ..reported
    };
    assert_eq!(second.look().limits.others, later, "time has passed");
    first.holder.limits = LimitReport::default();
    first.look();
    assert_eq!(second.look().limits.others, LimitReport::default());
}

#[test]
fn sessions_of_a_bucket_begin_one_after_the_other() {
    let world = World::new();
    let processes = two(&world);
    let at = |seconds| NOW.after(Duration::from_secs(seconds));
    let takes = |process: usize, bucket, seconds| {
        let taken = processes[process].service.take_start(bucket, at(seconds));
        taken.expect("a store").is_none()
    };
    assert!(takes(0, 0, 0));
    assert!(!takes(1, 0, 0) && takes(1, 1, 0), "buckets are apart");
    let noted = processes[0].service.note_start(0, at(1));
    noted.expect("a store");
    assert!(!takes(1, 0, 5) && takes(1, 0, 6));
    // A turn that is taken and not used ends after ten seconds.
    assert!(!takes(0, 0, 15) && takes(0, 0, 16));
    // A turn taken by a process whose clock is far ahead blocks nobody.
    assert!(takes(1, 2, 3_600) && takes(0, 2, 0));
}

#[test]
fn process_without_others_begins_sessions_without_the_store() {
    let world = World::new();
    for _ in 0..2 {
        let taken = world.service.take_start(0, NOW);
        assert_eq!(taken.expect("a store"), None);
        world.service.note_start(0, NOW).expect("a store");
    }
    let written = world.store.scan(Table::Leases, &Keys::all());
    assert_eq!(written.expect("a store"), []);
}

#[test]
fn session_is_passed_on_once_by_the_process_that_holds_its_shard() {
    let world = World::new();
    let [first, mut second] = two(&world);
    let kept = KeptSession {
        id: "s".to_owned(),
        url: "ws://again".to_owned(),
        sequence: 7,
        account: 1,
        name: "FocusBot".to_owned(),
        application: 1,
        guilds: BTreeMap::from([
            (GuildId(5), Some("de".to_owned())),
            (GuildId(6), None),
            (GuildId(7), Some("de".to_owned())),
        ]),
    };
    let [own, other] = [0, 2].map(|number| Shard {
        number,
        total: TOTAL,
    });
    let keep = |shard| {
        let sessions = vec![(shard, kept.clone())];
        first.service.keep_sessions(sessions, NOW);
    };
    let taken = |process: &Process, shard, now| {
        let taken = process.service.take_sessions(&BTreeSet::from([shard]), now);
        taken.expect("a store")
    };
    keep(own);
    assert_eq!(taken(&second, own, NOW), [(own, kept.clone())]);
    assert_eq!(taken(&second, own, NOW), []);
    keep(other);
    assert_eq!(
        taken(&second, other, NOW),
        [],
        "another one holds the shard"
    );
    keep(own);
    let later = NOW.after(MINUTE * 3);
    assert_eq!(taken(&second, own, later), [], "Discord has forgotten it");
    assert_eq!(taken(&second, own, NOW), []);
    outlast(&mut second, NOW);
    keep(own);
    assert_eq!(taken(&second, own, NOW), [], "the first one has lost it");
}
