//! Running games: turns, offers, leaving, endings.

use focus::{Color, Mode, Rules, Termination};
use focusbot::service::{
    Announcement, Ending, GameEvent, GameRequest, Person, PersonId, Player, Refusal, View,
};

use crate::service::harness::{World, abort, draw, mv, number, refuse_draw, resign};

#[test]
fn turn_goes_round_and_only_the_mover_moves() {
    let (world, id) = World::with_game(Mode::Duel);
    let first = world.mover(id);
    let second = 3 - first;
    let to_move = Player::Person(Person {
        id: PersonId(first),
        name: format!("P{first}"),
    });
    assert_eq!(
        world.refused(second, mv(id, None, "b7-c7")),
        Refusal::NotYourTurn { to_move }
    );
    let legal = world.a_move(id);
    let update = world.ok(first, mv(id, Some(0), &legal));
    assert_eq!(update.announce, Announcement::Post);
    assert_eq!(world.mover(id), second);
    assert_eq!(world.game(id).plies(), 1);
}

#[test]
fn strangers_are_refused() {
    let (world, id) = World::with_game(Mode::Duel);
    for request in [
        mv(id, None, "b7-c7"),
        resign(id),
        draw(id),
        refuse_draw(id, world.color(id, 1)),
        abort(id),
    ] {
        assert_eq!(world.refused(9, request), Refusal::NotAPlayer);
    }
    assert_eq!(world.game(id).actions, 0);
}

#[test]
fn request_for_an_older_position_is_refused() {
    let (world, id) = World::with_game(Mode::Duel);
    let first = world.mover(id);
    let legal = world.a_move(id);
    world.ok(first, mv(id, Some(0), &legal));
    assert_eq!(
        world.refused(first, mv(id, Some(0), &legal)),
        Refusal::Stale
    );
    let resign = GameRequest::Resign.in_game(id, Some(0));
    assert_eq!(world.refused(first, resign), Refusal::Stale);
    assert_eq!(world.game(id).actions, 1);
}

#[test]
fn request_from_before_somebody_left_is_refused() {
    let (world, id) = World::with_game(Mode::ThreeWay);
    let (first, legal) = (world.mover(id), world.a_move(id));
    let quitter = first % 3 + 1;
    world.ok(quitter, resign(id));
    assert_eq!(world.mover(id), first);
    for seen_before in [
        mv(id, Some(0), &legal),
        GameRequest::Draw.in_game(id, Some(0)),
    ] {
        assert_eq!(world.refused(first, seen_before), Refusal::Stale);
    }
    world.ok(first, mv(id, Some(1), &legal));
}

#[test]
fn draw_offer_makes_no_request_stale() {
    let (world, id) = World::with_game(Mode::Duel);
    let (first, legal) = (world.mover(id), world.a_move(id));
    world.ok(3 - first, draw(id));
    world.ok(first, mv(id, Some(0), &legal));
}

#[test]
fn illegal_and_unreadable_moves_change_nothing() {
    let (world, id) = World::with_game(Mode::Duel);
    let first = world.mover(id);
    for text in ["b7-e7", "a1-b1", "hello", "", "+d4", "b7-b8-b9", "d4-d4"] {
        let refusal = world.refused(first, mv(id, None, text));
        let is_of_move = matches!(refusal, Refusal::MoveText { .. } | Refusal::Move(_));
        assert!(is_of_move, "{text}: {refusal:?}");
    }
    assert_eq!(world.game(id).actions, 0);
}

#[test]
fn table_that_has_not_begun_takes_no_moves() {
    let (world, id) = World::with_table(Mode::Duel);
    assert_eq!(world.refused(1, mv(id, None, "b7-c7")), Refusal::NotBegun);
}

#[test]
fn resignation_ends_a_duel() {
    let (world, id) = World::with_game(Mode::Duel);
    world.ok(1, resign(id));
    let game = world.game(id);
    let Some(Ending::Decided(outcome)) = game.ending else {
        panic!("{:?}", game.ending)
    };
    let winner = outcome.winners.iter().next().expect("a winner");
    assert_eq!(
        (number(&game, winner), outcome.termination),
        (2, Termination::Resignation)
    );
    assert_eq!(world.refused(2, mv(id, None, "b7-c7")), Refusal::GameOver);
    assert_eq!(world.refused(2, resign(id)), Refusal::GameOver);
    assert!(world.games_of(1).is_empty());
}

#[test]
fn resignation_of_one_of_four_lets_the_others_play_on() {
    let (world, id) = World::with_game(Mode::FreeForAll);
    let quitter = world.mover(id);
    world.ok(quitter, resign(id));
    assert_ne!(world.mover(id), quitter);
    let refusal = world.refused(quitter, draw(id));
    assert_eq!(refusal, Refusal::OutOfTheGame);
    assert!(world.game(id).ending.is_none());
}

#[test]
fn partner_who_left_is_passed_over_without_being_asked() {
    let (world, id) = World::with_game(Mode::Partners);
    let quitter = world.mover(id);
    world.ok(quitter, resign(id));
    for _ in 0..9 {
        assert_ne!(world.mover(id), quitter);
        world.move_on(id, 1);
    }
}

#[test]
fn draw_needs_everybody() {
    for mode in Mode::ALL {
        let (world, id) = World::with_game(mode);
        let seats = mode.seats() as u64;
        for number in 1..seats {
            world.ok(number, draw(id));
            assert!(world.game(id).ending.is_none());
        }
        world.ok(seats, draw(id));
        let ending = world.game(id).ending;
        let Some(Ending::Decided(outcome)) = ending else {
            panic!("{mode:?}: {ending:?}")
        };
        assert!(outcome.winners.is_empty());
        assert_eq!(outcome.termination, Termination::Agreement);
    }
}

