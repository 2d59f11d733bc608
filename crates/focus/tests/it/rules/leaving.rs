//! Resignations and losses on time.

use super::arrange::{legal, play, position, result};
use focus::{Color, Game, LeaveError, Leaving, Mode, Position, Rules, Termination};

#[test]
fn duel_is_lost_by_leaving_on_any_turn() {
    for (leaver, winner) in [(Color::Orange, "B"), (Color::Blue, "O")] {
        let mut game = Game::new(Rules::new(Mode::Duel), Color::Orange);
        game.leave(leaver, Leaving::Time).expect("player");
        let outcome = game.outcome().expect("ended game");
        assert_eq!(outcome.to_string(), winner);
        assert_eq!(outcome.termination, Termination::Time);
    }
}

#[test]
fn reached_position_is_the_one_before_anyone_left_there() {
    let mut game = Game::new(Rules::new(Mode::ThreeWay), Color::Orange);
    let play_any = |game: &mut Game| {
        let mv = game.position().legal_moves()[0];
        game.play(mv).expect("legal move");
    };
    play_any(&mut game);
    let reached = game.position().clone();
    game.leave(Color::Green, Leaving::Resignation)
        .expect("player");
    assert_eq!(game.reached(1), reached);
    play_any(&mut game);
    let reached = game.position().clone();
    assert_eq!(game.reached(2), reached, "without Green");
    game.leave(Color::Blue, Leaving::Time).expect("player");
    assert_eq!(game.reached(9), reached, "the last one");
}

#[test]
fn turn_passes_from_who_leaves_on_it() {
    let mut position = Position::start(Rules::new(Mode::FreeForAll), Color::Green);
    position.leave(Color::Green).expect("player");
    assert_eq!(position.side(), Color::Blue);
    assert_eq!(position.ply().to_string(), "1");
    position.leave(Color::Orange).expect("player");
    assert_eq!(position.side(), Color::Blue);
    let mv = position.legal_moves()[0];
    position.play(mv).expect("legal move");
    assert_eq!(position.side(), Color::Pink);
    let mv = position.legal_moves()[0];
    position.play(mv).expect("legal move");
    assert_eq!(position.side(), Color::Blue);
    position.leave(Color::Pink).expect("player");
    assert_eq!(result(&position), "B");
}

#[test]
fn stuck_player_is_out_when_the_turn_comes_by_leaving() {
    let mut position = position("mode=4s goal=last", 'O', "d4=O e4=B h4=P", "");
    position.leave(Color::Orange).expect("player");
    assert_eq!(position.out().to_string(), "OG");
    assert_eq!(position.side(), Color::Blue);
}

#[test]
fn last_who_is_left_wins_even_if_stuck() {
    let mut position = position("mode=3 goal=last", 'O', "d4=O h4=BO", "");
    position.leave(Color::Orange).expect("player");
    assert_eq!(result(&position), "B");
}

#[test]
fn with_skips_the_only_one_left_who_can_move_wins() {
    let rules = "mode=3 goal=last stuck=skip";
    let mut position = position(rules, 'O', "d4=O e4=B", "");
    assert_eq!(result(&position), "*");
    position.leave(Color::Orange).expect("player");
    assert_eq!(result(&position), "B");
}

#[test]
fn seat_of_a_partner_is_passed_by() {
    let mut position = Position::start(Rules::new(Mode::Partners), Color::Orange);
    position.leave(Color::Green).expect("player");
    assert_eq!(position.out().to_string(), "G");
    let mv = position.legal_moves()[0];
    position.play(mv).expect("legal move");
    assert_eq!(position.side(), Color::Blue);
    let fps = position.to_string();
    assert_eq!(fps.parse(), Ok(position));
}

#[test]
fn team_has_lost_when_both_have_left() {
    let mut position = Position::start(Rules::new(Mode::Partners), Color::Orange);
    position.leave(Color::Green).expect("player");
    assert_eq!(result(&position), "*");
    position.leave(Color::Pink).expect("player");
    assert_eq!(result(&position), "OB");
}

#[test]
fn team_has_lost_when_one_has_left_and_the_other_cannot_move() {
    let mut leaves = position("mode=4t", 'O', "d4=O h4=G a4=B", "");
    leaves.leave(Color::Green).expect("player");
    assert_eq!(result(&leaves), "OB");

    let mut covered = position("mode=4t", 'O', "d4=O d5=P h4=G a4=B", "out:G");
    assert_eq!(result(&covered), "*");
    play(&mut covered, "d4-d5#");
    assert_eq!(result(&covered), "OB");
}

#[test]
fn partner_who_left_still_gets_his_pieces() {
    let mut position = position("mode=4t", 'O', "d4=O d5=BGGGP h4=G a4=P", "out:B");
    play(&mut position, "d4-d5p1");
    assert_eq!(position.hand(Color::Blue), 1);
    assert!(!position.can_act(Color::Blue));
}

#[test]
fn first_round_goes_on_without_who_left() {
    let mut position = Position::start(Rules::new(Mode::ThreeWay), Color::Orange);
    position.leave(Color::Orange).expect("player");
    play(&mut position, "+c1 +d1");
    assert_eq!(position.ply().to_string(), "3");
    assert_eq!(position.side(), Color::Green);
    // Green has placed, so green slides.
    assert!(legal(&position).iter().all(|mv| mv.contains('-')));
    let fps = position.to_string();
    assert_eq!(fps.parse(), Ok(position));
}

#[test]
fn only_who_is_in_the_game_can_leave() {
    let mut position = Position::start(Rules::new(Mode::ThreeWay), Color::Orange);
    assert_eq!(
        position.leave(Color::Pink),
        Err(LeaveError::DoesNotPlay(Color::Pink))
    );
    position.leave(Color::Green).expect("player");
    assert_eq!(
        position.leave(Color::Green),
        Err(LeaveError::AlreadyOut(Color::Green))
    );
    position.leave(Color::Blue).expect("player");
    assert_eq!(position.leave(Color::Orange), Err(LeaveError::Over));
}
