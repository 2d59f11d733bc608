//! Take-backs: at once, with consent, and never past somebody's departure.

use std::time::Duration;

use focus::{Color, Game, Goal, Mode, Move, Position, Rules, Stuck};
use focusbot::service::{
    Computer, Event, GameId, MessageId, NewTable, Overtime, Player, Refusal, Request, ServiceError,
    TableKind, TakenBack, Timestamp, Update, View,
};

use crate::service::harness::{LIMITS, NOW, World, draw, mv, number, person, resign, table, timed};

fn take_back(game: GameId) -> Request {
    Request::TakeBack { game, seen: None }
}

fn allow(game: GameId) -> Request {
    Request::AllowTakeBack { game, seen: None }
}

fn refuse(game: GameId) -> Request {
    Request::RefuseTakeBack { game, seen: None }
}

/// Sends a request after the grace period is over.
fn later(world: &World, who: u64, request: Request) -> Result<Update, ServiceError> {
    let over = NOW.after(LIMITS.take_back_grace + Duration::from_millis(1));
    world.service.handle(over, &person(who), request, 7)
}

fn play_any(world: &World, id: GameId) -> u64 {
    let (mover, legal) = (world.mover(id), world.a_move(id));
    world.ok(mover, mv(id, None, &legal));
    mover
}

/// Plays any move of a computer.
fn computer_plays(world: &World, id: GameId) {
    let view = world.game(id);
    let legal = view.game.position().legal_moves()[0];
    let played = world.service.computer_plays(NOW, id, view.steps, legal);
    played.expect("a legal move in time");
}

#[test]
fn move_nobody_has_answered_is_taken_back_at_once_and_only_for_a_while() {
    for mode in Mode::ALL {
        let world = World::new();
        let id = world.begun(Rules::new(mode));
        let before = world.game(id).game;
        let mover = play_any(&world, id);
        world.ok(mover, take_back(id));
        let view = world.game(id);
        assert_eq!((view.game.clone(), view.steps), (before, 2));
        assert_eq!(world.mover(id), mover);

        play_any(&world, id);
        later(&world, mover, take_back(id)).expect("a request");
        let view = world.game(id);
        let request = view.take_back.expect("a request");
        assert_eq!((number(&view, request.by), request.taken.moves), (mover, 1));
        assert_eq!(view.plies(), 1);
    }
}

#[test]
fn buttons_of_a_position_taken_back_stay_stale() {
    let world = World::new();
    let id = world.begun(Rules::new(Mode::Duel));
    let legal = world.a_move(id);
    let mover = play_any(&world, id);
    world.ok(mover, take_back(id));
    for seen in [0, 1] {
        let refusal = world.refused(mover, mv(id, Some(seen), &legal));
        assert_eq!(refusal, Refusal::Stale);
    }
    world.ok(mover, mv(id, Some(2), &legal));
}

#[test]
fn answered_move_goes_back_when_every_opponent_agrees() {
    for mode in [Mode::Duel, Mode::ThreeWay, Mode::FreeForAll] {
        let world = World::new();
        let id = world.begun(Rules::new(mode));
        let before = world.game(id).game;
        let asker = play_any(&world, id);
        play_any(&world, id);
        world.ok(asker, take_back(id));
        let refusal = world.refused(asker, take_back(id));
        assert_eq!(refusal, Refusal::TakeBackAlreadyAsked);
        assert_eq!(
            world.refused(asker, allow(id)),
            Refusal::TakeBackAlreadyAsked
        );
        let others: Vec<_> = (1..=mode.seats() as u64)
            .filter(|who| *who != asker)
            .collect();
        for other in &others {
            let request = world.game(id).take_back.expect("a request that is open");
            assert_eq!(request.taken.moves, 2);
            world.ok(*other, allow(id));
        }
        let view = world.game(id);
        assert_eq!((view.game.clone(), view.take_back), (before, None));
        assert_eq!(world.mover(id), asker);
        assert_eq!(
            world.refused(others[0], allow(id)),
            Refusal::NoTakeBackAsked
        );
    }
}

#[test]
fn partner_is_asked_only_where_the_own_move_goes_as_well() {
    let world = World::new();
    let id = world.begun(Rules::new(Mode::Partners));
    let asker = play_any(&world, id);
    let view = world.game(id);
    let color = |who| view.color_of(person(who).person).expect("a player");
    let partner = Mode::Partners.partner(color(asker)).expect("a partner");
    play_any(&world, id);
    world.ok(asker, take_back(id));
    let waiting = |world: &World| world.game(id).take_back.expect("a request").waiting;
    assert!(!waiting(&world).contains(partner));
    assert_eq!(waiting(&world).iter().count(), 2);
    // The partner moves, and the request lapses.
    assert_eq!(play_any(&world, id), number(&view, partner));
    assert_eq!(world.game(id).take_back, None);
    world.ok(asker, take_back(id));
    assert!(waiting(&world).contains(partner));
}

