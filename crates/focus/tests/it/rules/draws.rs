//! Draws, and the rules that turn them into wins.

use super::arrange::{play, play_game, position, result};
use focus::{Color, Game, Mode, Outcome, Rules, Termination};

/// A cycle of moves: the first position recurs after every four plies.
const CYCLE: &str = "d4-d5 h4-h5 d5-d4 h5-h4 ";

fn game(rules: &str) -> Game {
    Game::from_position(position(rules, 'O', "d4=O h4=B", "ply:101"))
}

#[track_caller]
fn check(game: &Game, winners: &str, termination: Termination) {
    let outcome = game.outcome().expect("ended game");
    assert_eq!(outcome.winners.to_string(), winners);
    assert_eq!(outcome.termination, termination);
}

#[test]
fn third_time_is_a_draw() {
    let mut game = game("mode=2");
    play_game(&mut game, CYCLE);
    play_game(&mut game, "d4-d5 h4-h5 d5-d4");
    assert_eq!(game.outcome(), None);
    play_game(&mut game, "h5-h4");
    check(&game, "", Termination::Repetition);
}

#[test]
fn without_the_option_repetition_is_none() {
    let mut game = game("mode=2 repetition=off");
    play_game(&mut game, &CYCLE.repeat(5));
    assert_eq!(game.outcome(), None);
}

#[test]
fn another_player_out_makes_another_position() {
    let start = position("mode=3 goal=last", 'O', "d4=O f4=G h4=B", "");
    let mut game = Game::from_position(start);
    let round = "d4-d5 f4-f5 h4-h5 d5-d4 f5-f4 h5-h4 ";
    play_game(&mut game, round);
    game.leave(Color::Green, focus::Leaving::Resignation)
        .expect("player");
    play_game(&mut game, &CYCLE.repeat(2)[..CYCLE.len() * 2 - 6]);
    assert_eq!(game.outcome(), None);
    play_game(&mut game, "h5-h4");
    check(&game, "", Termination::Repetition);
}

#[test]
fn reserves_in_hand_make_another_position() {
    let start = position("mode=2", 'O', "d4=O a4=OBBBB h4=B", "O1B1");
    let mut game = Game::from_position(start);
    play_game(&mut game, CYCLE);
    play_game(&mut game, "+a4r1 +h4");
    play_game(&mut game, "d4-d5 h4-h5 d5-d4 h5-h4");
    assert_eq!(game.outcome(), None);
}

#[test]
fn quiet_plies_are_a_draw() {
    let mut position = position("mode=2 quiet=7", 'O', "d4=O h4=B", "clock:5");
    play(&mut position, "d4-d5");
    assert_eq!(result(&position), "*");
    play(&mut position, "h4-h5");
    assert_eq!(result(&position), "=");
}

#[test]
fn capture_starts_the_clock_anew() {
    let stacks = "d4=O d5=BOOOB h4=B";
    let mut position = position("mode=2 quiet=7", 'O', stacks, "clock:6");
    play(&mut position, "d4-d5xB");
    assert_eq!(position.clock(), 0);
    assert_eq!(result(&position), "*");
}

#[test]
fn win_at_the_last_quiet_ply_is_a_win() {
    let mut position = position(
        "mode=2 quiet=7 draw=second_wins",
        'O',
        "d4=O d5=B",
        "clock:6",
    );
    play(&mut position, "d4-d5");
    assert_eq!(result(&position), "O");
    assert_eq!(
        position.outcome().map(|outcome| outcome.termination),
        Some(Termination::Normal)
    );
}

#[test]
fn quiet_may_be_off() {
    let mut position = position("mode=2 quiet=off", 'O', "d4=O h4=B", "clock:65535");
    play(&mut position, "d4-d5");
    assert_eq!(result(&position), "*");
    assert_eq!(position.clock(), u16::MAX);
}

#[test]
fn draw_can_be_a_win_of_either() {
    // Orange is to move at an odd ply, so orange started.
    for (rule, winners) in [("split", ""), ("second_loses", "O"), ("second_wins", "B")] {
        let mut repeated = game(&format!("mode=2 draw={rule}"));
        play_game(&mut repeated, &CYCLE.repeat(2));
        check(&repeated, winners, Termination::Repetition);

        let mut quiet = game(&format!("mode=2 draw={rule} quiet=3"));
        play_game(&mut quiet, "d4-d5 h4-h5 d5-d4");
        check(&quiet, winners, Termination::Quiet);

        let mut agreed = game(&format!("mode=2 draw={rule}"));
        play_game(&mut agreed, "d4-d5");
        let outcome = agreed.agree_draw().expect("running game");
        assert_eq!(Some(outcome), agreed.outcome());
        check(&agreed, winners, Termination::Agreement);
    }
}

#[test]
fn second_player_is_who_did_not_start() {
    let rules: Rules = "mode=2 draw=second_loses opening=exchange"
        .parse()
        .expect("rules");
    let mut game = Game::new(rules, Color::Blue);
    play_game(&mut game, "b2<>b3");
    game.agree_draw().expect("running game");
    check(&game, "B", Termination::Agreement);
}

#[test]
fn finished_game_takes_nothing_more() {
    let mut game = game("mode=2");
    let mv = game.position().legal_moves()[0];
    let outcome: Outcome = game.agree_draw().expect("running game");
    assert!(game.agree_draw().is_err());
    assert!(game.play(mv).is_err());
    assert!(game.preview(mv).is_err());
    assert!(game.leave(Color::Blue, focus::Leaving::Time).is_err());
    assert_eq!(game.outcome(), Some(outcome));
}

#[test]
fn a_draw_is_shared_by_those_still_in_and_their_partners() {
    let leaving = focus::Leaving::Resignation;
    for (mode, expected) in [
        (Mode::ThreeWay, "OB"),
        (Mode::Partners, "OGBP"),
        (Mode::FreeForAll, "OBP"),
    ] {
        let mut game = Game::new(Rules::new(mode), Color::Orange);
        game.leave(Color::Green, leaving).expect("player");
        assert_eq!(game.sharing().to_string(), "", "the game goes on");
        game.agree_draw().expect("running game");
        assert_eq!(game.sharing().to_string(), expected, "{mode:?}");
    }
    let mut duel = Game::new(Rules::new(Mode::Duel), Color::Orange);
    duel.agree_draw().expect("running game");
    assert_eq!(duel.sharing().to_string(), "OB");
    let mut won = Game::new(Rules::new(Mode::Duel), Color::Orange);
    won.leave(Color::Blue, leaving).expect("player");
    assert_eq!(won.sharing().to_string(), "", "a win is nobody's draw");
}
