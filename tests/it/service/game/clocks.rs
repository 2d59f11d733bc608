//! Clocks: time per move, the consequences when it is over, and compensation for downtime.

use std::time::Duration;

use focus::{Mode, Rules, Termination};
use focusbot::service::{
    Announcement, Computer, Ending, Event, GameId, GameView, MessageId, NewTable, Overtime, Player,
    Refusal, Request, ServiceError, Timestamp, Update,
};
use focusbot::store::{Keys, Store, Table};

use crate::service::harness::{NOW, World, expire_at, mv, number, person, resign, timed};

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(3600);
const DAY: Duration = Duration::from_secs(24 * 3600);

/// Returns a game with clocks, of people numbered from 1, that begins at `NOW`.
fn begun(world: &World, mode: Mode, text: &str, overtime: Overtime) -> GameId {
    world.begun_from(timed(Rules::new(mode), text, overtime))
}

fn at(world: &World, now: Timestamp, who: u64, request: Request) -> Result<Update, ServiceError> {
    world.service.handle(now, &person(who), request, 7)
}

/// Plays any legal move at a time.
fn play_at(world: &World, id: GameId, now: Timestamp) {
    let text = world.a_move(id);
    at(world, now, world.mover(id), mv(id, None, &text)).expect("a move in time");
}

#[track_caller]
fn refused_at(world: &World, now: Timestamp, who: u64, request: Request) -> Refusal {
    match at(world, now, who, request) {
        Err(ServiceError::Refused(refusal)) => refusal,
        other => panic!("expected a refusal, got {other:?}"),
    }
}

fn runs_out(world: &World, id: GameId) -> Option<Timestamp> {
    world.game(id).clock.expect("clocks").runs_out
}

fn expire(world: &World, now: Timestamp) -> Vec<GameId> {
    expire_at(&world.service, now)
}

/// Lets people move again, and gives back the time in which they could not.
fn come_back(world: &World, now: Timestamp) {
    world.service.note_back_online(now).expect("a store");
    while world.service.give_back().expect("a store") {}
}

fn next(world: &World) -> Option<Timestamp> {
    world.service.next_deadline().expect("a store")
}

/// Returns the games with a reminder due.
fn reminders(world: &World) -> Vec<GameId> {
    let due = world.service.reminders_due(None).expect("a store").entries;
    let is_due = |id: &GameId| {
        let reminder = world.service.reminder_of(*id, NOW);
        reminder.expect("a store").is_some()
    };
    due.into_iter().filter(is_due).collect()
}

fn deadlines(world: &World) -> usize {
    let entries = world.store.scan(Table::Deadlines, &Keys::all());
    entries.expect("a store").len()
}

#[track_caller]
fn check_lost_on_time(game: &GameView, loser: u64) {
    let Some(Ending::Decided(outcome)) = game.ending else {
        panic!("expected a result, got {:?}", game.ending);
    };
    assert_eq!(outcome.termination, Termination::Time);
    let winners = outcome.winners.iter().map(|color| number(game, color));
    assert!(winners.into_iter().all(|winner| winner != loser));
    assert!(!outcome.is_draw());
}

#[test]
fn every_move_has_the_whole_time_again() {
    let world = World::new();
    let id = begun(&world, Mode::Duel, "1d", Overtime::Out);
    assert_eq!(runs_out(&world, id), Some(NOW.after(DAY)));
    for hours in [23, 30, 31] {
        let now = NOW.after(HOUR * hours);
        play_at(&world, id, now);
        assert_eq!(runs_out(&world, id), Some(now.after(DAY)));
        assert_eq!(deadlines(&world), 1, "one entry for the clock that runs");
    }
}

#[test]
fn a_move_taken_back_gives_no_time() {
    for (text, whole) in [("1d", DAY), ("2h+5m", HOUR * 2)] {
        let world = World::new();
        let id = begun(&world, Mode::Duel, text, Overtime::Out);
        let (mover, spent) = (world.mover(id), Duration::from_secs(100));
        play_at(&world, id, NOW.after(spent));
        let request = Request::TakeBack {
            game: id,
            seen: None,
        };
        at(&world, NOW.after(spent), mover, request).expect("a move taken back");
        assert_eq!(world.mover(id), mover);
        assert_eq!(runs_out(&world, id), Some(NOW.after(whole)), "{text}");
    }
}

