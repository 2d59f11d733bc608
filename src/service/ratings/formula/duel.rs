//! Ratings of duels by Glicko-2, each game a rating period of its own.
//!
//! Source: M. Glickman, "Example of the Glicko-2 system" (2022).

use std::cmp::Ordering;

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

use crate::service::ratings::formula::rating::{Rating, Side};

/// Returns the ratings of two people after a game.
///
/// # Panics
///
/// Panics if a side does not have exactly one member.
pub(super) fn rate(one: &Side, other: &Side) -> [Rating; 2] {
    let after = |own: &Side, opponent: &Side| {
        let ([player], [opposite]) = (&own.members[..], &opponent.members[..]) else {
            panic!("one member on each side of a duel");
        };
        let score = match own.rank.cmp(&opponent.rank) {
            Ordering::Less => Outcomes::WIN,
            Ordering::Equal => Outcomes::DRAW,
            Ordering::Greater => Outcomes::LOSS,
        };
        after(*player, &[(*opposite, score)])
    };
    [after(one, other), after(other, one)]
}

/// Returns a player's rating after a rating period with these games.
#[must_use]
pub fn after(player: Rating, games: &[(Rating, Outcomes)]) -> Rating {
    let games: Vec<_> = games
        .iter()
        .map(|(opponent, score)| (glicko(*opponent), *score))
        .collect();
    let after = glicko2_rating_period(&glicko(player), &games, &Glicko2Config::new());
    Rating {
        points: after.rating,
        deviation: after.deviation,
        volatility: after.volatility,
    }
}

fn glicko(rating: Rating) -> Glicko2Rating {
    Glicko2Rating {
        rating: rating.points,
        deviation: rating.deviation,
        volatility: rating.volatility,
    }
}
