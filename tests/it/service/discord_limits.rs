//! Processes that share Discord's limits of requests and of sessions.

use std::num::NonZero;

use focusbot::service::{LimitReport, Portion};

use super::harness::{NOW, World};
use super::leases::{LOOK, Process, outlast, two};

/// Returns the part of a limit of 50 that a process gets.
fn granted(portion: &Portion) -> u32 {
    portion.limits.of(NonZero::new(50).expect("fifty")).get()
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
