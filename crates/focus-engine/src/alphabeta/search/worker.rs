//! State of one search thread.

use crate::alphabeta::ordering::history::{Before, History};
use crate::alphabeta::ordering::moves::Candidate;
use crate::alphabeta::ordering::packed::Packed;
use crate::alphabeta::score::MAX_PLY;
use crate::alphabeta::search::budget::Budget;
use crate::alphabeta::search::key_history::KeyHistory;
use crate::alphabeta::sides::Sides;
use crate::alphabeta::static_evaluation::StaticEvaluation;
use crate::alphabeta::transposition_table::TranspositionTable;
use crate::evaluation::Accumulator;
use focus::{Position, Repetition, Termination};

/// Number of positions between two checks of the limits, and between two reports to the other
/// threads.
const POLL: u64 = 512;
/// Number of plies before a draw by quiet plies from which the distance to it is part of the key.
const QUIET_NEAR: u16 = 40;

/// Data shared by all threads.
#[derive(Clone, Copy)]
pub(crate) struct Shared<'a> {
    pub(crate) evaluation: &'a StaticEvaluation,
    pub(crate) sides: Sides,
    pub(crate) table: &'a TranspositionTable,
    pub(crate) budget: &'a Budget<'a>,
    /// Number of positions visited before this search, for reports.
    pub(crate) earlier: u64,
    /// Maximum error added to the evaluation.
    pub(crate) noise: i32,
    pub(crate) seed: u64,
}

#[cfg(test)]
impl<'a> Shared<'a> {
    /// Returns the data of a search with one thread and without errors in the evaluation.
    pub(crate) fn alone(
        evaluation: &'a StaticEvaluation,
        sides: Sides,
        table: &'a TranspositionTable,
        budget: &'a Budget<'a>,
    ) -> Self {
        Self {
            evaluation,
            sides,
            table,
            budget,
            earlier: 0,
            noise: 0,
            seed: 0,
        }
    }
}

/// A position in the search tree.
#[derive(Clone)]
pub(crate) struct Node {
    pub(crate) position: Position,
    /// Evaluation for the first team without the value of the turn, updated incrementally.
    pub(crate) standing: i32,
    /// Accumulator of the network.
    pub(crate) accumulator: Accumulator,
}

impl Node {
    /// Creates a node, evaluated from scratch.
    pub(crate) fn new(position: &Position, evaluation: &StaticEvaluation) -> Node {
        Node {
            standing: evaluation.standing(position),
            accumulator: evaluation.accumulator(position),
            position: position.clone(),
        }
    }
}

/// Data for each ply of the current line.
#[derive(Clone, Default)]
pub(crate) struct Frame {
    /// Evaluation of the position.
    pub(crate) eval: i32,
    /// Move being searched.
    pub(crate) mv: Packed,
    /// Killer moves.
    pub(crate) killers: [Packed; 2],
    /// Principal variation from here.
    pub(crate) line: Vec<Packed>,
}

/// A search thread.
pub(crate) struct Worker<'a> {
    pub(crate) shared: Shared<'a>,
    pub(crate) history: &'a mut History,
    pub(crate) frames: Vec<Frame>,
    /// Moves of the nodes on the current line, one node after another.
    pub(crate) moves: Vec<Candidate>,
    /// Positions since the last capture.
    pub(crate) key_history: KeyHistory,
    pub(crate) nodes: u64,
    node_limit: u64,
    pub(crate) stopped: bool,
    counts_repetitions: bool,
    quiet: Option<u16>,
}