#[test]
fn wish_lapses_with_a_no() {
    let world = World::new();
    let id = world.begun(Rules::new(Mode::ThreeWay));
    let asker = play_any(&world, id);
    let second = play_any(&world, id);
    world.ok(asker, take_back(id));
    let refusal = world.refused(world.mover(id), take_back(id));
    assert_eq!(refusal, Refusal::NothingToTakeBack);
    world.ok(second, refuse(id));
    assert_eq!(world.game(id).take_back, None);
    assert_eq!(world.refused(second, refuse(id)), Refusal::NoTakeBackAsked);
}

#[test]
fn nobody_asks_again_for_the_same_move() {
    let world = World::new();
    let id = world.begun(Rules::new(Mode::Duel));
    let asker = play_any(&world, id);
    let other = play_any(&world, id);
    world.ok(asker, take_back(id));
    world.ok(other, refuse(id));
    let refusal = world.refused(asker, take_back(id));
    assert_eq!(refusal, Refusal::TakeBackTurnedDown);
    assert_eq!(play_any(&world, id), asker);
    assert_eq!(play_any(&world, id), other);
    world.ok(asker, take_back(id));
}

#[test]
fn wish_lapses_with_the_next_step() {
    let world = World::new();
    let id = world.begun(Rules::new(Mode::ThreeWay));
    let asker = play_any(&world, id);
    let second = play_any(&world, id);
    world.ok(asker, take_back(id));
    let refusal = later(&world, second, take_back(id));
    assert!(matches!(
        refusal,
        Err(ServiceError::Refused(Refusal::TakeBackToAnswer))
    ));
    let third = play_any(&world, id);
    assert_eq!(world.game(id).take_back, None);
    // A draw offer and a take-back request do not affect each other.
    world.ok(asker, take_back(id));
    world.ok(third, draw(id));
    assert!(world.game(id).take_back.is_some());
    world.ok(second, resign(id));
    assert_eq!(world.game(id).take_back, None);
    let refusal = world.refused(asker, take_back(id));
    assert_eq!(refusal, Refusal::NothingToTakeBack);
}

#[test]
fn nothing_goes_back_before_the_first_move_or_after_the_end() {
    let world = World::new();
    let id = world.begun(Rules::new(Mode::Duel));
    let mover = world.mover(id);
    assert_eq!(
        world.refused(mover, take_back(id)),
        Refusal::NothingToTakeBack
    );
    assert_eq!(world.refused(9, take_back(id)), Refusal::NotAPlayer);
    play_any(&world, id);
    world.ok(3 - mover, resign(id));
    assert_eq!(world.refused(mover, take_back(id)), Refusal::GameOver);
}

#[test]
fn computers_let_the_own_last_decision_go_at_any_time() {
    for mode in Mode::ALL {
        let world = World::new();
        let easy = Computer {
            level: "beginner".parse().expect("a level"),
            is_partner: false,
        };
        let new = NewTable {
            computers: vec![easy; mode.seats() - 1],
            ..table(Rules::new(mode), TableKind::Open)
        };
        let id = world.ok(1, Request::Create(new)).view.id();
        let is_mine = |world: &World| world.game(id).thinking().is_none();
        while !is_mine(&world) {
            computer_plays(&world, id);
        }
        let before = world.game(id).game;
        play_any(&world, id);
        // While the first of them is still thinking, and after all have answered.
        for answers in [0, mode.seats() - 1] {
            for _ in 0..answers {
                computer_plays(&world, id);
            }
            later(&world, 1, take_back(id)).expect("a move taken back");
            let view = world.game(id);
            assert_eq!(view.game, before);
            assert!(is_mine(&world));
            assert!(
                world
                    .service
                    .thinking(None)
                    .expect("a store")
                    .entries
                    .is_empty()
            );
            play_any(&world, id);
        }
        assert!(matches!(
            world.game(id).player(before.position().side()),
            Some(Player::Person(_))
        ));
    }
}

