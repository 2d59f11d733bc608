//! Clocks of games on servers that the bot has left.

use std::collections::HashSet;

use focus::{Mode, Rules};
use focusbot::service::{
    Access, ChannelId, GameId, GuildId, Limits, Overtime, PersonId, Place, Refusal, Request,
    RetentionPeriods, Timestamp,
};

use crate::service::game::clocks::{
    DAY, HOUR, MINUTE, at, begun, check_lost_on_time, come_back, expire, play_at, refused_at,
    reminders, runs_out,
};
use crate::service::harness::{HERE, LIMITS, NOW, World, draw, timed};

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
    world.service.lose_server(SERVER, now).expect("a store");
}

fn join(world: &World, now: Timestamp) {
    let joined = world.service.servers_joined(&HashSet::from([SERVER]), now);
    joined.expect("a store");
}

/// Checks that a duel of a day a move loses no time from an hour after its begin on, when the bot
/// leaves its server, until it comes back two days later; meanwhile, `pause` happens.
#[track_caller]
fn check_absence_around(pause: impl FnOnce(World, GameId) -> World) {
    let world = World::new();
    let id = begun(&world, Mode::Duel, "1d", Overtime::Out);
    leave(&world, NOW.after(HOUR));
    let world = pause(world, id);
    let back = NOW.after(HOUR + 2 * DAY);
    assert_eq!(expire(&world, back), []);
    assert_eq!(reminders(&world), []);
    join(&world, back);
    assert_eq!(runs_out(&world, id), Some(back.after(23 * HOUR)));
    assert!(world.game(id).ending.is_none());
    // It is over.
    join(&world, back.after(HOUR));
    assert_eq!(runs_out(&world, id), Some(back.after(23 * HOUR)));
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
fn action_from_another_place_costs_no_time() {
    check_absence_around(|world, id| {
        let other = 3 - world.mover(id);
        at(&world, NOW.after(30 * HOUR), other, draw(id)).expect("an offer");
        world
    });
}

#[test]
fn vacation_that_ends_during_the_absence_takes_no_time() {
    let vacation = |world: &World, id, now, days| {
        let mover = PersonId(world.mover(id));
        let changed = world
            .service
            .change_settings(now, mover, |settings| settings.vacation.take(now, days));
        changed.expect("a vacation");
    };
    check_absence_around(|world, id| {
        vacation(&world, id, NOW.after(2 * HOUR), 5);
        vacation(&world, id, NOW.after(44 * HOUR), 0);
        world
    });
}

#[test]
fn outage_that_the_removal_ends_is_given_back() {
    let world = World::new();
    let id = begun(&world, Mode::Duel, "1d", Overtime::Out);
    world.service.begin_outage(SERVER, NOW);
    let left = NOW.after(3 * HOUR);
    leave(&world, left);
    world.service.end_outage(SERVER, left).expect("a store");
    let back = NOW.after(3 * DAY);
    join(&world, back);
    assert_eq!(runs_out(&world, id), Some(back.after(DAY)));
}

#[test]
fn move_from_another_place_starts_no_clock_that_runs_out() {
    let world = World::new();
    let id = begun(&world, Mode::Duel, "1d", Overtime::Out);
    leave(&world, NOW.after(HOUR));
    play_at(&world, id, NOW.after(2 * HOUR));
    let late = NOW.after(3 * DAY);
    assert_eq!(expire(&world, late), []);
    assert!(world.game(id).ending.is_none() && runs_out(&world, id) > Some(late));
    let back = NOW.after(5 * DAY);
    join(&world, back);
    assert_eq!(runs_out(&world, id), Some(back.after(DAY)));
}

#[test]
fn game_that_moves_away_gets_the_time_back() {
    let there = Place {
        guild: Some(GuildId(2)),
        channel: ChannelId(20),
        access: Access::Member,
    };
    let go_on = |game, is_lost| Request::MoveToChannel {
        game,
        place: there,
        is_lost,
    };
    let world = World::new();
    let [first, second] = [(); 2].map(|()| begun(&world, Mode::Duel, "1d", Overtime::Out));
    leave(&world, NOW.after(HOUR));
    let paused = runs_out(&world, first);
    let moved = NOW.after(HOUR + 2 * DAY);
    let refusal = refused_at(&world, moved, 9, go_on(first, true));
    assert_eq!(refusal, Refusal::NotAPlayer);
    assert_eq!(runs_out(&world, first), paused);
    at(&world, moved, 1, go_on(first, true)).expect("a game that moves");
    assert_eq!(runs_out(&world, first), Some(moved.after(23 * HOUR)));
    assert_eq!(runs_out(&world, second), paused);
    // The return to the former server changes nothing there.
    join(&world, moved.after(HOUR));
    assert_eq!(runs_out(&world, first), Some(moved.after(23 * HOUR)));
}

#[test]
fn clock_runs_where_the_bot_answers_without_being_a_member() {
    let visited = Place {
        access: Access::Visitor,
        ..HERE
    };
    let world = World::new();
    let id = begun(&world, Mode::Duel, "1d", Overtime::Out);
    leave(&world, NOW.after(HOUR));
    let back = NOW.after(2 * DAY);
    let learned = world.service.learn_access(id, visited, back);
    learned.expect("a game");
    assert_eq!(runs_out(&world, id), Some(back.after(23 * HOUR)));
    join(&world, back.after(HOUR));
    assert_eq!(runs_out(&world, id), Some(back.after(23 * HOUR)));
    leave(&world, back.after(2 * HOUR));
    assert_eq!(runs_out(&world, id), Some(back.after(23 * HOUR)));
}

#[test]
fn pause_ends_when_the_data_of_the_server_is_removed() {
    let world = World::with_limits(FORGETFUL);
    let id = begun(&world, Mode::Duel, "1d", Overtime::Out);
    let loser = world.mover(id);
    let left = NOW.after(HOUR);
    leave(&world, left);
    let removed = left.after(30 * DAY);
    assert_eq!(runs_out(&world, id), Some(removed.after(23 * HOUR)));
    assert_eq!(expire(&world, removed), []);
    assert_eq!(expire(&world, removed.after(DAY)), [id]);
    check_lost_on_time(&world.game(id), loser);
}

#[test]
fn games_without_a_clock_and_ended_pauses_stay_as_they_are() {
    let world = World::new();
    let untimed = world.begun(Rules::new(Mode::Duel));
    let id = world.begun_from(timed(Rules::new(Mode::Duel), "5m+0m", Overtime::Out));
    let versions = || [untimed, id].map(|id| world.game(id).version);
    let before = versions();
    join(&world, NOW.after(MINUTE));
    assert_eq!(versions(), before);
    leave(&world, NOW.after(MINUTE));
    join(&world, NOW.after(2 * MINUTE));
    assert_eq!(world.game(untimed).version, before[0]);
    assert_eq!(runs_out(&world, id), Some(NOW.after(6 * MINUTE)));
}
