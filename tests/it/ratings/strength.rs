//! Effect of time and repetition on a rating, and its certainty.

use focusbot::service::ratings::formula::rating::weight_after;
use focusbot::service::ratings::formula::{Rating, Side, System};

use crate::ratings::close;

fn side(rank: usize) -> Side {
    Side {
        members: vec![Rating::START],
        rank,
    }
}

#[test]
fn second_game_of_a_day_counts_half() {
    close(weight_after(0), 1.0, 0.0);
    close(weight_after(1), 0.5, 0.0);
    let sides = [side(1), side(2)];
    let whole = System::Duel.rate(&sides, 1.0)[0][0];
    let half = System::Duel.rate(&sides, weight_after(1))[0][0];
    close((half.points - 1500.0) * 2.0, whole.points - 1500.0, 1e-9);
    close(
        (350.0 - half.deviation) * 2.0,
        350.0 - whole.deviation,
        1e-9,
    );
}

#[test]
fn a_year_without_games_raises_the_deviation() {
    let known = Rating {
        deviation: 60.0,
        ..Rating::START
    };
    close(known.rested(365.0).deviation, 110.0, 1e-9);
    close(known.rested(1e9).deviation, 350.0, 0.0);
    close(known.rested(-3.0).deviation, 60.0, 0.0);
}

/// Returns the number of games between equals who win in turn until every rating is sure.
fn games_until_sure(system: System, sides: usize, members: usize) -> usize {
    let mut ratings = vec![vec![Rating::START; members]; sides];
    (1..1000)
        .find(|game| {
            let result = ratings.iter().enumerate().map(|(number, members)| Side {
                members: members.clone(),
                rank: if number == game % sides { 1 } else { 2 },
            });
            ratings = system.rate(&result.collect::<Vec<_>>(), 1.0);
            ratings
                .iter()
                .flatten()
                .all(|rating| rating.is_sure(system))
        })
        .expect("a rating that is sure some day")
}

#[test]
fn ratings_are_sure_after_enough_games() {
    assert!(!Rating::START.is_sure(System::Duel));
    assert_eq!(games_until_sure(System::Duel, 2, 1), 14);
    assert_eq!(games_until_sure(System::Several, 3, 1), 14);
    assert_eq!(games_until_sure(System::Several, 4, 1), 10);
    assert_eq!(games_until_sure(System::Several, 2, 2), 48);
}

#[test]
fn deviation_has_a_lower_limit_at_which_ratings_still_change() {
    let sure = Rating {
        deviation: 45.0,
        ..Rating::START
    };
    let sides = [1, 2, 2].map(|rank| Side {
        members: vec![sure],
        rank,
    });
    let after = System::Several.rate(&sides, 1.0);
    close(after[0][0].deviation, 45.0, 0.0);
    assert!(after[0][0].points > 1500.0 && after[1][0].points < 1500.0);
}
