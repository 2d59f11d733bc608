//! Move priors: estimates of which moves are worth searching.
//!
//! A search has time for only a few of the legal moves. The policy estimates how likely a search is
//! to choose each of them: the softmax of sums of learned weights. Two weights apply to the mover's
//! evaluation after the move, the others to features that the evaluation does not see: [`Traits`]
//! of the move, such as which opponents reach its target square.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "weights are far within 24 bits"
)]

mod file;
mod traits;

use std::sync::{Arc, OnceLock};

use crate::evaluation::Kind;
use focus::{Move, Rules};

pub use traits::Traits;

/// Index of the weight of the expected result after a move, following those of the [`Traits`].
const CHANCE: usize = Traits::COUNT;
/// Index of the weight of its log odds.
const ODDS: usize = CHANCE + 1;
/// Number of weights.
const LEN: usize = ODDS + 1;

/// Weight of the expected result if there is no learned policy.
const BY_CHANCE: f32 = 20.0;

/// Minimum distance of an expected result from certainty.
const UNCERTAIN: f32 = 1e-4;

/// Learned policy, with weights in logits.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    kind: Kind,
    /// Shape: `[trait]`, then [`CHANCE`] and [`ODDS`].
    weights: Vec<f32>,
}

/// Built-in policies, each created on first use.
static LEARNED: [OnceLock<Option<Arc<Policy>>>; Kind::ALL.len()] =
    [const { OnceLock::new() }; Kind::ALL.len()];

impl Policy {
    /// Returns the learned policy for games with these rules, if there is one.
    #[must_use]
    pub fn of(rules: Rules) -> Option<Arc<Policy>> {
        let kind = Kind::of(rules);
        let made = LEARNED[kind as usize].get_or_init(|| Policy::learned(kind).map(Arc::new));
        made.clone()
    }

    /// Returns the built-in policy of a kind of game, if there is one.
    ///
    /// # Panics
    ///
    /// Never: a test reads all built-in policies.
    #[must_use]
    pub fn learned(kind: Kind) -> Option<Policy> {
        let text = match kind {
            Kind::DuelLast
            | Kind::DuelRace
            | Kind::ThreeWayLast
            | Kind::Partners
            | Kind::FreeForAllLast => return None,
            Kind::ThreeWayRace => {
                include_str!("../../weights/three-way-race.policy.json")
            }
            Kind::FreeForAllRace => {
                include_str!("../../weights/free-for-all-race.policy.json")
            }
        };
        Some(Policy::parse(text).expect("policy that ships"))
    }

    /// Returns a policy that knows only the expected result after each move, the starting point for
    /// learning.
    #[must_use]
    pub fn by_hand(kind: Kind) -> Policy {
        let mut weights = vec![0.0; LEN];
        weights[CHANCE] = BY_CHANCE;
        Policy { kind, weights }
    }

    /// Returns the kind of game.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns the logit of the prior of a move; only differences between moves matter.
    ///
    /// `chance` is the mover's expected result after the move.
    #[inline]
    #[must_use]
    pub fn logit(&self, traits: &Traits<'_>, mv: Move, chance: f32) -> f32 {
        let (weights, mut logit) = (self.weights.as_slice(), 0.0);
        each_part(traits, mv, chance, |at, part| logit += weights[at] * part);
        logit
    }

    /// Returns the logit without a learned policy: 0.05 more expected result makes a move e times
    /// as likely.
    #[must_use]
    pub(crate) fn by_chance(chance: f32) -> f32 {
        BY_CHANCE * chance
    }

    /// Returns every weight.
    #[must_use]
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// Returns the policy with all logits multiplied by a factor.
    #[must_use]
    pub fn scaled(&self, scale: f32) -> Policy {
        let weights = self.weights.iter();
        self.with_weights(weights.map(|weight| weight * scale).collect())
    }

    /// Returns a policy for the same kind with other weights.
    #[must_use]
    pub fn with_weights(&self, weights: Vec<f32>) -> Policy {
        debug_assert_eq!(weights.len(), LEN, "as many as before");
        Policy { weights, ..*self }
    }
}

/// Calls a function with the index of each weight in the logit of a move, and its factor.
#[inline]
pub fn each_part(traits: &Traits<'_>, mv: Move, chance: f32, mut call: impl FnMut(usize, f32)) {
    let likely = chance.clamp(UNCERTAIN, 1.0 - UNCERTAIN);
    call(CHANCE, chance);
    call(ODDS, (likely / (1.0 - likely)).ln());
    traits.each(mv, |at| call(at, 1.0));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn policies_that_ship_are_read_back_from_their_text() {
        for kind in Kind::ALL {
            let policy = Policy::learned(kind).unwrap_or(Policy::by_hand(kind));
            assert_eq!(policy.kind(), kind);
            assert_eq!(Policy::parse(&policy.to_text()), Ok(policy));
        }
    }
}
