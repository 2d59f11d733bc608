//! Compensation for the time in which nobody could move.

use std::time::Duration;

use focus::{Mode, Rules};
use focusbot::service::{
    Announcement, GameId, GameRequest, GuildId, MessageId, NewTable, Overtime, Shard,
};

use crate::service::game::clocks::{
    begun, check_lost_on_time, come_back, deadlines, expire, timed_world,
};
use crate::service::harness::{AFAR, DAY, HOUR, MINUTE, NOW, World, person, timed};

#[test]
fn time_of_the_pause_is_given_back_once_and_to_the_millisecond() {
    let (world, per_move) = timed_world(Mode::Duel, "1d", Overtime::Out);
    let with_bank = begun(&world, Mode::Duel, "2h+5m", Overtime::Out);
    let untimed = world.begun(Rules::new(Mode::Duel));
    let versions = |id| world.game(id).version;
    let before = versions(untimed);
    come_back(&world, NOW);
    let (alive, back) = (NOW.after(HOUR), NOW.after(HOUR * 90));
    world.service.note_online(alive).expect("a store");
    come_back(&world, back);
    // An hour had passed before the pause.
    assert_eq!(world.runs_out(per_move), Some(back.after(HOUR * 23)));
    assert_eq!(world.runs_out(with_bank), Some(back.after(HOUR)));
    assert_eq!(versions(untimed), before);
    assert!(expire(&world, back).is_empty());
    // Restarted at once: nothing more to give back.
    come_back(&world, back);
    assert_eq!(world.runs_out(with_bank), Some(back.after(HOUR)));
    assert_eq!(deadlines(&world), 2);
    expire(&world, back.after(HOUR));
    check_lost_on_time(
        &world.game(with_bank),
        world
            .game(with_bank)
            .players
            .iter()
            .find_map(|(color, player)| {
                let is_out = world.game(with_bank).game.position().out().contains(*color);
                player.id().filter(|_| is_out).map(|id| id.0)
            })
            .expect("somebody who is out"),
    );
}

#[test]
fn a_move_made_after_the_last_sign_of_life_is_not_charged_twice() {
    let (world, id) = timed_world(Mode::Duel, "2h+0m", Overtime::Out);
    world.service.note_online(NOW).expect("a store");
    let moved = NOW.after(MINUTE);
    world.play_at(id, moved);
    let back = moved.after(DAY);
    come_back(&world, back);
    assert_eq!(world.runs_out(id), Some(back.after(HOUR * 2)));
    let left = world.game(id).clock.expect("clocks").left;
    assert_eq!(left[0].1, MINUTE * 119);
}

#[test]
fn move_before_the_time_of_its_game_is_given_back_is_not_late() {
    let (world, id) = timed_world(Mode::Duel, "5m+0m", Overtime::Out);
    world.service.note_online(NOW).expect("a store");
    let back = NOW.after(HOUR);
    world.service.note_back_online(back).expect("a store");
    assert!(expire(&world, back).is_empty());
    let mover = world.mover(id);
    world.play_at(id, back.after(MINUTE));
    let game = world.game(id);
    let color = game.color_of(person(mover).person).expect("a player");
    assert_eq!(game.clock.expect("clocks").left, [(color, MINUTE * 4)]);
    while world.service.give_back().expect("a store") {}
    assert_eq!(world.runs_out(id), Some(back.after(MINUTE * 6)));
}

#[test]
fn board_posted_while_its_time_is_given_back_is_not_posted_again() {
    let (world, id) = timed_world(Mode::Duel, "5m", Overtime::Out);
    world.service.note_online(NOW).expect("a store");
    let shown = world.service.view(id).expect("a game");
    come_back(&world, NOW.after(MINUTE / 2));
    let announced = world.service.announced(&shown, MessageId(77));
    announced.expect("a game");
    assert_eq!(world.pending(id), Some(Announcement::Edit));
    // The next event is posted.
    let shown = world.service.view(id).expect("a game");
    world.play_at(id, NOW.after(MINUTE));
    let announced = world.service.announced(&shown, MessageId(77));
    announced.expect("a game");
    assert_eq!(world.pending(id), Some(Announcement::Post));
}

#[test]
fn time_owed_when_the_bot_was_killed_is_given_back_by_the_next() {
    let limits = focusbot::service::Limits {
        games_per_person: 200,
        games_per_channel: 200,
        games_per_guild: 200,
        ..crate::service::harness::LIMITS
    };
    let world = World::with_limits(limits);
    let games: Vec<_> = (0..120)
        .map(|_| begun(&world, Mode::Duel, "1d", Overtime::Out))
        .collect();
    world.service.note_online(NOW).expect("a store");
    let back = NOW.after(HOUR);
    world.service.note_back_online(back).expect("a store");
    assert!(world.service.give_back().expect("a store"));
    let ends = |world: &World| -> Vec<_> {
        let ends = games.iter().map(|id| world.runs_out(*id));
        ends.map(|at| at.expect("a clock that runs")).collect()
    };
    let given = ends(&world).into_iter().filter(|at| *at > NOW.after(DAY));
    assert_eq!(given.count(), 50);
    // Killed here. The next start continues, and also gives back the time of the second pause.
    let world = world.restarted();
    let again = back.after(HOUR);
    come_back(&world, again);
    assert_eq!(ends(&world), vec![again.after(DAY); 120]);
    let versions =
        |world: &World| -> Vec<_> { games.iter().map(|id| world.game(*id).version).collect() };
    let before = versions(&world);
    world.service.note_back_online(again).expect("a store");
    assert!(!world.service.give_back().expect("a store"));
    assert_eq!(versions(&world), before);
}

/// Server of the games here.
const SERVER: GuildId = GuildId(1);

