//! Changes of the total number of shards.

use std::time::Instant;

use focus::{Mode, Rules};
use focusbot::service::{NewTable, Overtime, Shard, ShardQuota, Timestamp};

use crate::service::harness::{HERE, MINUTE, NOW, World, timed};
use crate::service::leases::processes::{Process, TOTAL};

/// Lets a process take all shards of this total; returns them.
fn serve(process: &mut Process, total: u32, now: Timestamp) -> Vec<Shard> {
    let quota = ShardQuota::Fair {
        recommended: total,
        is_refused: false,
    };
    let times = (now, Instant::now());
    let assignment = process
        .service
        .renew_and_assign(&mut process.holder, times, quota);
    assignment.expect("a store").wanted.into_iter().collect()
}

#[test]
fn time_without_processes_is_given_back_whatever_the_next_total() {
    let world = World::new();
    let new = NewTable {
        place: HERE,
        ..timed(Rules::new(Mode::Duel), "5m", Overtime::Out)
    };
    let id = world.begun_from(new);
    let mut now = NOW;
    // When a total returns, nothing is left from the first time.
    for (process, total) in (1..).zip([TOTAL, TOTAL * 2, TOTAL]) {
        let mut process = Process::new(&world, process);
        let shards = serve(&mut process, total, now);
        assert_eq!(shards.len(), usize::try_from(total).expect("a number"));
        let connected: Vec<_> = shards.into_iter().map(|shard| (shard, true)).collect();
        let noted = process.service.note_shards(now, now, &connected);
        assert_eq!(
            noted.expect("a store"),
            now != NOW,
            "time is owed after each pause"
        );
        while process.service.give_back().expect("a store") {}
        assert_eq!(world.runs_out(id), Some(now.after(MINUTE * 5)));
        process
            .service
            .leave(&process.holder, now)
            .expect("a store");
        now = now.after(MINUTE * 10);
    }
}
