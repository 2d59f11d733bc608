//! Weights found by nothing but who wins.

use focus::{Goal, Stack};
use focus_engine::Rng;
use focus_engine::evaluation::{Layout, Weights};

/// How far the numbers go towards a winner, in their shakes, at the beginning and at the end.
const RATE: [f32; 2] = [0.2, 0.06];

/// A number that moves many weights at once.
struct Knob {
    /// How far it is shaken, in units of 1/[`Score::LOGIT`](focus_engine::Score::LOGIT).
    shake: f32,
    /// Weights that it moves, and by how much for each unit.
    moves: Vec<(usize, f32)>,
}

/// Weights on their way from match to match.
///
/// At every step all numbers are shaken at once, each up or down by lot. Those weights meet the
/// ones shaken the other way, and the numbers move towards whoever wins. In the end the mean over
/// the last third of the steps is taken.
///
/// Source: J. C. Spall, "Implementation of the Simultaneous Perturbation Algorithm for Stochastic
/// Optimization" (1998).
pub struct Tuning {
    begun_with: Weights,
    knobs: Vec<Knob>,
    values: Vec<f32>,
    /// Sum of the values over the last steps, and their number.
    late: (Vec<f32>, f32),
    step: u64,
    steps: u64,
}

impl Tuning {
    /// Begins with these weights, and takes so many steps.
    #[must_use]
    pub fn new(begun_with: Weights, steps: u64) -> Tuning {
        let knobs = knobs(begun_with.layout());
        let values = vec![0.0; knobs.len()];
        Tuning {
            begun_with,
            knobs,
            late: (values.clone(), 0.0),
            values,
            step: 0,
            steps,
        }
    }

    /// Steps taken.
    #[must_use]
    pub const fn step(&self) -> u64 {
        self.step
    }

    /// The weights that meet at this step.
    #[must_use]
    pub fn rivals(&self) -> [Weights; 2] {
        let lots = self.lots();
        [1.0, -1.0].map(|way| {
            let shaken = self.values.iter().zip(&lots).zip(&self.knobs);
            let shaken = shaken.map(|((value, lot), knob)| value + way * lot * knob.shake);
            self.weights_of(&shaken.collect::<Vec<_>>())
        })
    }

    /// Moves towards the first of the rivals as far as its share of the points, 0 to 1, says.
    pub fn learn(&mut self, points: f64) {
        let gain = (2.0 * points - 1.0) as f32;
        let done = self.step as f32 / self.steps as f32;
        let rate = RATE[0] + (RATE[1] - RATE[0]) * done;
        let lots = self.lots();
        for ((value, lot), knob) in self.values.iter_mut().zip(lots).zip(&self.knobs) {
            *value += rate * gain * lot * knob.shake;
        }
        self.step += 1;
        if self.step * 3 > self.steps * 2 {
            for (sum, value) in self.late.0.iter_mut().zip(&self.values) {
                *sum += value;
            }
            self.late.1 += 1.0;
        }
    }

    /// The weights that it has come to.
    #[must_use]
    pub fn weights(&self) -> Weights {
        if self.late.1 == 0.0 {
            return self.weights_of(&self.values);
        }
        let mean = self.late.0.iter().map(|sum| sum / self.late.1);
        self.weights_of(&mean.collect::<Vec<_>>())
    }

    /// Whether each number goes up or down first at this step.
    fn lots(&self) -> Vec<f32> {
        let mut dice = Rng::of(0x5B5A, self.step);
        let lots = self.knobs.iter().map(|_| [-1.0, 1.0][dice.below(2)]);
        lots.collect()
    }

    fn weights_of(&self, values: &[f32]) -> Weights {
        let mut weights = self.begun_with.values().to_vec();
        for (knob, value) in self.knobs.iter().zip(values) {
            for &(at, share) in &knob.moves {
                weights[at] += value * share;
            }
        }
        Weights::new(*self.begun_with.layout(), weights)
    }
}