impl<'a> Worker<'a> {
    /// Creates a thread that continues after the positions with these keys.
    pub(crate) fn new(
        shared: Shared<'a>,
        history: &'a mut History,
        position: &Position,
        keys: &[u64],
        node_limit: u64,
    ) -> Worker<'a> {
        Worker {
            shared,
            history,
            frames: vec![Frame::default(); MAX_PLY + 4],
            moves: Vec::with_capacity(4096),
            key_history: KeyHistory::new(keys),
            nodes: 0,
            node_limit,
            stopped: shared.budget.is_spent(),
            counts_repetitions: position.rules().repetition() != Repetition::Off,
            quiet: position.rules().quiet().map(std::num::NonZeroU16::get),
        }
    }

    /// Counts a position; returns false if the search must end.
    #[inline]
    pub(crate) fn visit(&mut self) -> bool {
        if self.stopped || self.nodes >= self.node_limit {
            self.stopped = true;
            return false;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL) {
            self.shared.budget.add_visited(POLL);
            self.stopped = self.shared.budget.is_spent();
        }
        !self.stopped
    }

    /// Returns the number of positions visited so far, including those that the other threads have
    /// reported.
    pub(crate) fn nodes_of_all(&self) -> u64 {
        self.shared.earlier + self.shared.budget.visited() + self.nodes % POLL
    }

    /// Returns the position after a move.
    #[inline]
    pub(crate) fn after(&self, node: &Node, candidate: &Candidate) -> Node {
        let gain = self
            .shared
            .evaluation
            .signed(node.position.side(), candidate.gain);
        let (mut position, mut accumulator) = (node.position.clone(), node.accumulator);
        if let Some(mv) = candidate.mv.unpack() {
            position.play_unchecked(mv);
            self.shared.table.touch(position.key());
            if let Some(network) = self.shared.evaluation.network() {
                network.update(&mut accumulator, &node.position, mv, &position);
            }
        }
        Node {
            position,
            standing: node.standing + gain,
            accumulator,
        }
    }

    /// Returns the moves that lead to a ply of the current line.
    #[inline]
    pub(crate) fn before(&self, ply: usize) -> Before {
        [1, 2].map(|back| {
            let at = ply.checked_sub(back);
            at.map_or(Packed::NONE, |at| self.frames[at].mv)
        })
    }

    /// Returns the evaluation of a position for the side to move.
    #[inline]
    pub(crate) fn eval(&self, node: &Node) -> i32 {
        let evaluation = self.shared.evaluation;
        let score = evaluation.score(&node.position, node.standing, &node.accumulator);
        if self.shared.noise == 0 {
            return score;
        }
        score + self.error_of(&node.position)
    }

    /// Returns how much the evaluation without the network drops when the turn goes to the other
    /// side; `None` if the gain of a move does not determine the evaluation after it.
    #[inline]
    pub(crate) fn lost_by_turn(&self, node: &Node) -> Option<i32> {
        let us = node.position.side();
        let next = node.position.next_in(us);
        let is_known = self.shared.noise == 0 && !self.shared.sides.are_together(us, next);
        is_known.then(|| self.shared.evaluation.worth_of_turns(us, next))
    }

    /// Returns the evaluation error of a position, which depends on its key and the seed.
    fn error_of(&self, position: &Position) -> i32 {
        let mut mixed = position.key() ^ self.shared.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        let part = |shift: usize| i64::from(mixed.to_le_bytes()[shift]) - 0x80;
        let sum = part(1) + part(3) + part(5);
        let error = sum * i64::from(self.shared.noise) / (3 * 0x80);
        let error = i32::try_from(error).unwrap_or(0);
        self.shared.evaluation.signed(position.side(), error)
    }

    /// Returns the score of a position that ends the line according to the rules.
    #[inline]
    pub(crate) fn end(&self, node: &Node, ply: usize) -> Option<i32> {
        let position = &node.position;
        if position.is_over() {
            return Some(self.shared.sides.score_of_end(position, ply));
        }
        if self.counts_repetitions && self.key_history.may_repeat() {
            return self.cycle(position, ply);
        }
        None
    }

    /// Returns the score of a repeated position.
    fn cycle(&self, position: &Position, ply: usize) -> Option<i32> {
        let (key, earlier) = self.key_history.split()?;
        let within = earlier.iter().rev().take(usize::from(position.clock()));
        let movers = self.shared.sides.movers;
        let mut times = 0;
        // No player can return to an earlier position before moving twice.
        for (at, &other) in within.enumerate().skip(2 * movers - 1).step_by(movers) {
            if other != key {
                continue;
            }
            times += 1;
            let draw = || position.draw(Termination::Repetition, position.starter());
            if times == 2 {
                return Some(self.shared.sides.score_of(draw(), position.side(), ply));
            }
            // One repetition within the line is enough: if it was possible once, it is possible
            // again.
            if at < ply {
                return Some(self.shared.sides.score_of_cycle(draw(), position.side()));
            }
        }
        None
    }

    /// Returns the key of a position in the transposition table.
    #[inline]
    pub(crate) fn key(&self, position: &Position) -> u64 {
        let left = |quiet: u16| quiet.saturating_sub(position.clock());
        let left = self.quiet.map_or(u16::MAX, left);
        if left >= QUIET_NEAR {
            return position.key();
        }
        position.key() ^ (u64::from(left) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::Rng;
    use crate::alphabeta::ordering::moves::Moves;
    use crate::evaluation::{Evaluator, Kind, Weights};
    use crate::{Info, Limits, Stop};
    use focus::{Color, Rules};

    /// Counts how often the turn goes to the other side and how often it does not, over a random
    /// game.
    fn turns(mut position: Position, number: u64) -> [u32; 2] {
        let sides = Sides::of(&position).expect("two sides");
        let weights = Weights::learned(Kind::of(position.rules()));
        let evaluation =
            StaticEvaluation::new(&Arc::new(Evaluator::new(&weights)), sides, &position);
        let (table, stop) = (TranspositionTable::new(1), Stop::new());
        let budget = Budget::new(&Limits::default(), &stop);
        let shared = Shared::alone(&evaluation, sides, &table, &budget);
        let mut history = History::new();
        let worker = Worker::new(shared, &mut history, &position, &[], u64::MAX);
        let mut dice = Rng::of(9, number);
        let mut turns = [0; 2];
        while !position.is_over() && turns[0] + turns[1] < 60 {
            let node = Node::new(&position, &evaluation);
            let lost = worker.lost_by_turn(&node);
            turns[usize::from(lost.is_none())] += 1;
            Moves::new(&evaluation, &position).for_each(i32::MIN, |candidate| {
                let after = worker.after(&node, &candidate);
                if let Some(lost) = lost
                    && !after.position.is_over()
                {
                    let expected = worker.eval(&node) + candidate.gain - lost;
                    assert_eq!(-worker.eval(&after), expected, "{position}");
                }
            });
            let moves = position.legal_moves();
            position.play_unchecked(moves[dice.below(moves.len())]);
        }
        turns
    }

    fn start(rules: &str) -> Position {
        let rules: Rules = rules.parse().expect("rules");
        Position::start(rules, Color::Orange)
    }

    #[test]
    fn gain_of_a_move_tells_the_evaluation_after_it() {
        for (number, rules) in (0..).zip(["mode=2", "mode=2 goal=race", "mode=4t"]) {
            assert_eq!(turns(start(rules), number), [60, 0], "{rules}");
        }
    }

    #[test]
    fn gain_of_a_move_is_not_enough_where_the_partner_is_next() {
        let mut position = start("mode=4t");
        position.leave(Color::Green).expect("seat that can be left");
        let [known, unknown] = turns(position, 3);
        assert!(known > 0 && unknown > 0, "{known} {unknown}");
    }

    #[test]
    fn report_counts_the_positions_of_all_threads() {
        let position = start("mode=2");
        let sides = Sides::of(&position).expect("two sides");
        let evaluation = StaticEvaluation::new(&Evaluator::of(position.rules()), sides, &position);
        let (table, stop) = (TranspositionTable::new(1), Stop::new());
        let budget = Budget::new(&Limits::default(), &stop);
        let shared = Shared::alone(&evaluation, sides, &table, &budget);
        let (mut own, mut others) = (History::new(), History::new());
        let mut first = Worker::new(shared, &mut own, &position, &[], u64::MAX);
        let mut other = Worker::new(shared, &mut others, &position, &[], u64::MAX);
        for _ in 0..2 * POLL {
            assert!(other.visit());
        }
        let root = Node::new(&position, &evaluation);
        let roots = first.roots(&root);
        let mut reported = 0;
        let mut report = |info: &Info| reported = info.nodes;
        first.deepen(&root, roots, 1..=3, 1, &mut report);
        assert_eq!(reported, first.nodes + other.nodes);
    }
}