/// Checks that a game loses no time by an outage of its server of three hours, from `NOW` on, during
/// which `pause` happens.
#[track_caller]
fn check_outage_around(pause: impl FnOnce(&World)) {
    let (world, id) = timed_world(Mode::Duel, "1d", Overtime::Out);
    world.service.begin_outage(SERVER, NOW);
    pause(&world);
    while world.service.give_back().expect("a store") {}
    let back = NOW.after(HOUR * 3);
    world.service.end_outage(SERVER, back).expect("a store");
    assert_eq!(world.runs_out(id), Some(back.after(DAY)));
}

#[test]
fn outage_of_a_server_around_a_pause_of_the_bot_is_given_back_whole() {
    check_outage_around(|world| {
        let (alive, back) = (NOW.after(HOUR), NOW.after(HOUR * 2));
        world.service.note_online(alive).expect("a store");
        world.service.note_back_online(back).expect("a store");
    });
}

#[test]
fn outage_of_a_server_around_one_of_its_shard_is_given_back_whole() {
    const ONLY: Shard = Shard {
        number: 0,
        total: 1,
    };
    let note = |world: &World, hours, is_there| {
        let now = NOW.after(HOUR * hours);
        let noted = world.service.note_shards(now, now, &[(ONLY, is_there)]);
        noted.expect("a store")
    };
    check_outage_around(|world| {
        note(world, 1, false);
        assert!(note(world, 2, true));
    });
    // A request arrives before the shard is known to be back.
    check_outage_around(|world| {
        note(world, 1, false);
        let (game, seen) = (GameId(1), None);
        let draw = GameRequest::Draw.in_game(game, seen);
        let later = NOW.after(HOUR * 2);
        let before = world.game(game).version;
        let refused = world.service.handle(later, &person(9), draw, 1);
        refused.expect_err("a game of others");
        assert_eq!(world.game(game).version, before);
        assert!(note(world, 2, true));
    });
}

#[test]
fn short_pause_after_an_action_in_a_long_outage_is_not_announced() {
    let (world, id) = timed_world(Mode::Duel, "1d", Overtime::Out);
    world.service.begin_outage(SERVER, NOW);
    let offered = NOW.after(MINUTE * 3);
    let other = person(3 - world.mover(id));
    let offer = GameRequest::Draw.in_game(id, None);
    let done = world.service.handle(offered, &other, offer, 7);
    let shown = done.expect("an offer from another place").view;
    let announced = world.service.announced(&shown, MessageId(77));
    announced.expect("a game");
    let back = offered.after(MINUTE / 2);
    world.service.end_outage(SERVER, back).expect("a store");
    assert!(world.game(id).version > shown.version());
    assert!(world.service.pending(id).expect("a game").is_none());
}

#[test]
fn outage_of_a_server_around_a_restart_is_given_back_whole() {
    let (world, id) = timed_world(Mode::Duel, "1d", Overtime::Out);
    world.service.begin_outage(SERVER, NOW);
    world.service.note_online(NOW.after(HOUR)).expect("a store");
    let world = world.restarted();
    world.service.resume_outages().expect("a store");
    let only = Shard {
        number: 0,
        total: 1,
    };
    assert_eq!(world.service.outages_beyond(only, &[]), [SERVER]);
    assert_eq!(world.service.outages_beyond(only, &[SERVER]), []);
    let again = NOW.after(HOUR * 2);
    come_back(&world, again);
    // Discord reports it again.
    world.service.begin_outage(SERVER, again);
    let back = NOW.after(HOUR * 3);
    world.service.end_outage(SERVER, back).expect("a store");
    assert_eq!(world.runs_out(id), Some(back.after(DAY)));
    world.service.note_online(back).expect("a store");
    let world = world.restarted();
    world.service.resume_outages().expect("a store");
    let later = back.after(HOUR);
    world.service.end_outage(SERVER, later).expect("a store");
    assert_eq!(world.runs_out(id), Some(back.after(DAY)), "it is over");
}

#[test]
fn nobody_runs_out_of_time_because_of_a_short_outage_of_their_server() {
    const SHORT: Duration = Duration::from_secs(10);
    let (world, near) = timed_world(Mode::Duel, "5m", Overtime::Out);
    let elsewhere = NewTable {
        place: AFAR,
        ..timed(Rules::new(Mode::Duel), "5m", Overtime::Out)
    };
    let far = world.begun_from(elsewhere);
    let over = NOW.after(MINUTE * 5);
    world.service.begin_outage(SERVER, over.before(SHORT));
    let back = over.after(SHORT);
    world.service.end_outage(SERVER, back).expect("a store");
    assert_eq!(expire(&world, back), [far]);
    // What was lost is given back once.
    let later = back.after(SHORT);
    assert_eq!(world.runs_out(near), Some(later));
    assert_eq!(expire(&world, later), [near]);
}

#[test]
fn outage_of_a_server_ends_without_the_gateway() {
    let (world, id) = timed_world(Mode::Duel, "1d", Overtime::Out);
    world.service.begin_outage(SERVER, NOW);
    world.service.note_online(NOW.after(HOUR)).expect("a store");
    let world = world.restarted();
    let back = NOW.after(HOUR * 2);
    world.service.resume_outages().expect("a store");
    world.service.end_outages(back).expect("a store");
    come_back(&world, back);
    assert_eq!(world.runs_out(id), Some(back.after(DAY)));
    world.service.note_online(back).expect("a store");
    let world = world.restarted();
    world.service.resume_outages().expect("a store");
    let later = back.after(HOUR);
    world.service.end_outages(later).expect("a store");
    assert_eq!(world.runs_out(id), Some(back.after(DAY)), "it is over");
}
