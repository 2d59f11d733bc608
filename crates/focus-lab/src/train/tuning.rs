//! Tuning of weights by game results alone (SPSA).

use std::ops::Range;

use focus::{Goal, Stack};
use focus_engine::Rng;
use focus_engine::evaluation::{Layout, Weights};

/// Step size toward the winner at the beginning and at the end, relative to the perturbation.
const RATE: [f32; 2] = [0.2, 0.06];

/// Number of steps whose rivals do not depend on each other's results. They can be played at once,
/// since one step has too few games for many threads; the result is the same with any number.
const AT_ONCE: u64 = 8;

/// A parameter that changes many weights at once.
struct Knob {
    /// Size of the perturbation, in units of 1/[`Score::LOGIT`](focus_engine::Score::LOGIT).
    shake: f32,
    /// Weights that it changes, each with its factor.
    moves: Vec<(usize, f32)>,
}

/// Weights during tuning.
///
/// At every step all parameters are perturbed at once, each up or down at random. The resulting
/// weights play against those with the opposite perturbation, and the parameters move toward the
/// winner. The result is the mean over the last third of the steps.
///
/// Source: J. C. Spall, "Implementation of the Simultaneous Perturbation Algorithm for Stochastic
/// Optimization" (1998).
pub struct Tuning {
    begun_with: Weights,
    knobs: Vec<Knob>,
    values: Vec<f32>,
    /// Values before the steps that are played at once.
    played: Vec<f32>,
    /// Sum of the values over the last steps, and the number of these steps.
    late: (Vec<f32>, f32),
    step: u64,
    steps: u64,
}

impl Tuning {
    /// Creates a tuning that starts with these weights and takes this many steps.
    #[must_use]
    pub fn new(begun_with: Weights, steps: u64) -> Tuning {
        let knobs = knobs(begun_with.layout());
        let values = vec![0.0; knobs.len()];
        Tuning {
            begun_with,
            knobs,
            late: (values.clone(), 0.0),
            played: values.clone(),
            values,
            step: 0,
            steps,
        }
    }

    /// Returns the number of steps taken.
    #[must_use]
    pub const fn step(&self) -> u64 {
        self.step
    }

    /// Returns the next steps, whose rivals are known already.
    #[must_use]
    pub fn next_steps(&self) -> Range<u64> {
        let end = (self.step / AT_ONCE + 1) * AT_ONCE;
        self.step..end.min(self.steps)
    }

    /// Returns the number of parameters.
    #[must_use]
    pub const fn parameters(&self) -> usize {
        self.knobs.len()
    }

    /// Returns the two sets of weights that play against each other at one of the next steps.
    #[must_use]
    pub fn rivals(&self, step: u64) -> [Weights; 2] {
        let signs = self.signs(step);
        [1.0, -1.0].map(|way| {
            let shaken = self.played.iter().zip(&signs).zip(&self.knobs);
            let shaken = shaken.map(|((value, sign), knob)| value + way * sign * knob.shake);
            self.weights_of(&shaken.collect::<Vec<_>>())
        })
    }

    /// Moves toward the first of the step's rivals in proportion to its share of the points, 0 to
    /// 1.
    pub fn learn(&mut self, points: f64) {
        let gain = (2.0 * points - 1.0) as f32;
        let done = self.step as f32 / self.steps as f32;
        let rate = RATE[0] + (RATE[1] - RATE[0]) * done;
        let signs = self.signs(self.step);
        for ((value, sign), knob) in self.values.iter_mut().zip(signs).zip(&self.knobs) {
            *value += rate * gain * sign * knob.shake;
        }
        self.step += 1;
        if self.step.is_multiple_of(AT_ONCE) {
            self.played.clone_from(&self.values);
        }
        if self.step * 3 > self.steps * 2 {
            for (sum, value) in self.late.0.iter_mut().zip(&self.values) {
                *sum += value;
            }
            self.late.1 += 1.0;
        }
    }

    /// Returns the tuned weights.
    #[must_use]
    pub fn weights(&self) -> Weights {
        if self.late.1 == 0.0 {
            return self.weights_of(&self.values);
        }
        let mean = self.late.0.iter().map(|sum| sum / self.late.1);
        self.weights_of(&mean.collect::<Vec<_>>())
    }