#[test]
fn draw_offer_lapses_with_a_move_and_with_a_no() {
    let (world, id) = World::with_game(Mode::Duel);
    let by = world.color(id, 1);
    world.ok(1, draw(id));
    assert_eq!(world.refused(1, draw(id)), Refusal::DrawAlreadyOffered);
    world.ok(2, refuse_draw(id, by));
    assert!(world.game(id).draw.is_empty());
    let refusal = world.refused(1, refuse_draw(id, by));
    assert_eq!(refusal, Refusal::NoDrawOffered);
    world.ok(2, draw(id));
    world.move_on(id, 1);
    assert!(world.game(id).draw.is_empty());
}

#[test]
fn accepting_a_draw_never_offers_one() {
    let (world, id) = World::with_game(Mode::Duel);
    let [first, second] = [1, 2].map(|who| world.color(id, who));
    let accept = |by| GameRequest::AcceptDraw(by).in_game(id, None);
    world.ok(1, draw(id));
    assert_eq!(world.refused(1, accept(first)), Refusal::DrawAlreadyOffered);
    world.ok(1, refuse_draw(id, first));
    assert_eq!(world.refused(2, accept(first)), Refusal::NoDrawOffered);
    assert!(world.game(id).draw.is_empty());
    world.ok(2, draw(id));
    world.ok(1, accept(second));
    let ending = world.game(id).ending;
    assert!(
        matches!(ending, Some(Ending::Decided(outcome)) if outcome.is_draw()),
        "{ending:?}"
    );
}

#[test]
fn an_answer_to_one_draw_offer_is_not_one_to_another() {
    let (world, id) = World::with_game(Mode::ThreeWay);
    let color = |who| world.color(id, who);
    world.ok(1, draw(id));
    assert_eq!(world.game(id).draw_by, Some(color(1)));
    world.ok(2, refuse_draw(id, color(1)));
    assert_eq!(world.game(id).draw_by, None);
    world.ok(2, draw(id));
    world.ok(1, draw(id));
    let offered_by = world.game(id).draw_by;
    assert_eq!(offered_by, Some(color(2)), "the others agree to it");
    let answers: [fn(Color) -> GameRequest; 2] = [GameRequest::AcceptDraw, GameRequest::RefuseDraw];
    for answer in answers {
        let old = answer(color(1)).in_game(id, None);
        assert_eq!(world.refused(3, old), Refusal::Stale);
    }
    assert_eq!(world.game(id).draw.len(), 2);
    world.ok(3, GameRequest::AcceptDraw(color(2)).in_game(id, None));
    assert!(world.game(id).ending.is_some());
}

#[test]
fn draw_is_offered_once_a_move() {
    let (world, id) = World::with_game(Mode::Duel);
    let news = |event: fn(Color) -> GameEvent, who| {
        let view = world.game(id);
        assert_eq!(
            view.news.last(),
            view.color_of(PersonId(who)).map(event).as_ref()
        );
    };
    let first = world.mover(id);
    let other = 3 - first;
    world.ok(first, draw(id));
    world.ok(other, refuse_draw(id, world.color(id, first)));
    news(GameEvent::DrawRefused, other);
    assert_eq!(world.refused(first, draw(id)), Refusal::DrawTurnedDown);
    // A player who refused may change their mind, and may agree to the other's offer.
    world.ok(other, draw(id));
    world.ok(other, refuse_draw(id, world.color(id, other)));
    news(GameEvent::DrawWithdrawn, other);
    assert_eq!(world.refused(other, draw(id)), Refusal::DrawTurnedDown);
    world.move_on(id, 1);
    assert_eq!(world.refused(other, draw(id)), Refusal::DrawTurnedDown);
    world.ok(first, draw(id));
    world.ok(other, draw(id));
    assert!(world.game(id).ending.is_some());
}

#[test]
fn game_is_called_off_before_the_second_move_only() {
    let (world, id) = World::with_game(Mode::Duel);
    world.move_on(id, 1);
    let other = world.begun(Rules::new(Mode::Duel));
    world.ok(2, GameRequest::Abort.in_game(id, Some(1)));
    assert_eq!(world.game(id).ending, Some(Ending::Aborted));
    world.move_on(other, 2);
    let refusal = world.refused(1, abort(other));
    assert_eq!(refusal, Refusal::TooLateToAbort);
}

#[test]
fn whole_games_of_every_mode_read_back_as_they_were_played() {
    for mode in Mode::ALL {
        let (world, id) = World::with_game(mode);
        let mut turns = 0;
        while world.game(id).ending.is_none() && turns < 150 {
            // A simple strategy that leads to captures: always the move that captures most.
            let game = world.game(id);
            let position = game.game.position();
            let moves = position.legal_moves();
            let takes = |mv: &focus::Move| {
                let effect = position.effect(*mv);
                effect.captured().count() * 2 + usize::from(effect.reserves())
            };
            let spread = turns * 7 % moves.len();
            let best = (0..moves.len()).map(|at| moves[(at + spread) % moves.len()]);
            let best = best.max_by_key(|mv| takes(mv)).expect("a legal move");
            let View::Game(live) = world.play(id, &best.to_string()).view else {
                panic!("expected a game");
            };
            assert_eq!(
                live.game.position().key(),
                world.game(id).game.position().key()
            );
            turns += 1;
        }
        let game = world.game(id);
        assert_eq!(game.actions as usize, game.game.plies().len());
    }
}
