//! Training of a policy on the moves that searches chose.

use crate::train::SelfPlayGame;
use crate::train::adam::Adam;
use crate::train::fit::{Epoch, shuffle};
use crate::train::parallel::{mean_gradient, mean_loss};
use crate::train::play::shares;
use focus::{Mode, Move, Position};
use focus_engine::evaluation::{Evaluator, Kind};
use focus_engine::policy::{Policy, Traits, each_part};

/// Returns the factor by which a learned policy is scaled. Searches play better if they also look
/// at less likely moves; with four players they would otherwise overlook wins.
const fn open_mind(kind: Kind) -> f32 {
    match kind.mode() {
        Mode::FreeForAll => 0.5,
        Mode::Duel | Mode::ThreeWay | Mode::Partners => 0.7,
    }
}

/// Number of positions in a batch.
const BATCH: usize = 1024;

/// Initial learning rate in logits; it decreases to zero.
const RATE: f32 = 0.03;

/// Positions with the move that was chosen.
pub struct Decisions {
    evaluator: Evaluator,
    positions: Vec<(Position, Move)>,
}

impl Decisions {
    /// Creates an empty set for games evaluated by this evaluator.
    #[must_use]
    pub fn new(evaluator: Evaluator) -> Decisions {
        Decisions {
            evaluator,
            positions: Vec::new(),
        }
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Returns whether there are no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Adds the moves of a game that a search chose among several.
    pub fn add(&mut self, record: &SelfPlayGame) {
        let rules = self.evaluator.kind().rules();
        record.each_choice(rules, |position, mv, _| {
            if position.count_moves() > 1 {
                self.positions.push((position.clone(), mv));
            }
        });
    }

    /// Returns the mean cross-entropy of a policy, in nats, computed with this many threads.
    #[must_use]
    pub fn loss(&self, policy: &Policy, threads: usize) -> f32 {
        mean_loss(self.len(), threads, |index| {
            self.output(index, policy).loss()
        })
    }

    /// Applies a policy to a position.
    fn output(&self, index: usize, policy: &Policy) -> PolicyOutput {
        let (position, chosen) = &self.positions[index];
        let (us, sums) = (position.side(), self.evaluator.fresh(position));
        let traits = Traits::of(position);
        let mut output = PolicyOutput::default();
        position.for_each_move(|mv| {
            let after = position.after(mv);
            let chances = if let Some(outcome) = after.outcome() {
                shares(&after, outcome)
            } else {
                let mut sums = sums;
                self.evaluator.update(&mut sums, position, mv, &after);
                self.evaluator.chances(&after, &sums)
            };
            if mv == *chosen {
                output.chosen = output.likely.len();
            }
            let mut logit = 0.0;
            each_part(&traits, mv, chances[us.index()], |at, part| {
                output.parts.push((at, part));
                logit += policy.weights()[at] * part;
            });
            output.ends.push(output.parts.len());
            output.likely.push(logit);
        });
        let most = output
            .likely
            .iter()
            .copied()
            .fold(f32::NEG_INFINITY, f32::max);
        for likely in &mut output.likely {
            *likely = (*likely - most).exp();
        }
        let total: f32 = output.likely.iter().sum();
        for likely in &mut output.likely {
            *likely /= total;
        }
        output
    }
}

/// Output of a policy for the moves of a position.
#[derive(Default)]
struct PolicyOutput {
    /// Probability of each move. Shape: `[move]`.
    likely: Vec<f32>,
    /// Weights with their factors, one move after another.
    parts: Vec<(usize, f32)>,
    /// End of the parts of each move. Shape: `[move]`.
    ends: Vec<usize>,
    /// Index of the move that was chosen.
    chosen: usize,
}

impl PolicyOutput {
    fn loss(&self) -> f32 {
        -self.likely[self.chosen].max(1e-6).ln()
    }

    fn add_gradient(&self, gradient: &mut [f32]) {
        let mut start = 0;
        for (mv, (&end, &likely)) in self.ends.iter().zip(&self.likely).enumerate() {
            let target = if mv == self.chosen { 1.0 } else { 0.0 };
            for &(at, part) in &self.parts[start..end] {
                gradient[at] += (likely - target) * part;
            }
            start = end;
        }
    }
}

/// Trains a policy to predict the chosen moves, then scales it so that less likely moves are
/// searched too; reports the loss after each epoch. The number of threads changes the result only
/// by rounding.
#[must_use]
pub fn imitate(
    policy: Policy,
    decisions: &Decisions,
    held_out: &Decisions,
    epochs: u32,
    threads: usize,
    mut report: impl FnMut(Epoch),
) -> Policy {
    if epochs == 0 {
        return policy;
    }
    let mut order: Vec<usize> = (0..decisions.len()).collect();
    let mut policy = policy;
    let mut adam = Adam::new(policy.weights().len());
    let batches = decisions.len().div_ceil(BATCH) * epochs as usize;
    let mut done = 0;
    for number in 1..=epochs {
        shuffle(&mut order, number);
        let mut loss = 0.0;
        for batch in order.chunks(BATCH) {
            let mut weights = policy.weights().to_vec();
            let (gradient, of_batch) =
                mean_gradient(batch, weights.len(), threads, |index, gradient| {
                    let output = decisions.output(index, &policy);
                    output.add_gradient(gradient);
                    output.loss()
                });
            loss += of_batch;
            let rate = RATE * (batches - done) as f32 / batches as f32;
            adam.step(&mut weights, &gradient, rate);
            policy = policy.with_weights(weights);
            done += 1;
        }
        report(Epoch {
            number,
            loss: loss / decisions.len().max(1) as f32,
            held_out: held_out.loss(&policy, threads),
        });
    }
    policy.scaled(open_mind(policy.kind()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::play;
    use focus_engine::evaluation::Weights;
    use focus_engine::mcts::{Tree, TreeSettings};
    use focus_engine::{Limits, Stop};

    #[test]
    fn policy_comes_to_choose_as_the_games_did() {
        let kind = Kind::ThreeWayRace;
        let evaluator = || Evaluator::new(&Weights::learned(kind));
        let mut tree = Tree::new(TreeSettings {
            hash_mib: 1,
            ..TreeSettings::default()
        });
        let (limits, stop) = (Limits::nodes(1000), Stop::new());
        let mut parts = [(); 2].map(|()| Decisions::new(evaluator()));
        for number in 0..12 {
            let record = play(&mut tree, kind.rules(), number, &limits, &stop);
            parts[usize::from(number >= 9)].add(&record.expect("game to the end"));
        }
        let [decisions, others] = parts;
        let by_hand = Policy::by_hand(kind);
        let mut losses = Vec::new();
        let policy = imitate(by_hand.clone(), &decisions, &others, 4, 2, |epoch| {
            losses.push(epoch.held_out);
        });
        assert!(losses[3] < others.loss(&by_hand, 1), "{losses:?}");
        let as_learned = policy.scaled(1.0 / open_mind(kind));
        assert!(
            (losses[3] - others.loss(&as_learned, 1)).abs() < 1e-3,
            "{losses:?}"
        );
    }
}
