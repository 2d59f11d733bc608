//! Expansion of leaves: values and priors of the moves of a position.

use crate::Rng;
use crate::evaluation::Sums;
use crate::mcts::fast_evaluation::FastEvaluation;
use crate::mcts::node::{Node, Proof};
use crate::policy::{Policy, Traits};
use focus::{Color, ColorSet, Move, Position};

/// Evaluation and policy of a search.
pub(super) struct Expander<'a> {
    pub(super) evaluation: &'a FastEvaluation,
    /// Policy for the priors; without one, they depend on the evaluation.
    pub(super) policy: Option<&'a Policy>,
    /// Maximum error added to the value of a move, in logits.
    pub(super) noise: f32,
    /// Seed of the errors.
    pub(super) seed: u64,
}

/// A position with the incrementally updated part of its evaluation.
#[derive(Clone)]
pub(super) struct Place {
    pub(super) position: Position,
    pub(super) sums: Sums,
}

impl Expander<'_> {
    /// Creates a place, evaluated from scratch.
    pub(super) fn place(&self, position: &Position) -> Place {
        Place {
            position: position.clone(),
            sums: self.evaluation.evaluator.fresh(position),
        }
    }

    /// Plays a move.
    pub(super) fn play(&self, place: &mut Place, mv: Move) {
        let before = place.position.clone();
        place.position.play_unchecked(mv);
        self.evaluation
            .evaluator
            .update(&mut place.sums, &before, mv, &place.position);
    }

    /// Appends the children of a position that is not over to a list, up to a number.
    pub(super) fn expand(&self, place: &Place, most: usize, nodes: &mut Vec<Node>) {
        let mover = place.position.side();
        let first = nodes.len();
        // The error depends on the key of the position after a move, so that has to be computed.
        let common = match self.noise {
            0.0 => self.evaluation.common(&place.position, &place.sums),
            _ => None,
        };
        place.position.for_each_move(|mv| {
            if nodes.len() - first >= most {
                return;
            }
            let chances = common
                .as_ref()
                .and_then(|common| self.evaluation.after(common, mv));
            if let Some(chances) = chances {
                nodes.push(Node::new(mv, chances));
                return;
            }
            let after = place.position.after(mv);
            let node = if after.is_over() {
                ended(mv, &after)
            } else {
                let mut sums = place.sums;
                self.evaluation
                    .evaluator
                    .update(&mut sums, &place.position, mv, &after);
                let chances = self.evaluation.evaluator.chances(&after, &sums);
                Node::new(mv, self.blurred(chances, mover, &after))
            };
            nodes.push(node);
        });
        self.share_out(&place.position, &mut nodes[first..]);
    }

    /// Sets the prior of each child.
    fn share_out(&self, position: &Position, children: &mut [Node]) {
        let policy = self.policy.map(|policy| (policy, Traits::of(position)));
        let mover = position.side().index();
        let mut most = f32::NEG_INFINITY;
        for child in &mut *children {
            child.prior = match &policy {
                Some((policy, traits)) => policy.logit(traits, child.mv, child.best[mover]),
                None => Policy::by_chance(child.best[mover]),
            };
            most = most.max(child.prior);
        }
        let mut total = 0.0;
        for child in &mut *children {
            child.prior = (child.prior - most).exp();
            total += child.prior;
        }
        for child in children {
            child.prior /= total;
        }
    }

    /// Returns the chances with an error for one color that depends only on the position and the
    /// seed.
    fn blurred(&self, mut chances: [f32; 4], color: Color, position: &Position) -> [f32; 4] {
        if self.noise == 0.0 {
            return chances;
        }
        let mut dice = Rng::of(self.seed, position.key());
        let error = (dice.unit() + dice.unit() - 1.0) * self.noise;
        let ours = chances[color.index()];
        let odds = ours * error.exp();
        let total = 1.0 - ours + odds;
        chances[color.index()] = odds;
        chances.map(|chance| chance / total)
    }
}

/// Returns the node of a move that ends the game.
fn ended(mv: Move, after: &Position) -> Node {
    let outcome = after.outcome();
    let winners = outcome.map_or(ColorSet::EMPTY, |outcome| outcome.winners);
    let sharing = if winners.is_empty() {
        after.sharing()
    } else {
        winners
    };
    let mut node = Node::new(mv, result(sharing));
    node.proof = winners.iter().next().map_or(Proof::Drawn, Proof::Won);
    node
}

/// Returns the result of each color if these share the win or the draw. Shape: `[color]`.
fn result(sharing: ColorSet) -> [f32; 4] {
    let share = match sharing.len() {
        1 => 1.0,
        2 => 0.5,
        3 => 1.0 / 3.0,
        _ => 0.25,
    };
    Color::ALL.map(|color| if sharing.contains(color) { share } else { 0.0 })
}