/// Returns a position, and a move after which somebody can only pass.
fn before_a_pass() -> (Position, Move) {
    let rules = Rules::new(Mode::ThreeWay)
        .with_goal(Goal::Last)
        .and_then(|rules| rules.with_stuck(Stuck::Skip))
        .expect("options of the mode");
    for spread in 1..200 {
        let mut game = Game::new(rules, Mode::ThreeWay.colors()[0]);
        for turn in 0..600 {
            if game.outcome().is_some() {
                break;
            }
            let before = game.position().clone();
            let moves = before.legal_moves();
            let takes = |mv: &Move| before.effect(*mv).captured().count();
            let turned = (0..moves.len()).map(|at| moves[(at + turn * spread) % moves.len()]);
            let best = turned.max_by_key(takes).expect("a legal move");
            game.play(best).expect("a legal move");
            let is_decision = best != Move::Pass;
            if is_decision && game.outcome().is_none() && game.position().must_pass() {
                return (before, best);
            }
        }
    }
    panic!("nobody was ever passed over")
}

#[test]
fn forced_passes_go_back_with_their_cause() {
    let (start, cause) = before_a_pass();
    let world = World::new();
    let new = NewTable {
        start: Some(Box::new(start.clone())),
        ..table(start.rules(), TableKind::Open)
    };
    let id = world.ok(1, Request::Create(new)).view.id();
    world.ok(2, Request::Join(id));
    world.ok(3, Request::Join(id));
    let (before, mover) = (world.game(id).game, world.mover(id));
    world.ok(mover, mv(id, None, &cause.to_string()));
    let passed = world.game(id);
    assert!(passed.plies() > 1, "{:?}", passed.game.plies());
    let shown = View::Game(Box::new(passed.clone()));
    let noted = world.service.announced(&shown, MessageId(1));
    noted.expect("a game");
    world.ok(mover, take_back(id));
    let color = passed.game.plies()[0].color;
    let taken = TakenBack {
        moves: passed.plies(),
        has_passes: true,
    };
    assert_eq!(world.game(id).news, [Event::TookBack { color, taken }]);
    assert_eq!(world.game(id).game, before);
    assert_eq!(world.mover(id), mover);
}

#[test]
fn times_of_moves_taken_back_are_forgotten() {
    let world = World::new();
    let id = world.begun(Rules::new(Mode::Duel));
    let first = play_any(&world, id);
    let second = play_any(&world, id);
    let at = |seconds: u64| Timestamp(NOW.0 + seconds * 1_000);
    let ask = |seconds, who, request| {
        world
            .service
            .handle(at(seconds), &person(who), request, 7)
            .expect("an update")
    };
    let legal = world.a_move(id);
    ask(100, first, mv(id, None, &legal));
    ask(101, first, take_back(id));
    // Now the older move is the last one, and its grace period is over.
    ask(102, second, take_back(id));
    let request = world.game(id).take_back.expect("a request");
    assert_eq!(number(&world.game(id), request.by), second);
    let colors: Vec<Color> = request.waiting.iter().collect();
    assert_eq!(colors.len(), 1);
}

#[test]
fn same_ply_is_taken_back_once_without_asking() {
    let world = World::new();
    let id = world.begun(Rules::new(Mode::Duel));
    let mover = play_any(&world, id);
    world.ok(mover, take_back(id));
    assert_eq!(play_any(&world, id), mover);
    world.ok(mover, take_back(id));
    let request = world.game(id).take_back.expect("a request");
    assert_eq!(number(&world.game(id), request.by), mover);
    world.ok(3 - mover, allow(id));
    // The next one is a different ply.
    play_any(&world, id);
    let other = play_any(&world, id);
    world.ok(other, take_back(id));
    assert_eq!(world.game(id).take_back, None);
    assert_eq!(world.game(id).plies(), 1);
}

#[test]
fn take_back_gives_the_others_their_time_back() {
    for mode in [Mode::Duel, Mode::ThreeWay] {
        let world = World::new();
        let bank = |seconds: u64| Duration::from_secs(seconds);
        let id = world.begun_from(timed(Rules::new(mode), "5m+1m", Overtime::Out));
        let at = |seconds: u64, who: u64, request: Request| {
            let now = NOW.after(bank(seconds));
            let done = world.service.handle(now, &person(who), request, 7);
            done.expect("an update")
        };
        let left = |who: u64| {
            let game = world.game(id);
            let color = game.color_of(person(who).person).expect("a player");
            let left = game.clock.expect("clocks").left;
            left.into_iter().find(|(other, _)| *other == color)
        };
        let (first, legal) = (world.mover(id), world.a_move(id));
        at(10, first, mv(id, None, &legal));
        let second = world.mover(id);
        at(28, first, take_back(id));
        assert_eq!(left(second).expect("who waits").1, bank(300));
        at(30, first, mv(id, None, &legal));
        // Ten seconds for the move, and two for its second attempt.
        assert_eq!(left(first).expect("who waits").1, bank(348));
        let answer = world.a_move(id);
        at(70, second, mv(id, None, &answer));
        assert_eq!(left(second).expect("who waits").1, bank(320));
        at(80, first, take_back(id));
        for other in (1..=mode.seats() as u64).filter(|other| *other != first) {
            at(80, other, allow(id));
        }
        assert_eq!(left(second).expect("who waits").1, bank(300));
    }
}

