//! Evaluation of positions, in the form that searches use.

use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::Score;
use crate::evaluation::tables::Channel;
use crate::evaluation::{Kind, Layout, Network, Weights};
use focus::{Color, Move, Position, Rules, Square};

/// Sums of the stack weights in the scores, updated incrementally.
///
/// With two sides only the first number is used: the first side's sum minus the second's. Shape:
/// `[color]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums([i32; 4]);

/// Evaluation tables for one kind of game.
pub struct Evaluator {
    kind: Kind,
    layout: Layout,
    /// One table for the difference of two sides, or one for each color.
    channels: Vec<Channel>,
    /// Weights of the counts, starting at [`Layout::hand`].
    counts: Vec<i32>,
    /// Network that is added if two sides play.
    network: Option<Network>,
}

/// Learned evaluations, each created on first use because a search may have little time.
static LEARNED: [OnceLock<Arc<Evaluator>>; Kind::ALL.len()] =
    [const { OnceLock::new() }; Kind::ALL.len()];

impl Evaluator {
    /// Returns the learned evaluation for games with these rules.
    #[must_use]
    pub fn of(rules: Rules) -> Arc<Evaluator> {
        let kind = Kind::of(rules);
        let made = LEARNED[kind as usize].get_or_init(|| {
            let evaluator = Evaluator::new(&Weights::learned(kind));
            Arc::new(evaluator.with_learned_network())
        });
        Arc::clone(made)
    }

    /// Creates an evaluation with these weights.
    #[must_use]
    pub fn new(weights: &Weights) -> Evaluator {
        let layout = *weights.layout();
        let kind = layout.kind();
        let channels = match kind.sides() {
            [ours, theirs] => vec![Channel::new(weights, ours, theirs)],
            sides => sides
                .iter()
                .map(|side| Channel::new(weights, side, &[]))
                .collect(),
        };
        let counts = weights.values()[layout.hand..].iter();
        Evaluator {
            kind,
            layout,
            channels,
            counts: counts.map(|value| value.round() as i32).collect(),
            network: None,
        }
    }

    /// Adds a network, which values combinations of stacks that the weights miss.
    ///
    /// # Panics
    ///
    /// If the network is for another kind of game.
    #[must_use]
    pub fn with_network(self, network: Network) -> Evaluator {
        assert_eq!(self.kind, network.kind(), "kind of the network");
        Evaluator {
            network: Some(network),
            ..self
        }
    }

    /// Adds the built-in network of the kind of game, if there is one.
    #[must_use]
    pub fn with_learned_network(self) -> Evaluator {
        match Network::learned(self.kind) {
            Some(network) => self.with_network(network),
            None => self,
        }
    }

    /// Returns the network, if there is one.
    pub(crate) const fn network(&self) -> Option<&Network> {
        self.network.as_ref()
    }

    /// Returns the contribution of a packed stack to the score of a color.
    ///
    /// With two sides, this is its contribution to the difference of their scores, regardless of
    /// the color.
    pub(crate) fn stack(&self, color: Color, square: Square, code: u16) -> i32 {
        let colors = self.kind.mode().colors().iter();
        let at = colors.take_while(|&&other| other != color).count();
        let at = if self.kind.is_two_sided() { 0 } else { at };
        self.channels[at].value(square, code)
    }

    /// Returns the layout and the weights of the counts, starting with those of the hands.
    pub(crate) fn counts(&self) -> (&Layout, &[i32]) {
        (&self.layout, &self.counts)
    }

    /// Returns the kind of game.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// Computes the sums of a position from scratch.
    #[must_use]
    pub fn fresh(&self, position: &Position) -> Sums {
        let mut sums = Sums::default();
        for square in Square::ALL {
            self.add(&mut sums, square, position);
        }
        sums
    }

    /// Updates the sums for a move.
    #[inline]
    pub fn update(&self, sums: &mut Sums, before: &Position, mv: Move, after: &Position) {
        for square in mv.squares() {
            let (old, new) = (before.board().code(square), after.board().code(square));
            for (sum, channel) in sums.0.iter_mut().zip(&self.channels) {
                *sum += channel.value(square, new) - channel.value(square, old);
            }
        }
    }

    /// Returns the score of each color, 0 for one that does not play. With two sides, only the
    /// difference of their scores is meaningful. Shape: `[color]`, units: 1/[`Score::LOGIT`].
    #[inline]
    #[must_use]
    pub fn seats(&self, position: &Position, sums: &Sums) -> [i32; 4] {
        let mut scores = [0; 4];
        for (at, &side) in self.kind.sides().iter().enumerate() {
            for &color in side {
                scores[color.index()] = self.counts_of(position, color);
            }
            scores[side[0].index()] += sums.0[at];
        }
        scores
    }