    /// Returns the direction of each parameter's perturbation at a step, -1 or 1.
    fn signs(&self, step: u64) -> Vec<f32> {
        let mut dice = Rng::of(0x5B5A, step);
        let signs = self.knobs.iter().map(|_| [-1.0, 1.0][dice.below(2)]);
        signs.collect()
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

/// Returns the parameters for a kind of game.
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
    let rules = layout.kind().rules();
    if rules.goal() == Goal::Race {
        let each = rules.captures_each().map_or(COUNTS, usize::from);
        add(15.0, slope(layout.captured, 1, COUNTS));
        add(20.0, slope(layout.each, 1, each));
        let (goal, tables) = match rules.pieces_in_front() {
            Some(goal) => (usize::from(goal), vec![layout.front]),
            // Reserves do not count in a duel, but help to capture.
            None => (each, vec![layout.front, layout.captured]),
        };
        for table in tables {
            for from in [goal - NEAR, goal - 1] {
                add(20.0, slope(table, from, goal - 1));
            }
        }
    }
    knobs
}

/// Number of pieces below the goal of a race from which it counts as near.
const NEAR: usize = 4;

/// Largest index in a table of counts.
const COUNTS: usize = 19;

/// Returns the weights of all stacks whose owners match; owners are listed bottom to top, true for
/// one's own.
fn stacks(layout: &Layout, like: impl Fn(&[bool]) -> bool) -> Vec<(usize, f32)> {
    let patterns = (1..layout.patterns).filter(|&pattern| like(&layout.owners(pattern)));
    let patterns: Vec<usize> = patterns.collect();
    let starts = (0..layout.hand).step_by(layout.patterns);
    let places = starts.flat_map(|start| patterns.iter().map(move |pattern| start + pattern));
    places.map(|at| (at, 1.0)).collect()
}

/// Returns the weights of a table of counts with factors that rise by one per piece from `from` to
/// `to`.
fn slope(table: usize, from: usize, to: usize) -> Vec<(usize, f32)> {
    let steps = |count: usize| count.min(to).saturating_sub(from - 1);
    let places = (from..=COUNTS).map(|count| (table + count, steps(count) as f32));
    places.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use focus::{Color, Position};
    use focus_engine::evaluation::{Evaluator, Kind};

    #[test]
    fn numbers_move_towards_the_winner() {
        let begun_with = Weights::by_hand(Kind::ThreeWayLast);
        let hand = begun_with.layout().hand + 1;
        let before = begun_with.values()[hand];
        let wanted = before + 100.0;
        let mut tuning = Tuning::new(begun_with, 600);
        while tuning.step() < 600 {
            let [one, other] = tuning.rivals(tuning.step());
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
            let [one, other] = tuning.rivals(0);
            let pairs = one.values().iter().zip(other.values());
            let middle = pairs.map(|(one, other)| (one + other) / 2.0);
            for (middle, value) in middle.zip(tuning.weights().values()) {
                assert!((middle - value).abs() < 1e-3, "{kind}");
            }
            assert_ne!(one, other, "{kind}");
        }
    }

    #[test]
    fn steps_of_which_the_rivals_are_known_are_played_at_once() {
        let mut tuning = Tuning::new(Weights::learned(Kind::ThreeWayLast), 18);
        let mut steps = Vec::new();
        while tuning.step() < 18 {
            let next = tuning.next_steps();
            let rivals = |tuning: &Tuning| -> Vec<[Weights; 2]> {
                next.clone().map(|step| tuning.rivals(step)).collect()
            };
            let before = rivals(&tuning);
            for _ in 1..next.end - next.start {
                tuning.learn(1.0);
                assert_eq!(before, rivals(&tuning));
            }
            tuning.learn(1.0);
            steps.push(next);
        }
        assert_eq!(steps, [0..8, 8..16, 16..18]);
    }

    /// Returns the captures plus the reserves of a color.
    fn taken(position: &Position, us: Color) -> u8 {
        let of = position.rules().mode().colors().iter();
        let captured: u8 = of.map(|&of| position.captured(us, of)).sum();
        captured + position.hand(us)
    }

    /// Counts captures plus reserves in random games of players that take what they can.
    #[test]
    fn captures_near_the_goal_are_tuned_in_races() {
        for (kind, near) in [
            (Kind::DuelRace, 2),
            (Kind::ThreeWayRace, 6),
            (Kind::FreeForAllRace, 6),
        ] {
            let begun_with = Weights::learned(kind);
            let layout = *begun_with.layout();
            let front = layout.front..=layout.front + COUNTS;
            let mut values = begun_with.values().to_vec();
            for knob in knobs(&layout) {
                for &(at, share) in knob.moves.iter().filter(|(at, _)| front.contains(at)) {
                    values[at] += knob.shake * share;
                }
            }
            let tuned = Evaluator::new(&Weights::new(layout, values));
            let before = Evaluator::new(&begun_with);
            let mut dice = Rng::of(3, 0);
            let mut changed = 0;
            for _ in 0..20 {
                let mut position = Position::start(kind.rules(), Color::Orange);
                while !position.is_over() && position.ply().number() < Some(300) {
                    let seats = |evaluator: &Evaluator| {
                        evaluator.seats(&position, &evaluator.fresh(&position))
                    };
                    let (before, tuned) = (seats(&before), seats(&tuned));
                    for &us in kind.mode().colors() {
                        let is_near = taken(&position, us) >= near;
                        assert_eq!(before[us.index()] != tuned[us.index()], is_near, "{kind}");
                        changed += u32::from(is_near);
                    }
                    let mover = position.side();
                    let most = position
                        .legal_moves()
                        .into_iter()
                        .max_by_key(|&mv| (taken(&position.after(mv), mover), dice.below(1_000)));
                    position.play_unchecked(most.expect("a game that goes on"));
                }
            }
            assert!(changed > 100, "{kind}: {changed}");
        }
    }
}
