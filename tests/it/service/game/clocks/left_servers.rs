//! Clocks of games on servers that the bot has left.

use std::sync::Arc;

use focus::{Mode, Rules};
use focusbot::service::{
    Access, GameId, GuildId, Limits, Overtime, PersonId, Place, Refusal, RetentionPeriods, Service,
    Timestamp,
};

use crate::service::game::clocks::{
    at, begun, check_lost_on_time, come_back, expire, next, refused_at, reminders, timed_world,
};
use crate::service::harness::{
    AFAR, DAY, HERE, HOUR, LIMITS, MINUTE, NOW, World, draw, go_on, leave_lost_server,
};

/// Server of the games here.
const SERVER: GuildId = GuildId(1);

/// Limits with which the data of a server is removed after a month.
const FORGETFUL: Limits = Limits {
    retention: RetentionPeriods {
        left_servers: Some(DAY.saturating_mul(30)),
        ..RetentionPeriods::NEVER
    },
    ..LIMITS
};

fn leave(world: &World, now: Timestamp) {
    world.service.server_left(SERVER, now).expect("a store");
}

fn join(world: &World, now: Timestamp) {
    world.service.server_joined(SERVER, now).expect("a store");
}

/// Checks that a duel of a day a move loses no time from an hour after its begin on, when the bot
/// leaves its server, until it comes back two days later; meanwhile, `pause` happens.
#[track_caller]
fn check_absence_around(pause: impl FnOnce(World, GameId) -> World) {
    let (world, id) = timed_world(Mode::Duel, "1d", Overtime::Out);
    leave(&world, NOW.after(HOUR));
    let world = pause(world, id);
    assert_eq!(expire(&world, NOW.after(40 * HOUR)), []);
    assert_eq!(reminders(&world), []);
    let back = NOW.after(49 * HOUR);
    join(&world, back);
    assert_eq!(world.runs_out(id), Some(back.after(23 * HOUR)));
    assert!(world.game(id).ending.is_none());
    // It is over.
    join(&world, back.after(HOUR));
    assert_eq!(world.runs_out(id), Some(back.after(23 * HOUR)));
    expire(&world, back.after(DAY));
    assert!(world.game(id).ending.is_some());
}

#[test]
fn nobody_loses_on_time_on_a_server_that_the_bot_has_left() {
    check_absence_around(|world, _| world);
}

#[test]
fn absence_around_a_restart_takes_no_time() {
    check_absence_around(|world, _| {
        let (alive, back) = (NOW.after(2 * HOUR), NOW.after(30 * HOUR));
        world.service.note_online(alive).expect("a store");
        let world = world.restarted();
        come_back(&world, back);
        world
    });
}

#[test]
fn absence_around_an_outage_takes_no_time() {
    check_absence_around(|world, _| {
        world.service.begin_outage(SERVER, NOW.after(2 * HOUR));
        let ended = world.service.end_outage(SERVER, NOW.after(30 * HOUR));
        ended.expect("a store");
        world
    });
}

#[test]
fn action_from_another_place_during_a_pause_costs_no_time() {
    check_absence_around(|world, id| {
        assert_eq!(expire(&world, NOW.after(20 * HOUR)), []);
        let other = 3 - world.mover(id);
        at(&world, NOW.after(22 * HOUR), other, draw(id)).expect("an offer");
        world
    });
}

#[test]
fn game_shows_from_elsewhere_that_its_clock_is_paused() {
    let (world, id) = timed_world(Mode::Duel, "1d", Overtime::Out);
    let mover = PersonId(world.mover(id));
    let listed = || {
        let games = world.service.listed_games_of(mover).expect("a store");
        (games[0].is_paused, games[0].runs_out.is_some())
    };
    let looked_at = || {
        let seen = world.service.visible_game(mover, AFAR, id);
        seen.expect("a game").view.clock.expect("clocks").is_paused
    };
    assert_eq!((listed(), looked_at()), ((false, true), false));
    leave(&world, NOW.after(HOUR));
    assert_eq!((listed(), looked_at()), ((true, false), true));
    join(&world, NOW.after(DAY));
    assert_eq!((listed(), looked_at()), ((false, true), false));
}