#[test]
fn a_bank_is_spent_and_each_move_adds_to_it() {
    let world = World::new();
    let id = begun(&world, Mode::Duel, "2h+5m", Overtime::Out);
    assert_eq!(runs_out(&world, id), Some(NOW.after(HOUR * 2)));
    let first = NOW.after(HOUR);
    play_at(&world, id, first);
    assert_eq!(runs_out(&world, id), Some(first.after(HOUR * 2)));
    let left = world.game(id).clock.expect("clocks").left;
    assert_eq!(left[0].1, HOUR + MINUTE * 5);
    let second = first.after(MINUTE);
    play_at(&world, id, second);
    assert_eq!(runs_out(&world, id), Some(second.after(HOUR + MINUTE * 5)));
    let left = world.game(id).clock.expect("clocks").left;
    assert_eq!(left[0].1, HOUR * 2 + MINUTE * 4);
}

#[test]
fn whoever_runs_out_of_time_loses_a_duel_and_not_a_moment_before() {
    let world = World::new();
    let id = begun(&world, Mode::Duel, "1d", Overtime::Out);
    let loser = world.mover(id);
    let over = NOW.after(DAY);
    assert!(expire(&world, Timestamp(over.0 - 1)).is_empty());
    // A late move is refused, whether or not the timeout was handled first.
    let text = world.a_move(id);
    assert_eq!(
        refused_at(&world, over, loser, mv(id, None, &text)),
        Refusal::TimeOver
    );
    assert_eq!(
        refused_at(&world, over, loser, resign(id)),
        Refusal::TimeOver
    );
    assert_eq!(expire(&world, over).len(), 1);
    check_lost_on_time(&world.game(id), loser);
    assert_eq!(next(&world), None);
    assert!(expire(&world, over).is_empty());
}

#[test]
fn with_three_and_four_the_game_goes_on_without_who_ran_out_of_time() {
    for mode in [Mode::ThreeWay, Mode::Partners, Mode::FreeForAll] {
        let world = World::new();
        let id = begun(&world, mode, "1h", Overtime::Out);
        let loser = world.mover(id);
        let over = NOW.after(HOUR);
        assert_eq!(expire(&world, over).len(), 1, "{mode:?}");
        let game = world.game(id);
        assert_eq!(game.ending, None);
        let color = game
            .players
            .iter()
            .find(|(_, player)| player.id().is_some_and(|id| id.0 == loser));
        let (color, _) = color.expect("a player");
        assert!(game.news.contains(&Event::TimeOut(*color)));
        assert!(game.game.position().out().contains(*color));
        assert_ne!(world.mover(id), loser);
        assert_eq!(
            runs_out(&world, id),
            Some(over.after(HOUR)),
            "the next one has a whole hour"
        );
    }
}

#[test]
fn a_claim_waits_for_somebody_else_and_a_move_is_still_possible() {
    let world = World::new();
    let id = begun(&world, Mode::Duel, "1h", Overtime::Claim);
    let (late, over) = (world.mover(id), NOW.after(HOUR));
    let other = 3 - late;
    let claim = || Request::Claim {
        game: id,
        seen: None,
    };
    assert_eq!(
        refused_at(&world, over, other, claim()),
        Refusal::NothingToClaim
    );
    assert_eq!(expire(&world, over).len(), 1);
    let clock = world.game(id).clock.expect("clocks");
    assert!(clock.is_overdue);
    assert_eq!((clock.runs_out, deadlines(&world)), (None, 0));
    assert_eq!(
        refused_at(&world, over, late, claim()),
        Refusal::NothingToClaim
    );
    assert_eq!(refused_at(&world, over, 9, claim()), Refusal::NotAPlayer);
    play_at(&world, id, over.after(HOUR));
    assert!(!world.game(id).clock.expect("clocks").is_overdue);

    let late = world.mover(id);
    let over = over.after(HOUR * 2);
    expire(&world, over);
    at(&world, over, 3 - late, claim()).expect("a claim");
    check_lost_on_time(&world.game(id), late);
}

