//! Report on a game, computed from the choices at its positions.

use focus::{Color, Game, Leaving, Mode, Move, Rules};
use focus_engine::Choice;
use focus_engine::analysis::{GameReport, position_at, stages, unfinished};

/// Returns a game in which every player plays the first legal move.
fn game(mode: Mode, plies: usize) -> Game {
    let mut game = Game::new(Rules::new(mode), Color::Orange);
    for _ in 0..plies {
        let mv = game.position().legal_moves()[0];
        game.play(mv).expect("legal move");
    }
    game
}

/// Returns a choice of a different move than the one played, or of the same one.
fn choice(stage: &Game, played: Move, is_other: bool, chances: [f32; 4]) -> Choice {
    let moves = stage.position().legal_moves();
    let other = moves.iter().copied().find(|mv| *mv != played);
    let mv = if is_other {
        other.expect("a second legal move")
    } else {
        played
    };
    Choice {
        mv,
        score: focus_engine::Score::Value(0),
        chances,
        depth: 1,
        nodes: 1,
        line: vec![mv],
        candidates: Vec::new(),
    }
}

/// Returns choices for a duel in which orange has these chances before each ply.
fn duel(game: &Game, orange: &[f32], others: &[usize]) -> Vec<Choice> {
    let stages = stages(game).zip(game.plies()).enumerate();
    stages
        .map(|(plies, (stage, played))| {
            let chances = [orange[plies], 0.0, 1.0 - orange[plies], 0.0];
            choice(&stage, played.mv, others.contains(&plies), chances)
        })
        .collect()
}

#[test]
fn stages_are_the_positions_before_every_ply() {
    let mut game = game(Mode::FreeForAll, 5);
    game.leave(Color::Pink, Leaving::Time).expect("a player");
    let plies: Vec<_> = stages(&game).map(|stage| stage.plies().len()).collect();
    assert_eq!(plies, [0, 1, 2, 3, 4]);
    assert_eq!(&position_at(&game, 0), game.start());
    assert_eq!(&position_at(&game, 5), game.position());
}

#[test]
fn moves_that_gave_most_away_are_the_moments() {
    let game = game(Mode::Duel, 8);
    // Orange moves first. Ply 2 gives away 0.3, ply 3 gains 0.2 and so gives away nothing, ply 5
    // gives away blue's 0.4, and ply 6 was nevertheless the best move.
    let orange = [0.5, 0.5, 0.5, 0.2, 0.0, 0.1, 0.5, 0.2];
    let choices = duel(&game, &orange, &[0, 1, 2, 3, 4, 5]);
    let report = GameReport::new(&game, None, &choices);
    let found: Vec<_> = report
        .moments
        .iter()
        .map(|moment| (moment.plies, moment.color))
        .collect();
    assert_eq!(found, [(2, Color::Orange), (5, Color::Blue)]);
    let first = &report.moments[0];
    assert_eq!(first.played, game.plies()[2].mv);
    assert_eq!(first.better, choices[2].mv);
    assert!((first.before - 0.5).abs() < 1e-6 && (first.after - 0.2).abs() < 1e-6);
}

#[test]
fn only_the_three_worst_are_named() {
    let game = game(Mode::Duel, 9);
    let orange = [0.9, 0.7, 0.7, 0.4, 0.4, 0.25, 0.25, 0.15, 0.15];
    let report = GameReport::new(&game, None, &duel(&game, &orange, &[0, 2, 4, 6]));
    let plies: Vec<_> = report.moments.iter().map(|moment| moment.plies).collect();
    assert_eq!(plies, [0, 2, 4]);
}

#[test]
fn what_a_departure_changed_is_nobodys_move() {
    let mut game = game(Mode::FreeForAll, 3);
    game.leave(Color::Blue, Leaving::Resignation)
        .expect("a player");
    for _ in 0..2 {
        let mv = game.position().legal_moves()[0];
        game.play(mv).expect("legal move");
    }
    let stages_and_plies = stages(&game).zip(game.plies()).enumerate();
    let choices: Vec<_> = stages_and_plies
        .map(|(plies, (stage, played))| {
            let chances = if plies < 3 {
                [0.25; 4]
            } else {
                [1.0, 0.0, 0.0, 0.0]
            };
            choice(&stage, played.mv, true, chances)
        })
        .collect();
    assert!(GameReport::new(&game, None, &choices).moments.is_empty());
}

#[test]
fn the_result_is_the_end_of_the_report() {
    let mut game = game(Mode::Partners, 4);
    for color in [Color::Green, Color::Pink] {
        game.leave(color, Leaving::Resignation).expect("a player");
    }
    let choices: Vec<_> = stages(&game)
        .zip(game.plies())
        .map(|(stage, played)| choice(&stage, played.mv, false, [0.25; 4]))
        .collect();
    let report = GameReport::new(&game, game.outcome(), &choices);
    assert_eq!(report.chances.len(), 5);
    let end = report.chances[4];
    let of_side = |color: Color| {
        let partner = Mode::Partners.partner(color).expect("a partner");
        end[color.index()] + end[partner.index()]
    };
    assert!((of_side(Color::Blue) - 1.0).abs() < 1e-6);
    assert!(of_side(Color::Green).abs() < 1e-6);
}

#[test]
fn a_draw_is_shared_by_those_still_in() {
    let mut game = game(Mode::FreeForAll, 4);
    game.leave(Color::Green, Leaving::Time).expect("a player");
    game.agree_draw().expect("a running game");
    let choices: Vec<_> = stages(&game)
        .zip(game.plies())
        .map(|(stage, played)| choice(&stage, played.mv, false, [0.25; 4]))
        .collect();
    let report = GameReport::new(&game, game.outcome(), &choices);
    let third = 1.0 / 3.0;
    let end = report.chances[4].into_iter();
    let differences = end.zip([third, 0.0, third, third]).map(|(a, b)| a - b);
    assert!(differences.into_iter().all(|by: f32| by.abs() < 1e-6));
}

#[test]
fn resignation_comes_after_what_the_last_move_was_worth() {
    let mut game = game(Mode::Duel, 4);
    game.leave(Color::Orange, Leaving::Resignation)
        .expect("a player");
    let last = unfinished(&game).expect("a position that no move ended");
    assert_eq!(last.plies().len(), 4);
    assert_eq!(last.outcome(), None);
    let mut choices = duel(&game, &[0.5, 0.5, 0.5, 0.5], &[3]);
    let mv = last.position().legal_moves()[0];
    choices.push(choice(&last, mv, false, [0.8, 0.0, 0.2, 0.0]));
    let report = GameReport::new(&game, game.outcome(), &choices);
    assert_eq!(report.chances.len(), 5);
    assert!((report.chances[4][Color::Orange.index()] - 0.8).abs() < 1e-6);
    assert!((report.result[Color::Blue.index()] - 1.0).abs() < 1e-6);
    // Blue's last move is judged by its value, not by the resignation.
    let told: Vec<_> = report.moments.iter().map(|moment| moment.plies).collect();
    assert_eq!(told, [3]);
}

#[test]
fn game_that_a_move_ended_has_no_position_after_it() {
    let mut game = game(Mode::Duel, 0);
    while game.outcome().is_none() {
        let mv = game.position().legal_moves()[0];
        game.play(mv).expect("legal move");
    }
    assert!(unfinished(&game).is_none());
}