#[test]
fn reminder_waits_until_the_bot_is_back() {
    let (world, id) = timed_world(Mode::Duel, "1d", Overtime::Out);
    let due = NOW.after(18 * HOUR);
    assert_eq!(expire(&world, due), []);
    assert_eq!(reminders(&world), [id]);
    leave(&world, due);
    assert_eq!(reminders(&world), []);
    join(&world, due.after(DAY));
    assert_eq!(reminders(&world), [id]);
}

#[test]
fn nothing_is_written_in_a_game_before_its_deadline() {
    let (world, id) = timed_world(Mode::Duel, "1d", Overtime::Out);
    let before = world.game(id).version;
    leave(&world, NOW.after(HOUR));
    assert_eq!(expire(&world, NOW.after(17 * HOUR)), []);
    assert_eq!(world.game(id).version, before);
}

#[test]
fn absence_adds_a_few_entries_a_day_to_the_log() {
    let (world, id) = timed_world(Mode::Duel, "5m", Overtime::Out);
    leave(&world, NOW);
    let end = NOW.after(10 * DAY);
    while let Some(due) = next(&world).filter(|due| *due < end) {
        assert_eq!(expire(&world, due), []);
    }
    let game = world.game(id);
    assert!(game.ending.is_none() && game.actions <= 40);
}

#[test]
fn pause_that_reaches_beyond_the_absence_ends_with_the_next_move() {
    let (world, id) = timed_world(Mode::Duel, "1d", Overtime::Out);
    leave(&world, NOW.after(HOUR));
    assert_eq!(expire(&world, NOW.after(18 * HOUR)), []);
    let back = NOW.after(19 * HOUR);
    join(&world, back);
    assert_eq!(world.runs_out(id), Some(NOW.after(47 * HOUR)));
    world.play_at(id, back);
    assert_eq!(world.runs_out(id), Some(back.after(DAY)));
}

#[test]
fn week_to_claim_stands_still_on_a_server_that_the_bot_has_left() {
    let (world, id) = timed_world(Mode::Duel, "1d", Overtime::Claim);
    assert_eq!(expire(&world, NOW.after(DAY)), [id]);
    // A day of the week has passed.
    leave(&world, NOW.after(2 * DAY));
    let until = || world.game(id).clock.and_then(|clock| clock.claimable_until);
    assert_eq!(until(), Some(NOW.after(8 * DAY)));
    for _ in 0..2 {
        let over = until().expect("an end of the time to claim");
        assert_eq!(expire(&world, over), []);
        assert_eq!(until(), Some(over.after(6 * HOUR + 6 * DAY)));
    }
    let back = NOW.after(30 * DAY);
    join(&world, back);
    let over = back.after(6 * DAY);
    assert_eq!(until(), Some(over));
    assert!(world.game(id).ending.is_none());
    assert_eq!(expire(&world, over), [id]);
    assert!(world.game(id).ending.is_some());
}

#[test]
fn clocks_run_again_after_a_month_where_the_data_of_servers_is_kept() {
    let (world, id) = timed_world(Mode::Duel, "1d", Overtime::Out);
    let loser = world.mover(id);
    leave(&world, NOW);
    let (month, end) = (NOW.after(31 * DAY), NOW.after(40 * DAY));
    while let Some(due) = next(&world).filter(|due| *due < end) {
        let changed = expire(&world, due);
        assert!(changed.is_empty() || due > month, "{due:?}");
    }
    let game = world.game(id);
    check_lost_on_time(&game, loser);
    assert!(game.actions < 150);
}

