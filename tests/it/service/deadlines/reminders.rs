//! Reminder preferences and vacations.

use std::sync::Arc;
use std::time::Instant;

use focus::{Mode, Rules};
use focusbot::service::{
    Announcement, AuditAction, GameId, GuildId, MessageId, Orientation, Overtime, PersonId,
    PersonSettings, Reminder, ReminderFrequency, Service, ThemeName, Timestamp,
};

use crate::service::harness::{
    DAY, HOUR, LIMITS, MINUTE, NOW, World, decide, expire_at, granted, interrupted, mv, timed,
};

/// Returns a world with a duel with a clock that begins at `NOW`, which is 08:00 in UTC.
fn begun(time: &str) -> (World, GameId) {
    let world = World::new();
    let id = world.begun_from(timed(Rules::new(Mode::Duel), time, Overtime::Out));
    (world, id)
}

fn mover(world: &World, id: GameId) -> PersonId {
    PersonId(world.mover(id))
}

fn next(world: &World) -> Option<Timestamp> {
    world.service.next_deadline(NOW).expect("a store")
}

fn away(world: &World, id: GameId) -> Option<Timestamp> {
    world.game(id).clock.expect("clocks").away
}

/// Advances the clock to a time, and returns the number of games with visible changes.
fn expire(world: &World, now: Timestamp) -> usize {
    expire_at(&world.service, now).len()
}

fn reminders(world: &World, now: Timestamp) -> Vec<Reminder> {
    let due = world
        .service
        .reminders_due(None)
        .expect("a store")
        .entries
        .into_iter();
    let found = due.map(|id| world.service.reminder_of(id, now).expect("a store"));
    found.flatten().collect()
}

/// Changes settings; returns the number of games with visible changes.
fn choose(
    world: &World,
    now: Timestamp,
    who: PersonId,
    change: impl Fn(&mut PersonSettings),
) -> usize {
    let changed = world.service.change_settings(now, who, |settings| {
        change(settings);
        Ok(())
    });
    changed.expect("a store").1.len()
}

fn take(world: &World, now: Timestamp, who: PersonId, days: u16) -> usize {
    let taken = world
        .service
        .change_settings(now, who, |settings| settings.vacation.take(now, days));
    taken.expect("days that are left").1.len()
}

fn night_owl(world: &World, who: PersonId, night: &str) {
    choose(world, NOW, who, |settings| {
        settings.night = night.parse().ok();
    });
}

fn reminded(world: &World, reminder: &Reminder) {
    let (step, number) = (reminder.step, reminder.number);
    let noted = world.service.reminded(reminder.view.id, step, number);
    noted.expect("a store");
}

/// Advances the clock to a time, and checks that somebody is reminded then and not before.
#[track_caller]
fn check_reminded(world: &World, id: GameId, at: Timestamp, is_silent: bool) {
    assert_eq!(next(world), Some(at));
    assert_eq!(expire(world, Timestamp(at.0 - 1)), 0);
    assert!(reminders(world, at).is_empty());
    assert_eq!(expire(world, at), 0);
    let found = reminders(world, at);
    assert_eq!((found.len(), found[0].is_silent), (1, is_silent));
    assert_eq!(found[0].person, mover(world, id));
    reminded(world, &found[0]);
}

#[test]
fn people_are_reminded_as_often_as_they_want() {
    for (often, moments) in [
        (ReminderFrequency::Never, &[][..]),
        (ReminderFrequency::Once, &[6]),
        (ReminderFrequency::Twice, &[4, 6]),
        (ReminderFrequency::Thrice, &[4, 6, 7]),
    ] {
        let (world, id) = begun("8h");
        let who = mover(&world, id);
        choose(&world, NOW, who, |settings| settings.reminders = often);
        for hour in moments {
            check_reminded(&world, id, NOW.after(HOUR * *hour), false);
        }
        assert_eq!(next(&world), Some(NOW.after(HOUR * 8)), "{often:?}");
        assert_eq!(expire(&world, NOW.after(HOUR * 8)), 1);
        assert!(world.game(id).ending.is_some());
    }
}

#[test]
fn reminders_that_are_late_come_as_one() {
    let (world, id) = begun("8h");
    let who = mover(&world, id);
    choose(&world, NOW, who, |settings| {
        settings.reminders = ReminderFrequency::Thrice;
    });
    let late = NOW.after(HOUR * 6 + MINUTE);
    expire(&world, late);
    let found = reminders(&world, late);
    assert_eq!(found.len(), 1);
    reminded(&world, &found[0]);
    check_reminded(&world, id, NOW.after(HOUR * 7), false);
}

