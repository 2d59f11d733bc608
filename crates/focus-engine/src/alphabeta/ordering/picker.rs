//! Move ordering.

use std::ops::Range;

use crate::alphabeta::ordering::moves::{Candidate, Moves};
use crate::alphabeta::ordering::packed::Packed;
use crate::alphabeta::search::tuning;
use crate::alphabeta::search::worker::{Node, Worker};
use crate::alphabeta::transposition_table::Entry;
use focus::Position;

/// Iterator over the moves of a node: the move of the transposition table, then the others by
/// order.
pub(crate) struct Picker<'a> {
    moves: Moves<'a>,
    first: Option<Packed>,
    ply: usize,
    /// Moves with no more gain than this are skipped, except for the table move.
    floor: i32,
    /// Start of this node's moves in the worker's list.
    start: usize,
    /// Index of the next move; `None` before the moves are generated.
    next: Option<usize>,
}

impl<'a> Picker<'a> {
    pub(crate) fn new(
        worker: &Worker<'a>,
        node: &'a Node,
        entry: Option<Entry>,
        ply: usize,
        floor: i32,
    ) -> Picker<'a> {
        let known = entry.map_or(Packed::NONE, |entry| entry.mv);
        Picker {
            moves: Moves::new(worker.shared.evaluation, &node.position),
            first: legal(&node.position, known),
            ply,
            floor,
            start: worker.moves.len(),
            next: None,
        }
    }

    /// Returns the next move to try.
    pub(crate) fn next(&mut self, worker: &mut Worker, node: &Node) -> Option<Candidate> {
        let Some(next) = self.next else {
            self.next = Some(self.start);
            if let Some(mv) = self.first {
                return Some(self.moves.candidate(mv));
            }
            self.make(worker, node);
            return self.pick(worker, self.start);
        };
        if next == self.start && self.first.is_some() && worker.moves.len() == self.start {
            self.make(worker, node);
        }
        self.pick(worker, next)
    }

    /// Returns the range of the moves returned so far in the worker's list, without the table move.
    pub(crate) fn tried(&self, worker: &Worker) -> Range<usize> {
        self.start..self.next.unwrap_or(self.start).min(worker.moves.len())
    }

    /// Removes the moves of this node from the worker's list.
    pub(crate) fn end(self, worker: &mut Worker) {
        worker.moves.truncate(self.start);
    }

    fn pick(&mut self, worker: &mut Worker, next: usize) -> Option<Candidate> {
        let left = worker.moves.get_mut(next..)?;
        let mut best = 0;
        let mut most = left.first()?.order;
        for (at, candidate) in left.iter().enumerate() {
            if candidate.order > most {
                (best, most) = (at, candidate.order);
            }
        }
        left.swap(0, best);
        self.next = Some(next + 1);
        Some(left[0])
    }

    fn make(&self, worker: &mut Worker, node: &Node) {
        let side = node.position.side();
        let killers = worker.frames[self.ply].killers;
        let history = worker.history.after(side, worker.before(self.ply));
        let moves = &mut worker.moves;
        self.moves.for_each(self.floor, |candidate| {
            if Some(candidate.mv) == self.first {
                return;
            }
            let mut order = candidate.gain * tuning::GAIN_ORDER;
            order += history.of(candidate.mv);
            if killers.contains(&candidate.mv) {
                order += tuning::KILLER_ORDER;
            }
            moves.push(Candidate { order, ..candidate });
        });
    }
}

/// Returns the move if it is not `Packed::NONE` and is legal in the position.
fn legal(position: &Position, mv: Packed) -> Option<Packed> {
    let is_legal = position.check(mv.unpack()?).is_ok();
    is_legal.then_some(mv)
}