/// Checks that a vacation costs the player to move no time if it begins, and ends, while nobody can
/// move.
#[track_caller]
fn check_vacation(leave: impl Fn(&World, Timestamp), join: impl Fn(&World, Timestamp)) {
    let (world, id) = timed_world(Mode::Duel, "1d", Overtime::Out);
    let ends = || world.game(id).clock.and_then(|clock| clock.runs_out);
    leave(&world, NOW.after(HOUR));
    let (who, taken) = (PersonId(world.mover(id)), NOW.after(11 * HOUR));
    let service = &world.service;
    let chosen = service.change_settings(taken, who, |settings| settings.vacation.take(taken, 1));
    chosen.expect("days that are left");
    assert_eq!(ends(), Some(taken.after(DAY + 23 * HOUR)));
    let back = taken.after(2 * DAY);
    join(&world, back);
    assert_eq!(ends(), Some(back.after(23 * HOUR)));
}

#[test]
fn vacation_that_begins_during_an_absence_costs_no_time() {
    check_vacation(leave, join);
}

#[test]
fn vacation_that_begins_during_an_outage_costs_no_time() {
    check_vacation(
        |world, now| world.service.begin_outage(SERVER, now),
        |world, now| world.service.end_outage(SERVER, now).expect("a store"),
    );
}

#[test]
fn vacation_that_begins_during_an_outage_elsewhere_costs_no_time() {
    check_vacation(
        |world, now| {
            let other = Service::new(Arc::clone(&world.store) as _, LIMITS);
            other.begin_outage(SERVER, now);
            other.note_online(now.after(MINUTE)).expect("a store");
        },
        |world, now| {
            world.service.resume_outages().expect("a store");
            world.service.end_outage(SERVER, now).expect("a store");
        },
    );
}

#[test]
fn vacation_after_the_time_was_over_writes_nothing_during_an_absence() {
    let (world, id) = timed_world(Mode::Duel, "1d", Overtime::Out);
    let before = world.game(id).version;
    leave(&world, NOW.after(DAY));
    let (who, taken) = (PersonId(world.mover(id)), NOW.after(2 * DAY));
    for days in [1, 2] {
        let service = &world.service;
        let chosen =
            service.change_settings(taken, who, |settings| settings.vacation.take(taken, days));
        chosen.expect("days that are left");
    }
    assert_eq!(world.game(id).version, before);
}

#[test]
fn game_moves_away_with_its_time_in_one_commit_or_stays_as_it_is() {
    let direct = Place {
        guild: None,
        ..AFAR
    };
    let (world, id) = timed_world(Mode::Duel, "1d", Overtime::Out);
    leave(&world, NOW.after(HOUR));
    let before = world.game(id).version;
    let moved = NOW.after(DAY);
    for _ in 0..2 {
        let refusal = refused_at(&world, moved, 1, leave_lost_server(id, direct));
        assert_eq!(refusal, Refusal::Alone);
    }
    assert_eq!(world.game(id).version, before);
    let gone = at(&world, moved, 1, leave_lost_server(id, AFAR));
    gone.expect("a game that moves");
    assert_eq!(world.game(id).version, before + 1);
}

#[test]
fn outage_that_the_removal_ends_is_given_back() {
    let (world, id) = timed_world(Mode::Duel, "1d", Overtime::Out);
    world.service.begin_outage(SERVER, NOW);
    let left = NOW.after(3 * HOUR);
    leave(&world, left);
    world.service.end_outage(SERVER, left).expect("a store");
    let back = NOW.after(3 * DAY);
    join(&world, back);
    assert_eq!(world.runs_out(id), Some(back.after(DAY)));
}

#[test]
fn move_from_another_place_starts_no_clock_that_runs_out() {
    let (world, id) = timed_world(Mode::Duel, "1d", Overtime::Out);
    leave(&world, NOW.after(HOUR));
    world.play_at(id, NOW.after(2 * HOUR));
    let late = NOW.after(3 * DAY);
    assert_eq!(expire(&world, late), []);
    assert!(world.game(id).ending.is_none() && world.runs_out(id) > Some(late));
    let back = NOW.after(5 * DAY);
    join(&world, back);
    assert_eq!(world.runs_out(id), Some(back.after(DAY)));
}