#[test]
fn partners_do_not_claim_each_others_time() {
    let world = World::new();
    let id = begun(&world, Mode::Partners, "1h", Overtime::Claim);
    let (game, over) = (world.game(id), NOW.after(HOUR));
    expire(&world, over);
    let side = game.to_move().expect("a game that goes on");
    let partner = Mode::Partners.partner(side).expect("a partner");
    let claim = Request::Claim {
        game: id,
        seen: None,
    };
    assert_eq!(
        refused_at(&world, over, number(&game, partner), claim),
        Refusal::NothingToClaim
    );
}

#[test]
fn a_computer_takes_the_seat_of_who_ran_out_of_time() {
    for mode in Mode::ALL {
        let world = World::new();
        let id = begun(&world, mode, "1h", Overtime::Computer);
        let (late, over) = (world.mover(id), NOW.after(HOUR));
        let side = world.game(id).to_move().expect("a color");
        assert_eq!(expire(&world, over).len(), 1);
        let game = world.game(id);
        assert!(matches!(game.player(side), Some(Player::Computer(_))));
        assert_eq!(game.news.last(), Some(&Event::TakenOver(side)));
        assert!(game.thinking().is_some());
        assert_eq!(
            (runs_out(&world, id), deadlines(&world)),
            (None, 0),
            "it thinks without a clock"
        );
        assert_eq!(world.service.thinking(None).expect("a store").entries, [id]);
        assert_eq!(
            refused_at(&world, over, late, resign(id)),
            Refusal::OutOfTheGame
        );
        assert!(
            world
                .service
                .games_of(person(late).person)
                .expect("a store")
                .is_empty()
        );
        let choice = game.game.position().legal_moves()[0];
        world
            .service
            .computer_plays(over.after(DAY), id, game.steps, choice)
            .expect("its move");
        assert_eq!(runs_out(&world, id), Some(over.after(DAY).after(HOUR)));
    }
}

#[test]
fn the_last_person_is_not_replaced_but_loses() {
    let world = World::new();
    let new = NewTable {
        computers: vec![Computer {
            level: focus_engine::Level::Beginner,
            is_partner: false,
        }],
        ..timed(Rules::new(Mode::Duel), "1h", Overtime::Computer)
    };
    let id = world.ok(1, Request::Create(new)).view.id();
    let game = world.game(id);
    let mut over = NOW.after(HOUR);
    if game.thinking().is_some() {
        assert_eq!(deadlines(&world), 0, "a computer has no clock");
        assert!(expire(&world, over.after(DAY)).is_empty());
        over = over.after(DAY);
        let choice = game.game.position().legal_moves()[0];
        world
            .service
            .computer_plays(over, id, game.steps, choice)
            .expect("its move");
        over = over.after(HOUR);
    }
    expire(&world, over);
    let Some(Ending::Decided(outcome)) = world.game(id).ending else {
        panic!("expected a result");
    };
    assert_eq!(outcome.termination, Termination::Time);
}

#[test]
fn time_of_the_pause_is_given_back_once_and_to_the_millisecond() {
    let world = World::new();
    let per_move = begun(&world, Mode::Duel, "1d", Overtime::Out);
    let with_bank = begun(&world, Mode::Duel, "2h+5m", Overtime::Out);
    let untimed = world.begun(Rules::new(Mode::Duel));
    let versions = |id| world.game(id).version;
    let before = versions(untimed);
    come_back(&world, NOW);
    let (alive, back) = (NOW.after(HOUR), NOW.after(HOUR * 90));
    world.service.note_online(alive).expect("a store");
    come_back(&world, back);
    // An hour had passed before the pause.
    assert_eq!(runs_out(&world, per_move), Some(back.after(HOUR * 23)));
    assert_eq!(runs_out(&world, with_bank), Some(back.after(HOUR)));
    assert_eq!(versions(untimed), before);
    assert!(expire(&world, back).is_empty());
    // Restarted at once: nothing more to give back.
    come_back(&world, back);
    assert_eq!(runs_out(&world, with_bank), Some(back.after(HOUR)));
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
    let world = World::new();
    let id = begun(&world, Mode::Duel, "2h+0m", Overtime::Out);
    world.service.note_online(NOW).expect("a store");
    let moved = NOW.after(MINUTE);
    play_at(&world, id, moved);
    let back = moved.after(DAY);
    come_back(&world, back);
    assert_eq!(runs_out(&world, id), Some(back.after(HOUR * 2)));
    let left = world.game(id).clock.expect("clocks").left;
    assert_eq!(left[0].1, MINUTE * 119);
}