/// The numbers of a kind of game.
fn knobs(layout: &Layout) -> Vec<Knob> {
    let mut knobs = Vec::new();
    let mut add = |shake: f32, moves: Vec<(usize, f32)>| knobs.push(Knob { shake, moves });
    let height = Stack::MAX_HEIGHT;
    for class in 0..layout.hand / layout.patterns {
        let mut moves = stacks(layout, |owners| owners.last() == Some(&true));
        moves.retain(|(at, _)| at / layout.patterns == class);
        add(16.0, moves);
    }
    for depth in 1..height {
        let at = |owners: &[bool]| owners.iter().rev().nth(depth).copied();
        let is_ours = |owners: &[bool]| owners.last() == Some(&true);
        add(
            16.0,
            stacks(layout, |owners| is_ours(owners) && at(owners) == Some(true)),
        );
        add(
            12.0,
            stacks(layout, |owners| {
                is_ours(owners) && at(owners) == Some(false)
            }),
        );
        add(
            8.0,
            stacks(layout, |owners| {
                !is_ours(owners) && at(owners) == Some(true)
            }),
        );
    }
    let is_full = |owners: &[bool]| owners.last() == Some(&true) && owners.len() == height;
    add(16.0, stacks(layout, is_full));
    for (from, to) in [(1, 1), (2, 2), (3, 5), (6, COUNTS)] {
        add(50.0, slope(layout.hand, from, to));
    }
    for (from, to, shake) in [(1, 1, 40.0), (2, 3, 25.0), (4, 10, 10.0)] {
        add(shake, slope(layout.tops, from, to));
    }
    for turns in 0..3 {
        add(30.0, vec![(layout.wait + turns, 1.0)]);
    }
    if layout.kind().rules().goal() == Goal::Race {
        let each = layout
            .kind()
            .rules()
            .captures_each()
            .map_or(COUNTS, usize::from);
        add(15.0, slope(layout.captured, 1, COUNTS));
        add(20.0, slope(layout.each, 1, each));
    }
    knobs
}

/// Values in a table of counts, zero left out.
const COUNTS: usize = 19;

/// The weights of all stacks like this; the owners, bottom to top, are true for one's own.
fn stacks(layout: &Layout, like: impl Fn(&[bool]) -> bool) -> Vec<(usize, f32)> {
    let patterns = (1..layout.patterns).filter(|&pattern| like(&layout.owners(pattern)));
    let patterns: Vec<usize> = patterns.collect();
    let starts = (0..layout.hand).step_by(layout.patterns);
    let places = starts.flat_map(|start| patterns.iter().map(move |pattern| start + pattern));
    places.map(|at| (at, 1.0)).collect()
}

/// The weights of a table of counts, so that each piece between two numbers adds as much.
fn slope(table: usize, from: usize, to: usize) -> Vec<(usize, f32)> {
    let steps = |count: usize| count.min(to).saturating_sub(from - 1);
    let places = (from..=COUNTS).map(|count| (table + count, steps(count) as f32));
    places.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use focus_engine::evaluation::Kind;

    #[test]
    fn numbers_move_towards_the_winner() {
        let begun_with = Weights::by_hand(Kind::ThreeWayLast);
        let hand = begun_with.layout().hand + 1;
        let before = begun_with.values()[hand];
        let wanted = before + 100.0;
        let mut tuning = Tuning::new(begun_with, 600);
        while tuning.step() < 600 {
            let [one, other] = tuning.rivals();
            let miss = |weights: &Weights| (weights.values()[hand] - wanted).abs();
            tuning.learn(if miss(&one) < miss(&other) { 1.0 } else { 0.0 });
        }
        let after = tuning.weights().values()[hand];
        assert!((after - wanted).abs() < 40.0, "{before} {after}");
    }

    #[test]
    fn rivals_differ_from_each_other_and_lie_around_the_weights() {
        for kind in [Kind::ThreeWayRace, Kind::FreeForAllLast] {
            let tuning = Tuning::new(Weights::learned(kind), 10);
            let [one, other] = tuning.rivals();
            let pairs = one.values().iter().zip(other.values());
            let middle = pairs.map(|(one, other)| (one + other) / 2.0);
            for (middle, value) in middle.zip(tuning.weights().values()) {
                assert!((middle - value).abs() < 1e-3, "{kind}");
            }
            assert_ne!(one, other, "{kind}");
        }
    }
}