#[test]
fn game_that_moves_away_gets_the_time_back() {
    let world = World::new();
    let [first, second] = [(); 2].map(|()| begun(&world, Mode::Duel, "1d", Overtime::Out));
    leave(&world, NOW.after(HOUR));
    let before = world.runs_out(first);
    let moved = NOW.after(HOUR + 2 * DAY);
    let refusal = refused_at(&world, moved, 9, leave_lost_server(first, AFAR));
    assert_eq!(refusal, Refusal::NotAPlayer);
    assert_eq!(world.runs_out(first), before);
    let gone = at(&world, moved, 1, leave_lost_server(first, AFAR));
    gone.expect("a game that moves");
    assert_eq!(world.runs_out(first), Some(moved.after(23 * HOUR)));
    assert_eq!(world.runs_out(second), before);
    // The return to the former server changes nothing there.
    join(&world, moved.after(HOUR));
    assert_eq!(world.runs_out(first), Some(moved.after(23 * HOUR)));
}

#[test]
fn game_that_moves_away_in_an_outage_gets_the_time_back() {
    let (world, id) = timed_world(Mode::Duel, "1d", Overtime::Out);
    world.service.begin_outage(SERVER, NOW.after(HOUR));
    let visited = Place {
        access: Access::Visitor,
        ..AFAR
    };
    let moved = NOW.after(3 * HOUR);
    at(&world, moved, 1, go_on(id, visited)).expect("a game that moves");
    let back = moved.after(HOUR);
    world.service.end_outage(SERVER, back).expect("a store");
    assert_eq!(world.runs_out(id), Some(moved.after(23 * HOUR)));
}

#[test]
fn clock_runs_where_the_bot_answers_without_being_a_member() {
    let visited = Place {
        access: Access::Visitor,
        ..HERE
    };
    let (world, id) = timed_world(Mode::Duel, "1d", Overtime::Out);
    leave(&world, NOW.after(HOUR));
    let back = NOW.after(2 * DAY);
    let learned = world.service.learn_access(id, visited, back);
    learned.expect("a game");
    assert_eq!(world.runs_out(id), Some(back.after(23 * HOUR)));
    expire(&world, back.after(DAY));
    assert!(world.game(id).ending.is_some());
}

#[test]
fn clocks_run_once_the_data_of_the_server_is_removed() {
    let world = World::with_limits(FORGETFUL);
    let id = begun(&world, Mode::Duel, "1d", Overtime::Out);
    let untimed = world.begun(Rules::new(Mode::Duel));
    let loser = world.mover(id);
    let left = NOW.after(HOUR);
    leave(&world, left);
    let removed = left.after(30 * DAY);
    let done = world.service.remove_server(SERVER, removed);
    done.expect("a store");
    assert_eq!(world.runs_out(id), Some(removed.after(23 * HOUR)));
    assert_eq!(world.game(untimed).place, HERE);
    // It is noticed again.
    leave(&world, removed);
    assert_eq!(expire(&world, removed), []);
    assert_eq!(expire(&world, removed.after(DAY)), [id]);
    check_lost_on_time(&world.game(id), loser);
}

#[test]
fn game_on_a_server_that_is_back_stays_when_data_is_removed() {
    let world = World::with_limits(FORGETFUL);
    let id = begun(&world, Mode::Duel, "1d", Overtime::Out);
    leave(&world, NOW);
    join(&world, NOW.after(HOUR));
    let before = world.game(id).version;
    let done = world.service.remove_server(SERVER, NOW.after(40 * DAY));
    done.expect("a store");
    let game = world.game(id);
    assert_eq!((game.place, game.version), (HERE, before));
}

#[test]
fn games_without_a_clock_stay_as_they_are() {
    let (world, untimed) = World::with_game(Mode::Duel);
    let id = begun(&world, Mode::Duel, "5m+0m", Overtime::Out);
    let versions = || [untimed, id].map(|id| world.game(id).version);
    let before = versions();
    join(&world, NOW.after(MINUTE));
    assert_eq!(versions(), before);
    leave(&world, NOW.after(MINUTE));
    join(&world, NOW.after(2 * MINUTE));
    assert_eq!(world.game(untimed).version, before[0]);
    assert_eq!(world.runs_out(id), Some(NOW.after(6 * MINUTE)));
}
