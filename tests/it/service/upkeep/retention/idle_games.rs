//! Games without a clock in which nobody moves.

use std::sync::Arc;

use focus::{Mode, Rules};
use focusbot::service::{Ending, GameEvent, GameId, Limits, RetentionPeriods, Service, Timestamp};
use focusbot::store::records::IdleRecord;

use crate::service::deadlines::due::many;
use crate::service::deadlines::queues::add;
use crate::service::harness::{DAY, LIMITS, NOW, World, record};
use crate::service::upkeep::retention::{KEEPING, PERIODS, closed, days, killed_after, retire};

/// Returns the games whose channel is to be told that they will be called off.
fn announced(service: &Service, now: Timestamp) -> Vec<GameId> {
    let page = service.reminders_due(None).expect("a store");
    let notice = |game: &GameId| service.idle_notice_of(*game, now).expect("a store");
    let mut games = page.entries;
    games.retain(|game| notice(game).is_some());
    games
}

/// Records that the channel of a game has been told.
fn tell(service: &Service, game: GameId, now: Timestamp) {
    let notice = service.idle_notice_of(game, now).expect("a store");
    let notice = notice.expect("a notice");
    let noted = service.idle_noticed(game, notice.actions, now);
    noted.expect("a store");
}

#[test]
fn game_in_which_nobody_moves_is_called_off_a_week_after_its_channel_was_told() {
    let world = World::with_limits(KEEPING);
    let game = world.begun(Rules::new(Mode::Duel));
    let clocked = world.rated_from_the_start(Rules::new(Mode::Duel), &[3, 4]);
    let service = &world.service;
    assert_eq!(retire(service, days(53)).0, []);
    assert_eq!(
        announced(service, days(53)),
        [],
        "it may be a day late, never early"
    );
    retire(service, days(54));
    retire(service, days(54));
    assert_eq!(announced(service, days(54)), [game]);
    let notice = service.idle_notice_of(game, days(54)).expect("a store");
    assert_eq!(notice.expect("a notice").ends, days(61));
    assert_eq!(retire(service, days(100)).0, [], "nobody has been told yet");
    tell(service, game, days(100));
    assert_eq!(announced(service, days(100)), []);
    assert_eq!(retire(service, days(107)).0, []);
    assert_eq!(retire(service, days(108)).0, [game]);
    let view = world.game(game);
    assert_eq!(view.ending, Some(Ending::Aborted));
    assert!(
        view.news.contains(&GameEvent::AbortedIdle),
        "{:?}",
        view.news
    );
    assert!(world.game(clocked).ending.is_none());
    assert_eq!(retire(service, days(300)).1, 0, "nothing is left");
}

#[test]
fn time_without_moves_begins_anew_if_nobody_can_be_told() {
    let world = World::with_limits(KEEPING);
    let game = world.begun(Rules::new(Mode::Duel));
    let service = &world.service;
    for day in [54, 108] {
        assert_eq!(retire(service, days(day)).0, []);
        let notice = service.idle_notice_of(game, days(day)).expect("a store");
        let failed = service.idle_unnoticed(game, notice.expect("a notice").actions, days(day));
        failed.expect("a store");
        retire(service, days(day + 52));
        let waiting = announced(service, days(day + 52));
        assert_eq!(waiting, [], "its time begins anew");
    }
    assert_eq!(retire(service, days(162)).0, []);
    tell(service, game, days(162));
    assert_eq!(retire(service, days(168)).0, []);
    assert_eq!(retire(service, days(170)).0, [game]);
}

#[test]
fn time_after_the_notice_begins_anew_after_a_long_downtime() {
    let world = World::with_limits(KEEPING);
    let game = world.begun(Rules::new(Mode::Duel));
    let service = &world.service;
    retire(service, days(54));
    tell(service, game, days(54));
    service.note_online(days(55)).expect("a store");
    service.note_back_online(days(63)).expect("a store");
    assert_eq!(retire(service, days(63)).0, [], "nothing is given back yet");
    while service.give_back().expect("a store") {}
    assert_eq!(retire(service, days(69)).0, []);
    // A short downtime takes little of that time.
    service.note_online(days(69)).expect("a store");
    service
        .note_back_online(days(69).after(DAY / 2))
        .expect("a store");
    while service.give_back().expect("a store") {}
    assert_eq!(retire(service, days(71)).0, [game]);
}