#[test]
fn what_waits_longest_is_listed_first() {
    let world = World::new();
    let times = ["3d", "1h", "7d"];
    let games: Vec<_> = times
        .map(|time| begun(&world, Mode::Duel, time, Overtime::Out))
        .into();
    let who = world.mover(games[0]);
    let listed = world.service.games_of(person(who).person).expect("a store");
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
    use focusbot::store::{Batch, Expected, Key};
    let world = World::new();
    let mut batch = Batch::new();
    let key = Key::new().u64(NOW.0).u32(99);
    batch.put_record(
        key,
        &focusbot::store::records::DeadlineMark::default(),
        Expected::Any,
    );
    world.store.commit(batch).expect("a store");
    assert!(expire(&world, NOW).is_empty());
    assert_eq!(deadlines(&world), 0);
}

#[test]
fn whoever_has_a_quarter_of_the_time_left_is_reminded_once() {
    let world = World::new();
    let id = begun(&world, Mode::Duel, "1d", Overtime::Out);
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
    let (step, number) = (reminder.view.steps, reminder.number);
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
    let world = World::new();
    let id = begun(&world, Mode::Duel, "4h+1h", Overtime::Out);
    let due = NOW.after(HOUR * 3);
    assert!(expire(&world, due).is_empty());
    assert_eq!(reminders(&world), [id]);
    play_at(&world, id, due);
    assert!(reminders(&world).is_empty());
    assert_eq!(next(&world), Some(due.after(HOUR * 3)));
    // The rest of a bank counts in the same way: two hours now.
    play_at(&world, id, due);
    assert_eq!(next(&world), Some(due.after(MINUTE * 90)));
}

#[test]
fn time_that_is_over_needs_no_reminder() {
    let world = World::new();
    begun(&world, Mode::Duel, "1h", Overtime::Out);
    assert_eq!(expire(&world, NOW.after(HOUR)).len(), 1);
    assert!(reminders(&world).is_empty());
}

#[test]
fn no_computer_takes_over_in_a_rated_game() {
    let world = World::new();
    let new = NewTable {
        rated: true,
        ..timed(Rules::new(Mode::Duel), "1h", Overtime::Computer)
    };
    let refusal = refused_at(&world, NOW, 1, Request::Create(new));
    assert_eq!(refusal, Refusal::RatedWithSubstitute);
}

#[test]
fn move_before_the_time_of_its_game_is_given_back_is_not_late() {
    let world = World::new();
    let id = begun(&world, Mode::Duel, "5m+0m", Overtime::Out);
    world.service.note_online(NOW).expect("a store");
    let back = NOW.after(HOUR);
    world.service.note_back_online(back).expect("a store");
    assert!(expire(&world, back).is_empty());
    let mover = world.mover(id);
    play_at(&world, id, back.after(MINUTE));
    let game = world.game(id);
    let color = game.color_of(person(mover).person).expect("a player");
    assert_eq!(game.clock.expect("clocks").left, [(color, MINUTE * 4)]);
    while world.service.give_back().expect("a store") {}
    assert_eq!(runs_out(&world, id), Some(back.after(MINUTE * 6)));
}

#[test]
fn board_posted_while_its_time_is_given_back_is_not_posted_again() {
    let world = World::new();
    let id = begun(&world, Mode::Duel, "5m", Overtime::Out);
    world.service.note_online(NOW).expect("a store");
    let shown = world.service.view(id).expect("a game");
    come_back(&world, NOW.after(MINUTE / 2));
    let announced = world.service.announced(&shown, MessageId(77));
    announced.expect("a game");
    let pending = world.service.pending(id).expect("a game");
    let announce = pending.map(|update| update.announce);
    assert_eq!(announce, Some(Announcement::Edit));
    // The next event is posted.
    let shown = world.service.view(id).expect("a game");
    play_at(&world, id, NOW.after(MINUTE));
    let announced = world.service.announced(&shown, MessageId(77));
    announced.expect("a game");
    let pending = world.service.pending(id).expect("a game");
    let announce = pending.map(|update| update.announce);
    assert_eq!(announce, Some(Announcement::Post));
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
        let ends = games.iter().map(|id| runs_out(world, *id));
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