#[test]
fn a_change_of_mind_counts_at_once() {
    let (world, id) = begun("8h");
    let who = mover(&world, id);
    let other = PersonId(3 - who.0);
    for (person, often, due) in [
        (who, ReminderFrequency::Never, 8),
        (other, ReminderFrequency::Thrice, 8),
        (who, ReminderFrequency::Twice, 4),
    ] {
        choose(&world, NOW, person, |settings| settings.reminders = often);
        assert_eq!(next(&world), Some(NOW.after(HOUR * due)), "{often:?}");
    }
    check_reminded(&world, id, NOW.after(HOUR * 4), false);
    // The other person's turn follows the other person's preference.
    world.play_at(id, NOW.after(HOUR * 5));
    check_reminded(&world, id, NOW.after(HOUR * 9), false);
}

#[test]
fn a_reminder_waits_for_the_morning_if_that_leaves_time() {
    // A quarter of the time is left at half past six in the morning.
    let (world, id) = begun("30h");
    night_owl(&world, mover(&world, id), "22-7");
    check_reminded(&world, id, NOW.after(HOUR * 23), false);
    assert_eq!(next(&world), Some(NOW.after(HOUR * 30)));
}

#[test]
fn a_reminder_comes_before_a_night_that_leaves_no_time() {
    // A quarter is left at two in the morning, and time is over at eight.
    let (world, id) = begun("1d");
    night_owl(&world, mover(&world, id), "22-7");
    let evening = NOW.after(HOUR * 14);
    check_reminded(&world, id, evening.before(MINUTE * 15), false);
    assert_eq!(next(&world), Some(NOW.after(DAY)));
}

#[test]
fn a_turn_within_a_night_is_reminded_of_without_noise() {
    let (world, id) = begun("4h");
    night_owl(&world, mover(&world, id), "7-23");
    check_reminded(&world, id, NOW.after(HOUR * 3), true);
    assert_eq!(expire(&world, NOW.after(HOUR * 4)), 1);
    assert!(world.game(id).ending.is_some(), "time is over at night too");
}

#[test]
fn pending_board_comes_with_all_it_depends_on() {
    let (world, id) = begun("4h");
    for action in [
        AuditAction::Theme(ThemeName::Contrast),
        AuditAction::Orientation(Orientation::Mover),
    ] {
        decide(&world.service, GuildId(1), &action);
    }
    night_owl(&world, mover(&world, id), "7-23");
    let check = |at: Timestamp, is_night: bool| {
        let times = (at, Instant::now());
        let pending = world.service.pending_message(id, times).expect("a game");
        let pending = pending.expect("a board");
        assert_eq!(pending.update.view.id(), id);
        assert_eq!(pending.choices.settings.theme, ThemeName::Contrast);
        assert_eq!(pending.choices.settings.orientation, Orientation::Mover);
        assert_eq!(pending.choices.is_night, is_night, "{at:?}");
    };
    check(NOW, true);
    check(NOW.after(HOUR * 16), false);
    // The board of a move comes with what was read for the move.
    world.play_at(id, NOW);
    check(NOW, false);
}

#[test]
fn clocks_are_paused_on_vacation_and_run_on_after_it() {
    for time in ["1d", "1d+1h"] {
        let (world, id) = begun(time);
        let who = mover(&world, id);
        let (left, back) = (NOW.after(HOUR * 6), NOW.after(HOUR * 6).after(DAY * 3));
        assert_eq!(take(&world, left, who, 3), 1);
        let shown = (away(&world, id), world.runs_out(id));
        assert_eq!(shown, (Some(back), Some(back.after(HOUR * 18))));
        assert_eq!(expire(&world, back), 0);
        // After a return a day early, vacation days that have not begun are available again.
        let early = back.before(DAY);
        assert_eq!(take(&world, early, who, 0), 1);
        let shown = (away(&world, id), world.runs_out(id));
        assert_eq!(shown, (None, Some(early.after(HOUR * 18))));
        let settings = world.service.settings(who).expect("a store");
        assert_eq!(settings.vacation.days_left(early), 28);
        assert_eq!(take(&world, early, who, 0), 0, "there is none to end");
        check_reminded(&world, id, early.after(HOUR * 12), false);
    }
}

