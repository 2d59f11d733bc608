//! Ratings of games with three or four people, or teams, by the Bradley-Terry model with full
//! pairing.
//!
//! Source: R. C. Weng, C.-J. Lin, "A Bayesian Approximation Method for Online Ranking" (2011),
//! algorithm 1.

use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

use crate::service::ratings::formula::rating::{Rating, Side};

/// Standard deviation of the performance in a single game, in points.
///
/// Chosen so that a difference in points means the same as in Glicko-2 when both ratings are sure:
/// Weng and Lin divide it by √(2 · `BETA`²), which is then Glicko-2's 173.7178.
pub const BETA: f64 = 173.7178 / std::f64::consts::SQRT_2;

/// Returns the ratings after a game, in the order of the sides.
pub(super) fn rate(sides: &[Side]) -> Vec<Vec<Rating>> {
    let config = WengLinConfig {
        beta: BETA,
        ..WengLinConfig::new()
    };
    let members: Vec<Vec<_>> = sides
        .iter()
        .map(|side| side.members.iter().copied().map(weng_lin).collect())
        .collect();
    let ranks = sides.iter().map(|side| MultiTeamOutcome::new(side.rank));
    let teams: Vec<_> = members.iter().map(Vec::as_slice).zip(ranks).collect();
    let after = weng_lin_multi_team(&teams, &config);
    let after = after.into_iter().zip(sides);
    after
        .map(|(after, before)| {
            let members = after.into_iter().zip(&before.members);
            members
                .map(|(after, before)| Rating {
                    points: after.rating,
                    deviation: after.uncertainty,
                    volatility: before.volatility,
                })
                .collect()
        })
        .collect()
}

fn weng_lin(rating: Rating) -> WengLinRating {
    WengLinRating {
        rating: rating.points,
        uncertainty: rating.deviation,
    }
}