#[test]
fn any_move_keeps_a_game_going() {
    let world = World::with_limits(KEEPING);
    let game = world.begun(Rules::new(Mode::Duel));
    let service = &world.service;
    world.play_at(game, days(50));
    retire(service, days(54));
    assert_eq!(announced(service, days(54)), []);
    // A move after the notice counts as well, even before the notice is posted.
    retire(service, days(104));
    assert_eq!(announced(service, days(104)), [game]);
    world.play_at(game, days(104));
    assert_eq!(announced(service, days(104)), []);
    retire(service, days(159));
    tell(service, game, days(159));
    world.play_at(game, days(160));
    assert_eq!(retire(service, days(200)).0, []);
    assert!(world.game(game).ending.is_none());
}

#[test]
fn longer_period_holds_for_a_game_whose_channel_was_told() {
    let world = World::with_limits(KEEPING);
    let game = world.begun(Rules::new(Mode::Duel));
    retire(&world.service, days(54));
    tell(&world.service, game, days(54));
    let patient = RetentionPeriods {
        idle_games: Some(DAY * 90),
        ..PERIODS
    };
    let world = world.restarted_with(Limits {
        retention: patient,
        ..LIMITS
    });
    assert_eq!(retire(&world.service, days(89)).0, []);
    assert_eq!(retire(&world.service, days(90)).0, [game]);
}

#[test]
fn retention_goes_on_where_a_kill_broke_it_off() {
    let world = World::with_limits(Limits {
        games_per_person: 1_000,
        games_per_channel: 1_000,
        games_per_guild: 1_000,
        ..KEEPING
    });
    let mut games = Vec::new();
    for _ in 0..60 {
        closed(&world.service);
        games.push(world.begun(Rules::new(Mode::Duel)));
    }
    // Each step until the next kill gets one commit further.
    let until_done = |now: Timestamp| {
        let mut changed = Vec::new();
        for kills in 0.. {
            let service = killed_after(&world, 7);
            let mut reached = None;
            while let Ok(page) = service.retire(now, reached, |_| true) {
                changed.extend(page.entries);
                reached = page.next;
                if reached.is_none() {
                    return kills;
                }
            }
        }
        unreachable!("it ends");
    };
    assert!(until_done(days(54)) > 3);
    assert_eq!(announced(&world.service, days(54)), games);
    for game in &games {
        tell(&world.service, *game, days(54));
    }
    assert!(until_done(days(62)) > 3);
    for game in games {
        assert_eq!(world.game(game).ending, Some(Ending::Aborted));
    }
    assert_eq!(retire(&world.service, days(300)).1, 0);
}

#[test]
fn ten_thousand_games_with_nothing_due_are_not_read() {
    let mut costs = Vec::new();
    for games in [100, 10_000] {
        let (store, service) = many(1);
        let service = {
            drop(service);
            Service::new(Arc::clone(&store) as _, KEEPING)
        };
        let mut record = record(&*store, GameId(1));
        record.clock = None;
        record.idle = Some(IdleRecord {
            since: NOW.0,
            warned: None,
        });
        add(&*store, 1_000..1_000 + games, &record);
        // The first look notes that the index is complete.
        retire(&service, NOW);
        let (steps, read) = store.count(|| retire(&service, days(50)).1);
        assert_eq!(steps, 0);
        costs.push(read);
    }
    assert_eq!(costs, [1, 1]);
}

#[test]
fn games_to_be_called_off_are_not_read_while_time_is_owed() {
    let (store, _) = many(1);
    let service = Service::new(Arc::clone(&store) as _, KEEPING);
    let mut record = record(&*store, GameId(1));
    record.clock = None;
    record.idle = Some(IdleRecord {
        since: NOW.0,
        warned: Some(NOW.0),
    });
    add(&*store, 1_000..1_040, &record);
    // The first look notes that the index is complete.
    retire(&service, NOW);
    service.note_online(days(99)).expect("a store");
    service.note_back_online(days(100)).expect("a store");
    let (changed, read) = store.count(|| retire(&service, days(100)).0);
    assert_eq!(changed, []);
    // That the index is complete, the entries, and the sign of life.
    assert_eq!(read, 42);
}
