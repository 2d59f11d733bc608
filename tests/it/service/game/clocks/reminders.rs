//! Reminders of clocks that run out.

use focus::Mode;
use focusbot::service::{Overtime, PersonId, Timestamp};

use crate::service::game::clocks::{
    begun, come_back, deadlines, expire, next, reminders, timed_world,
};
use crate::service::harness::{DAY, HOUR, MINUTE, NOW, World, granted, resign};

#[test]
fn player_is_reminded_once_at_a_quarter_of_the_time() {
    let (world, id) = timed_world(Mode::Duel, "1d", Overtime::Out);
    let version = world.game(id).version;
    let due = NOW.after(HOUR * 18);
    assert_eq!(next(&world), Some(due));
    assert!(expire(&world, Timestamp(due.0 - 1)).is_empty() && reminders(&world).is_empty());
    assert!(
        expire(&world, due).is_empty(),
        "nothing of the game has changed"
    );
    assert_eq!(
        (reminders(&world), world.game(id).version),
        (vec![id], version)
    );
    assert_eq!((next(&world), deadlines(&world)), (Some(NOW.after(DAY)), 1));
    let reminder = world.service.reminder_of(id, NOW).expect("a store");
    let reminder = reminder.expect("a reminder");
    let (step, number) = (reminder.step, reminder.number);
    let noted = world.service.reminded(id, step, number);
    noted.expect("a store");
    assert!(expire(&world, due.after(HOUR)).is_empty());
    // A pause moves the deadline, and is no reason for another reminder.
    world.service.note_online(due.after(HOUR)).expect("a store");
    come_back(&world, due.after(DAY));
    assert!(expire(&world, due.after(DAY)).is_empty() && reminders(&world).is_empty());
    let over = due.after(DAY).after(HOUR * 5);
    assert_eq!(next(&world), Some(over));
    assert_eq!(expire(&world, over).len(), 1);
}

#[test]
fn a_reminder_that_was_not_sent_lapses_with_the_move() {
    let (world, id) = timed_world(Mode::Duel, "4h+1h", Overtime::Out);
    let due = NOW.after(HOUR * 3);
    assert!(expire(&world, due).is_empty());
    assert_eq!(reminders(&world), [id]);
    world.play_at(id, due);
    assert!(reminders(&world).is_empty());
    assert_eq!(next(&world), Some(due.after(HOUR * 3)));
    // The rest of a bank counts in the same way: two hours now.
    world.play_at(id, due);
    assert_eq!(next(&world), Some(due.after(MINUTE * 90)));
}

#[test]
fn resignation_out_of_turn_repeats_no_reminder_and_drops_none() {
    let (world, id) = timed_world(Mode::FreeForAll, "8h", Overtime::Out);
    let (due, mover) = (NOW.after(HOUR * 6), world.mover(id));
    let others: Vec<_> = (1..=4).filter(|who| *who != mover).collect();
    assert!(expire(&world, due).is_empty());
    granted(&world.service, due, others[0], resign(id));
    let reminder = world.service.reminder_of(id, due).expect("a store");
    let reminder = reminder.expect("a reminder");
    assert_eq!(reminder.person, PersonId(mover));
    let noted = world.service.reminded(id, reminder.step, reminder.number);
    noted.expect("a store");
    granted(&world.service, due, others[1], resign(id));
    assert!(expire(&world, due).is_empty() && reminders(&world).is_empty());
    assert_eq!(next(&world), Some(NOW.after(HOUR * 8)));
}

#[test]
fn time_that_is_over_needs_no_reminder() {
    let world = World::new();
    begun(&world, Mode::Duel, "1h", Overtime::Out);
    assert_eq!(expire(&world, NOW.after(HOUR)).len(), 1);
    assert!(reminders(&world).is_empty());
}