    /// Returns the lead of the side to move over the other side, or over the best of the others.
    #[inline]
    #[must_use]
    pub fn versus(&self, position: &Position, sums: &Sums) -> i32 {
        let us = position.side();
        if let [first, second] = self.kind.sides() {
            let of_side = |side: &[Color]| {
                let counts = side.iter().map(|&color| self.counts_of(position, color));
                counts.sum::<i32>()
            };
            let difference = sums.0[0] + of_side(first) - of_side(second);
            return if first.contains(&us) {
                difference
            } else {
                -difference
            };
        }
        let scores = self.seats(position, sums);
        let others = position.still_in().without(us);
        let best = others.iter().map(|color| scores[color.index()]).max();
        scores[us.index()] - best.unwrap_or(0)
    }

    /// Returns the expected result of each color; partners share theirs equally. Shape: `[color]`.
    #[must_use]
    pub fn chances(&self, position: &Position, sums: &Sums) -> [f32; 4] {
        let scores = self.seats(position, sums);
        let mut chances = [0.0; 4];
        let sides = self.kind.sides();
        let is_in = |side: &[Color]| side.iter().any(|&color| !position.out().contains(color));
        let of_side = |side: &[Color]| side.iter().map(|color| scores[color.index()]).sum::<i32>();
        let best = sides
            .iter()
            .filter(|side| is_in(side))
            .map(|side| of_side(side))
            .max();
        let Some(best) = best else {
            return chances;
        };
        let mut total = 0.0;
        for side in sides.iter().filter(|side| is_in(side)) {
            let odds = ((of_side(side) - best) as f32 / Score::LOGIT as f32).exp();
            total += odds;
            for color in *side {
                chances[color.index()] = odds / side.len() as f32;
            }
        }
        chances.map(|odds| odds / total)
    }

    #[inline]
    fn counts_of(&self, position: &Position, color: Color) -> i32 {
        let mut sum = 0;
        let first = self.layout.hand;
        self.layout
            .active_counts(position, color, &mut |at| sum += self.counts[at - first]);
        sum
    }

    fn add(&self, sums: &mut Sums, square: Square, position: &Position) {
        let code = position.board().code(square);
        for (sum, channel) in sums.0.iter_mut().zip(&self.channels) {
            *sum += channel.value(square, code);
        }
    }
}

impl fmt::Debug for Evaluator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Evaluator");
        shown
            .field("kind", &self.kind)
            .field("network", &self.network);
        shown.finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Visits every position of some random games together with its incrementally updated sums.
    fn walk(kind: Kind, mut visit: impl FnMut(&Position, &Sums, &Evaluator)) {
        let evaluator = Evaluator::of(kind.rules());
        let mut seed = 7_u64;
        for _ in 0..20 {
            let mut position = Position::start(kind.rules(), Color::Orange);
            let mut sums = evaluator.fresh(&position);
            for _ in 0..120 {
                visit(&position, &sums, &evaluator);
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let mv = moves[(seed >> 33) as usize % moves.len()];
                let before = position.clone();
                position.play_unchecked(mv);
                evaluator.update(&mut sums, &before, mv, &position);
            }
        }
    }

    #[test]
    fn sums_kept_up_to_date_are_the_fresh_ones() {
        for kind in Kind::ALL {
            walk(kind, |position, sums, evaluator| {
                assert_eq!(*sums, evaluator.fresh(position), "{kind}");
            });
        }
    }

    #[test]
    fn scores_are_the_sums_of_the_active_weights() {
        for kind in Kind::ALL {
            let weights = Weights::learned(kind);
            walk(kind, |position, sums, evaluator| {
                let of_color = |us: Color| {
                    let mut score = 0.0;
                    let mut add = |at: usize| score += weights.values()[at].round();
                    weights.layout().active(position, us, &mut add);
                    score as i32
                };
                let of_side = |side: &[Color]| side.iter().map(|&us| of_color(us)).sum::<i32>();
                let seats = evaluator.seats(position, sums);
                let seats_of =
                    |side: &[Color]| side.iter().map(|us| seats[us.index()]).sum::<i32>();
                let sides = kind.sides();
                if let [one, other] = sides {
                    let difference = of_side(one) - of_side(other);
                    assert_eq!(seats_of(one) - seats_of(other), difference, "{kind}");
                    let sign = if one.contains(&position.side()) {
                        1
                    } else {
                        -1
                    };
                    assert_eq!(evaluator.versus(position, sums), sign * difference);
                } else {
                    for side in sides {
                        assert_eq!(seats_of(side), of_side(side), "{kind}");
                    }
                }
                let total: f32 = evaluator.chances(position, sums).iter().sum();
                assert!((total - 1.0).abs() < 1e-4);
            });
        }
    }
}
