//! Time that a move takes and gives, and the entries of clocks that run.

use std::time::Duration;

use focus::Mode;
use focusbot::service::{GameRequest, Overtime};

use crate::service::game::clocks::{at, begun, come_back, deadlines, expire, next, timed_world};
use crate::service::harness::{DAY, HOUR, MINUTE, NOW, World};
use crate::store::put;

#[test]
fn every_move_has_the_whole_time_again() {
    let (world, id) = timed_world(Mode::Duel, "1d", Overtime::Out);
    assert_eq!(world.runs_out(id), Some(NOW.after(DAY)));
    for hours in [23, 30, 31] {
        let now = NOW.after(HOUR * hours);
        world.play_at(id, now);
        assert_eq!(world.runs_out(id), Some(now.after(DAY)));
        assert_eq!(deadlines(&world), 1, "one entry for the clock that runs");
    }
}

#[test]
fn a_move_taken_back_gives_no_time() {
    for (text, whole) in [("1d", DAY), ("2h+5m", HOUR * 2)] {
        let (world, id) = timed_world(Mode::Duel, text, Overtime::Out);
        let (mover, spent) = (world.mover(id), Duration::from_secs(100));
        world.play_at(id, NOW.after(spent));
        let request = GameRequest::TakeBack.in_game(id, None);
        at(&world, NOW.after(spent), mover, request).expect("a move taken back");
        assert_eq!(world.mover(id), mover);
        assert_eq!(world.runs_out(id), Some(NOW.after(whole)), "{text}");
    }
}

#[test]
fn a_bank_is_spent_and_each_move_adds_to_it() {
    let (world, id) = timed_world(Mode::Duel, "2h+5m", Overtime::Out);
    assert_eq!(world.runs_out(id), Some(NOW.after(HOUR * 2)));
    let first = NOW.after(HOUR);
    world.play_at(id, first);
    assert_eq!(world.runs_out(id), Some(first.after(HOUR * 2)));
    let left = world.game(id).clock.expect("clocks").left;
    assert_eq!(left[0].1, HOUR + MINUTE * 5);
    let second = first.after(MINUTE);
    world.play_at(id, second);
    assert_eq!(world.runs_out(id), Some(second.after(HOUR + MINUTE * 5)));
    let left = world.game(id).clock.expect("clocks").left;
    assert_eq!(left[0].1, HOUR * 2 + MINUTE * 4);
}

#[test]
fn games_are_listed_in_order_of_their_deadlines() {
    let world = World::new();
    let times = ["3d", "1h", "7d"];
    let games: Vec<_> = times
        .map(|time| begun(&world, Mode::Duel, time, Overtime::Out))
        .into();
    let who = world.mover(games[0]);
    let listed = world.games_of(who);
    let listed: Vec<_> = listed.iter().filter(|game| game.your_turn).collect();
    let moments: Vec<_> = listed.iter().map(|game| game.runs_out).collect();
    assert!(
        moments.is_sorted() && moments.iter().all(Option::is_some),
        "{moments:?}"
    );
    assert!(!listed.is_empty());
}

#[test]
fn every_running_clock_has_one_entry() {
    let limits = focusbot::service::Limits {
        games_per_person: 50,
        games_per_channel: 50,
        ..crate::service::harness::LIMITS
    };
    let world = World::with_limits(limits);
    for _ in 0..20 {
        begun(&world, Mode::Duel, "1d", Overtime::Out);
    }
    assert_eq!(deadlines(&world), 20);
    come_back(&world, NOW);
    let back = NOW.after(HOUR);
    come_back(&world, back);
    // The next deadline is a reminder with a quarter of the time left.
    assert_eq!(next(&world), Some(back.after(HOUR * 18)));
    assert_eq!(deadlines(&world), 20);
    assert_eq!(expire(&world, back.after(DAY)).len(), 20);
    assert_eq!(deadlines(&world), 0);
}

#[test]
fn an_entry_that_leads_nowhere_is_taken_away() {
    use focusbot::store::records::{MarkRecord, record};
    use focusbot::store::{Key, Table};
    let world = World::new();
    let key = Key::new().u64(NOW.0).u32(99);
    let mark = record::encode(&MarkRecord::default());
    put(&*world.store, Table::Deadlines, &key, mark);
    assert!(expire(&world, NOW).is_empty());
    assert_eq!(deadlines(&world), 0);
}
