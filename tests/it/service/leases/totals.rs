//! Changes of the total number of shards.

use std::time::Instant;

use focus::{Mode, Rules};
use focusbot::service::{GameId, NewTable, Overtime, ShardQuota, Timestamp};

use crate::service::harness::{HERE, MINUTE, NOW, World, timed};
use crate::service::leases::processes::{Process, TOTAL, begun_on};

/// Returns the share of a process that is alone with this total.
fn fair(total: u32) -> ShardQuota {
    ShardQuota::Fair {
        recommended: total,
        is_refused: false,
    }
}

/// Returns fixed shards of this total, from the first to the last.
fn part([first, last]: [u32; 2], total: u32) -> ShardQuota {
    ShardQuota::Fixed { first, last, total }
}

/// Returns all shards of this total, as fixed ones.
fn fixed(total: u32) -> ShardQuota {
    part([0, total - 1], total)
}

/// Begins a duel with a clock of five minutes.
fn begun(world: &World) -> GameId {
    world.begun_from(NewTable {
        place: HERE,
        ..timed(Rules::new(Mode::Duel), "5m", Overtime::Out)
    })
}

/// Lets a process take its shards, and gives back the time for which nobody served them; returns
/// whether there is any.
fn serve(process: &mut Process, quota: ShardQuota, now: Timestamp) -> bool {
    let (service, times) = (&process.service, (now, Instant::now()));
    let assignment = service.renew_and_assign(&mut process.holder, times, quota);
    let shards = assignment.expect("a store").wanted.into_iter();
    let connected: Vec<_> = shards.map(|shard| (shard, true)).collect();
    let is_owed = service.note_shards(now, now, &connected);
    while service.give_back().expect("a store") {}
    is_owed.expect("a store")
}

fn leave(process: &Process, now: Timestamp) {
    let left = process.service.leave(&process.holder, now);
    left.expect("a store");
}

#[test]
fn time_without_processes_is_given_back_whatever_the_next_total() {
    let world = World::new();
    let id = begun(&world);
    let mut now = NOW;
    // When a total returns, nothing is left from the first time.
    for (process, total) in (1..).zip([TOTAL, TOTAL * 2, TOTAL]) {
        let mut process = Process::new(&world, process);
        let is_owed = serve(&mut process, fair(total), now);
        assert_eq!(process.held(), (0..total).collect::<Vec<_>>());
        assert_eq!(is_owed, now != NOW, "time is owed after each pause");
        assert_eq!(world.runs_out(id), Some(now.after(MINUTE * 5)));
        leave(&process, now);
        now = now.after(MINUTE * 10);
    }
}

#[test]
fn time_in_which_another_total_was_served_is_not_given_back() {
    let world = World::new();
    let id = begun(&world);
    let (mut now, mut left) = (NOW, MINUTE * 5);
    // The leases of each total stay when another one is served.
    for (process, total) in (1..).zip([TOTAL, TOTAL * 2, TOTAL]) {
        let mut process = Process::new(&world, process);
        serve(&mut process, fixed(total), now);
        assert_eq!(world.runs_out(id), Some(now.after(left)), "{total} shards");
        leave(&process, now.after(MINUTE));
        left -= MINUTE;
        now = now.after(MINUTE * 10);
    }
}

#[test]
fn time_since_a_process_was_killed_is_given_back_whatever_the_next_total() {
    let world = World::new();
    let id = begun(&world);
    let mut killed = Process::new(&world, 1);
    for time in [NOW, NOW.after(MINUTE)] {
        serve(&mut killed, fixed(TOTAL), time);
    }
    let now = NOW.after(MINUTE * 10);
    assert!(serve(&mut Process::new(&world, 2), fixed(TOTAL * 2), now));
    assert_eq!(world.runs_out(id), Some(now.after(MINUTE * 4)));
}

#[test]
fn time_without_processes_is_given_back_on_the_shards_of_each() {
    let world = World::new();
    let (total, last) = (TOTAL * 2, TOTAL * 2 - 1);
    let id = begun_on(&world, last);
    let mut before = Process::new(&world, 1);
    serve(&mut before, fixed(TOTAL), NOW);
    leave(&before, NOW);
    let now = NOW.after(MINUTE * 10);
    let (mut first, mut second) = (Process::new(&world, 2), Process::new(&world, 3));
    serve(&mut first, part([0, TOTAL - 1], total), now);
    let later = now.after(MINUTE);
    assert!(serve(&mut second, part([TOTAL, last], total), later));
    assert_eq!(world.runs_out(id), Some(later.after(MINUTE * 5)));
}
