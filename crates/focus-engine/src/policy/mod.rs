//! Which moves are worth a look, before any is played.
//!
//! A search has time for few of the moves there are. The policy says how likely each is to be
//! the one that a search would choose: the softmax of the sums of learned weights. One weight
//! goes with what the evaluation thinks of the position after the move, the others with what it
//! does not see: [`Traits`] of the move, such as who can answer it where it lands.

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

/// Where the weight of the chances after a move is, after those of the [`Traits`].
const CHANCE: usize = Traits::COUNT;
/// Where the one of the logarithm of their odds is.
const ODDS: usize = CHANCE + 1;
/// Number of weights.
const LEN: usize = ODDS + 1;

/// Weight of the chances where nothing is learned.
const BY_CHANCE: f32 = 20.0;

/// Chances are taken for at least this far from certain.
const UNCERTAIN: f32 = 1e-4;

/// Weights in logits.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    kind: Kind,
    /// Shape: `[trait]`, then [`CHANCE`] and [`ODDS`].
    weights: Vec<f32>,
}

/// Those that ship, each made when it is first needed.
static LEARNED: [OnceLock<Option<Arc<Policy>>>; Kind::ALL.len()] =
    [const { OnceLock::new() }; Kind::ALL.len()];

impl Policy {
    /// The learned policy for games with these rules, if there is one.
    #[must_use]
    pub fn of(rules: Rules) -> Option<Arc<Policy>> {
        let kind = Kind::of(rules);
        let made = LEARNED[kind as usize].get_or_init(|| Policy::learned(kind).map(Arc::new));
        made.clone()
    }

    /// The policy that ships for a kind of game, if one does.
    ///
    /// # Panics
    ///
    /// Never: a test reads them all.
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

    /// What goes by [`Policy::by_chance`], to learn the first from.
    #[must_use]
    pub fn by_hand(kind: Kind) -> Policy {
        let mut weights = vec![0.0; LEN];
        weights[CHANCE] = BY_CHANCE;
        Policy { kind, weights }
    }

    /// The kind of game.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// How likely a move is to be the one, in logits; what matters is the difference to those of
    /// the other moves.
    ///
    /// `chance` is the expected result of the mover after it.
    #[inline]
    #[must_use]
    pub fn logit(&self, traits: &Traits<'_>, mv: Move, chance: f32) -> f32 {
        let (weights, mut logit) = (self.weights.as_slice(), 0.0);
        each_part(traits, mv, chance, |at, part| logit += weights[at] * part);
        logit
    }

    /// The same where there is no policy: a twentieth more to expect makes a move e times as
    /// likely.
    #[must_use]
    pub fn by_chance(chance: f32) -> f32 {
        BY_CHANCE * chance
    }

    /// Every weight.
    #[must_use]
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// The same with the differences between moves made smaller or larger.
    #[must_use]
    pub fn scaled(&self, scale: f32) -> Policy {
        let weights = self.weights.iter();
        self.with_weights(weights.map(|weight| weight * scale).collect())
    }

    /// The same kind with other weights.
    #[must_use]
    pub fn with_weights(&self, weights: Vec<f32>) -> Policy {
        debug_assert_eq!(weights.len(), LEN, "as many as before");
        Policy { weights, ..*self }
    }
}

/// The weights that make up the logit of a move, and how much each counts.
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
