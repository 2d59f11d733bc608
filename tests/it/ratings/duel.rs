//! Glicko-2 against its author's example.

use focusbot::service::ratings::formula::duel::after;
use focusbot::service::ratings::formula::{Rating, Side, System};
use skillratings::Outcomes;

use crate::ratings::close;

fn rated(points: f64, deviation: f64) -> Rating {
    Rating {
        points,
        deviation,
        ..Rating::START
    }
}

/// Source: M. Glickman, "Example of the Glicko-2 system" (2022), pages 3 to 6.
#[test]
fn ratings_match_glickmans_example() {
    let games = [
        (rated(1400.0, 30.0), Outcomes::WIN),
        (rated(1550.0, 100.0), Outcomes::LOSS),
        (rated(1700.0, 300.0), Outcomes::LOSS),
    ];
    let after = after(rated(1500.0, 200.0), &games);
    close(after.points, 1464.06, 0.015);
    close(after.deviation, 151.52, 0.005);
    // Printed with its last digits truncated.
    close(after.volatility, 0.05999, 0.000_01);
}

fn play(ranks: [usize; 2]) -> [Rating; 2] {
    let side = |rank| Side {
        members: vec![Rating::START],
        rank,
    };
    let after = System::Duel.rate(&ranks.map(side), 1.0);
    [after[0][0], after[1][0]]
}

#[test]
fn winner_gains_what_an_equal_loser_loses() {
    let [winner, loser] = play([1, 2]);
    assert!(winner.points > 1500.0);
    close(winner.points - 1500.0, 1500.0 - loser.points, 1e-9);
    let [loser_first, winner_last] = play([2, 1]);
    assert_eq!((loser_first, winner_last), (loser, winner));
}

#[test]
fn draw_of_equals_changes_only_the_deviation() {
    for rating in play([1, 1]) {
        close(rating.points, 1500.0, 1e-9);
        assert!(rating.deviation < Rating::START.deviation);
    }
}