#[test]
fn a_player_reminded_before_a_vacation_is_reminded_again_after_it() {
    let (world, id) = begun("1d");
    let who = mover(&world, id);
    check_reminded(&world, id, NOW.after(HOUR * 18), false);
    let left = NOW.after(HOUR * 20);
    assert_eq!(take(&world, left, who, 7), 1);
    let back = left.after(DAY * 7);
    check_reminded(&world, id, back, false);
    assert_eq!(next(&world), Some(back.after(HOUR * 4)));
}

#[test]
fn a_reminder_that_was_not_sent_before_a_vacation_comes_after_it() {
    let (world, id) = begun("1d");
    let due = NOW.after(HOUR * 18);
    assert_eq!(expire(&world, due), 0);
    assert_eq!(take(&world, due, mover(&world, id), 3), 1);
    assert!(reminders(&world, due).is_empty());
    let back = due.after(DAY * 3);
    assert_eq!(expire(&world, back), 0);
    assert_eq!(reminders(&world, back).len(), 1);
}

#[test]
fn a_vacation_can_be_made_longer_or_shorter() {
    let (world, id) = begun("1d");
    let who = mover(&world, id);
    for days in [3, 5, 1] {
        assert_eq!(take(&world, NOW, who, days), 1);
        let back = NOW.after(DAY * u32::from(days));
        assert_eq!(away(&world, id), Some(back));
        assert_eq!(world.runs_out(id), Some(back.after(DAY)));
    }
    let settings = world.service.settings(who).expect("a store");
    assert_eq!(settings.vacation.days_left(NOW), 29);
}

#[test]
fn a_board_posted_while_a_vacation_begins_or_ends_is_not_posted_again() {
    let (world, id) = begun("1d");
    let shown = world.service.view(id).expect("a game");
    for days in [3, 0] {
        assert_eq!(take(&world, NOW, mover(&world, id), days), 1);
    }
    let announced = world.service.announced(&shown, MessageId(77));
    announced.expect("a game");
    assert_eq!(world.pending(id), Some(Announcement::Edit));
}

#[test]
fn a_turn_that_comes_on_vacation_waits_for_its_end() {
    let (world, id) = begun("1d");
    let gone = PersonId(3 - world.mover(id));
    assert_eq!(take(&world, NOW, gone, 7), 0, "no clock of theirs runs");
    world.play_at(id, NOW.after(HOUR));
    assert_eq!(mover(&world, id), gone);
    assert_eq!(world.runs_out(id), Some(NOW.after(DAY * 8)));
    // A person who moves on vacation loses no time.
    world.play_at(id, NOW.after(DAY));
    assert_eq!(world.runs_out(id), Some(NOW.after(DAY * 2)));
    assert_eq!(away(&world, id), None);
}

#[test]
fn a_vacation_that_begins_during_a_move_is_not_missed() {
    let (world, id) = begun("1d");
    let (mover, request) = (world.mover(id), mv(id, None, &world.a_move(id)));
    let other = Service::new(Arc::clone(&world.store) as _, LIMITS);
    let leave = move || {
        let gone = PersonId(3 - mover);
        let taken = other.change_settings(NOW, gone, |settings| settings.vacation.take(NOW, 7));
        taken.expect("days that are left");
    };
    let service = interrupted(&world, LIMITS, 0, leave);
    // The settings of the people in a game that is known are read with it.
    service.view(id).expect("a game");
    granted(&service, NOW, mover, request);
    assert_eq!(away(&world, id), Some(NOW.after(DAY * 7)));
}

#[test]
fn a_game_that_begins_with_somebody_away_waits() {
    let world = World::new();
    for who in [1, 2] {
        take(&world, NOW, PersonId(who), 2);
    }
    let id = world.begun_from(timed(Rules::new(Mode::Duel), "1d", Overtime::Out));
    assert_eq!(away(&world, id), Some(NOW.after(DAY * 2)));
    assert_eq!(world.runs_out(id), Some(NOW.after(DAY * 3)));
}

#[test]
fn a_vacation_does_not_save_a_player_out_of_time() {
    let (world, id) = begun("1h");
    let over = NOW.after(HOUR);
    assert_eq!(take(&world, over, mover(&world, id), 5), 0);
    assert_eq!(expire(&world, over), 1);
    assert!(world.game(id).ending.is_some());
}