#[test]
fn nobody_is_called_twice_within_a_minute_for_a_move_taken_back() {
    let world = World::new();
    let id = world.begun(Rules::new(Mode::Duel));
    let show = |message| {
        let view = world.service.view(id).expect("a game");
        let noted = world.service.announced(&view, MessageId(message));
        noted.expect("a game");
    };
    let at = |seconds: u64, who: u64, request: Request| {
        let now = Timestamp(NOW.0 + seconds * 1_000);
        let done = world.service.handle(now, &person(who), request, 7);
        done.expect("an update");
    };
    let is_called = || world.game(id).is_called;
    assert!(!is_called());
    show(1);
    let (first, legal) = (world.mover(id), world.a_move(id));
    at(100, first, mv(id, None, &legal));
    assert!(!is_called());
    show(2);
    at(110, first, take_back(id));
    assert!(!is_called(), "the first call was longer ago");
    show(3);
    at(120, first, mv(id, None, &legal));
    assert!(is_called());
    show(4);
    let second = world.mover(id);
    at(130, first, take_back(id));
    at(140, second, allow(id));
    assert!(is_called());
    show(5);
    // A minute after the call.
    at(160, first, mv(id, None, &legal));
    assert!(!is_called());
}

#[test]
fn a_call_stands_for_no_later_turn_than_the_one_taken_back() {
    for mode in [Mode::Duel, Mode::ThreeWay] {
        let world = World::new();
        let id = world.begun(Rules::new(mode));
        let show = |message| {
            let view = world.service.view(id).expect("a game");
            let noted = world.service.announced(&view, MessageId(message));
            noted.expect("a game");
        };
        let round = mode.seats() as u64;
        for message in 0..round {
            show(message);
            play_any(&world, id);
        }
        show(round);
        let mover = play_any(&world, id);
        show(round + 1);
        world.ok(mover, take_back(id));
        assert!(world.game(id).is_called, "a moment ago");
        show(round + 2);
        play_any(&world, id);
        assert!(world.game(id).is_called, "before it was taken back");
        for message in 3..8 {
            show(round + message);
            play_any(&world, id);
            assert!(!world.game(id).is_called, "{mode:?}");
        }
    }
}

#[test]
fn call_that_nobody_saw_does_not_count() {
    let world = World::new();
    let id = world.begun(Rules::new(Mode::Duel));
    let legal = world.a_move(id);
    let mover = play_any(&world, id);
    world.ok(mover, take_back(id));
    world.ok(mover, mv(id, None, &legal));
    assert!(!world.game(id).is_called);
}

#[test]
fn a_resignation_says_that_a_wish_has_lapsed() {
    let world = World::new();
    let id = world.begun(Rules::new(Mode::ThreeWay));
    let asks = play_any(&world, id);
    let answers = play_any(&world, id);
    later(&world, asks, take_back(id)).expect("a request");
    world.ok(answers, resign(id));
    let view = world.game(id);
    assert_eq!(view.take_back, None);
    assert!(view.news.contains(&Event::Lapsed), "{:?}", view.news);

    let quiet = world.begun(Rules::new(Mode::ThreeWay));
    let leaves = world.mover(quiet);
    world.ok(leaves, resign(quiet));
    assert!(!world.game(quiet).news.contains(&Event::Lapsed));
}

#[test]
fn a_game_against_computers_does_not_grow_without_bounds() {
    let world = World::new();
    let new = NewTable {
        computers: vec![Computer {
            level: focus_engine::Level::Casual,
            is_partner: false,
        }],
        ..table(Rules::new(Mode::Duel), TableKind::Open)
    };
    let id = world.ok(1, Request::Create(new)).view.id();
    if world.game(id).thinking().is_some() {
        computer_plays(&world, id);
    }
    let refusal = (0..1_000).find_map(|_| {
        let legal = world.a_move(id);
        world.ok(1, mv(id, None, &legal));
        world.ask(1, take_back(id)).err()
    });
    let refusal = refusal.expect("an end of it");
    assert!(
        matches!(refusal, ServiceError::Refused(Refusal::TooMuchAside)),
        "{refusal:?}"
    );
    assert!(world.game(id).actions < 1_100);
    assert_eq!(world.refused(1, draw(id)), Refusal::TooMuchAside);
    computer_plays(&world, id);
    world.ok(1, resign(id));
}
