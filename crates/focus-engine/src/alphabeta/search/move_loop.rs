//! Search of the moves of a position, with late-move reductions and pruning.

use crate::alphabeta::ordering::moves::Candidate;
use crate::alphabeta::ordering::packed::Packed;
use crate::alphabeta::ordering::picker::Picker;
use crate::alphabeta::score::{self, INFINITE, SURE};
use crate::alphabeta::search::node::{NodeInfo, Task};
use crate::alphabeta::search::tuning;
use crate::alphabeta::search::worker::{Node, Worker};
use crate::alphabeta::transposition_table::{Bound, Entry};

impl Worker<'_> {
    /// Searches the moves of a position until one causes a beta cutoff.
    pub(crate) fn try_moves(&mut self, node: &Node, info: &NodeInfo, task: Task) -> i32 {
        let ply = task.ply;
        let mut alpha = task.alpha;
        let (mut best, mut best_move) = (-INFINITE, Packed::NONE);
        let floor = self.least_gain(node, info, task);
        let mut picker = Picker::new(self, node, info.entry, ply, floor);
        let mut tried = 0;
        while let Some(candidate) = picker.next(self, node) {
            if best > -SURE && is_late(info, task, tried) {
                break;
            }
            tried += 1;
            let score = self.try_move(node, &candidate, Task { alpha, ..task }, info, tried);
            if self.stopped {
                picker.end(self);
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = candidate.mv;
                    if task.is_pv() {
                        self.extend_line(ply, candidate.mv);
                    }
                }
            }
            if alpha >= task.beta {
                self.reward(node, &picker, candidate, task);
                break;
            }
        }
        picker.end(self);
        // Moves that the floor kept back may not lose.
        let is_unproven_loss =
            floor > i32::MIN && best <= -SURE && (tried as u64) < node.position.count_moves();
        if tried == 0 || is_unproven_loss {
            return info.eval.min(alpha);
        }
        self.keep(info, task, best, best_move);
        best
    }

    fn keep(&self, info: &NodeInfo, task: Task, best: i32, best_move: Packed) {
        let bound = if best >= task.beta {
            Bound::Lower
        } else if best_move != Packed::NONE {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let entry = Entry {
            mv: best_move,
            score: score::to_table(best, task.ply),
            eval: self.frames[task.ply].eval,
            depth: task.depth,
            bound,
        };
        self.shared.table.put(info.key, entry);
    }

    /// Returns the gain that a move must exceed to be searched, by futility pruning.
    fn least_gain(&self, node: &Node, info: &NodeInfo, task: Task) -> i32 {
        let depth = task.depth;
        if info.is_near_end || task.alpha.abs() >= SURE {
            return i32::MIN;
        }
        let mut floor = i32::MIN;
        if depth <= tuning::FUTILITY_TO {
            floor = task.alpha - info.eval - tuning::futility(depth);
        }
        if task.is_pv() || depth > tuning::REVERSE_FUTILITY_TO {
            return floor;
        }
        // After a move that gains no more, reverse futility pruning would cut off the other side's
        // node.
        let Some(lost) = self.lost_by_turn(node) else {
            return floor;
        };
        let margin = match depth {
            1 => 0,
            _ => tuning::reverse_futility(depth - 1, false),
        };
        floor.max(task.alpha - self.frames[task.ply].eval + lost - margin)
    }

    /// Returns the score of a move for the mover's team.
    fn try_move(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        task: Task,
        info: &NodeInfo,
        tried: usize,
    ) -> i32 {
        let Task {
            depth,
            ply,
            alpha,
            beta,
            ..
        } = task;
        let child = self.after(node, candidate);
        self.frames[ply].mv = candidate.mv;
        self.key_history.push(child.position.key());
        let next = depth - 1;
        let mut score = alpha + 1;
        if tried > 1 {
            let reduction = self.reduction(node, candidate, task, info, tried);
            let reduced = (next - reduction).clamp(i32::from(next > 0), next.max(0));
            score = self.score_after(node, &child, reduced, ply, alpha, alpha + 1, true);
            if score > alpha && reduced < next {
                score = self.score_after(node, &child, next, ply, alpha, alpha + 1, !task.is_cut);
            }
        } else if !task.is_pv() {
            score = self.score_after(node, &child, next, ply, alpha, beta, !task.is_cut);
        }
        if task.is_pv() && (tried == 1 || (score > alpha && score < beta)) {
            score = self.score_after(node, &child, next, ply, alpha, beta, false);
        }
        self.key_history.pop();
        score
    }

    /// Returns the late-move reduction of a move in plies.
    fn reduction(
        &self,
        node: &Node,
        candidate: &Candidate,
        task: Task,
        info: &NodeInfo,
        tried: usize,
    ) -> i32 {
        if task.depth < tuning::LATE_MOVE_REDUCTION_FROM || info.is_near_end {
            return 0;
        }
        let history = self
            .history
            .after(node.position.side(), self.before(task.ply));
        let mut change = 0;
        for (applies, by) in [
            (!info.is_improving, tuning::REDUCTION_UNLESS_IMPROVING),
            (task.is_cut, tuning::REDUCTION_IN_CUT_NODE),
            (task.is_pv(), tuning::REDUCTION_IN_PV),
            (candidate.is_capture, tuning::REDUCTION_OF_CAPTURE),
        ] {
            change += i32::from(applies) * by;
        }
        tuning::late_reduction(task.depth, tried, change, history.of(candidate.mv))
    }

    /// Searches the position after a move; the sign of the score depends on the side to move there.
    #[expect(
        clippy::too_many_arguments,
        reason = "the window and the place in the tree"
    )]
    pub(crate) fn score_after(
        &mut self,
        node: &Node,
        child: &Node,
        depth: i32,
        ply: usize,
        alpha: i32,
        beta: i32,
        is_cut: bool,
    ) -> i32 {
        let (us, next) = (node.position.side(), child.position.side());
        let is_same = self.shared.sides.are_together(us, next);
        let (alpha, beta) = if is_same {
            (alpha, beta)
        } else {
            (-beta, -alpha)
        };
        let task = Task {
            depth,
            ply: ply + 1,
            alpha,
            beta,
            is_cut,
        };
        let score = self.search(child, task);
        if is_same { score } else { -score }
    }

    /// Prepends a move to the principal variation of the next ply.
    pub(crate) fn extend_line(&mut self, ply: usize, mv: Packed) {
        let (here, below) = self.frames.split_at_mut(ply + 1);
        let line = &mut here[ply].line;
        line.clear();
        line.push(mv);
        line.extend_from_slice(&below[0].line);
    }

    /// Updates killer moves and history after a beta cutoff, with a penalty for the moves tried
    /// before.
    fn reward(&mut self, node: &Node, picker: &Picker, candidate: Candidate, task: Task) {
        let ply = task.ply;
        let before = self.before(ply);
        let killers = &mut self.frames[ply].killers;
        if killers[0] != candidate.mv {
            *killers = [candidate.mv, killers[0]];
        }
        let side = node.position.side();
        let bonus = tuning::bonus(task.depth);
        self.history.note(side, before, candidate.mv, bonus);
        for at in picker.tried(self) {
            let mv = self.moves[at].mv;
            if mv != candidate.mv {
                self.history.note(side, before, mv, -2 * bonus);
            }
        }
    }
}

/// Returns whether the remaining moves are pruned by late-move pruning.
fn is_late(info: &NodeInfo, task: Task, tried: usize) -> bool {
    let depth = task.depth;
    depth <= tuning::LATE_MOVE_PRUNING_TO
        && !info.is_near_end
        && tried >= tuning::late_moves(depth, info.is_improving)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::Rng;
    use crate::alphabeta::ordering::history::History;
    use crate::alphabeta::ordering::moves::Moves;
    use crate::alphabeta::search::budget::Budget;
    use crate::alphabeta::search::worker::Shared;
    use crate::alphabeta::sides::Sides;
    use crate::alphabeta::static_evaluation::StaticEvaluation;
    use crate::alphabeta::transposition_table::TranspositionTable;
    use crate::evaluation::{Evaluator, Kind, Weights};
    use crate::{Limits, Stop};
    use focus::{Color, Move, Position};

    fn can_win(position: &Position) -> bool {
        let us = position.side();
        let wins = |&mv: &Move| {
            let mut after = position.clone();
            after.play_unchecked(mv);
            let outcome = after.outcome();
            outcome.is_some_and(|outcome| outcome.winners.contains(us))
        };
        position.legal_moves().iter().any(wins)
    }

    /// Searches a position in which the opponent threatens to win, with a window in which no move
    /// that parries the threat gains enough to be tried; `None` if there is no such window.
    fn score_without_parries(worker: &mut Worker<'_>, position: &Position) -> Option<i32> {
        let mut passed = position.clone();
        passed.give_turn(position.next_in(position.side()));
        if can_win(position) || !can_win(&passed) {
            return None;
        }
        let evaluation = worker.shared.evaluation;
        let node = Node::new(position, evaluation);
        let [mut parries, mut others]: [Option<i32>; 2] = [None; 2];
        Moves::new(evaluation, position).for_each(i32::MIN, |candidate| {
            let gain = Some(candidate.gain);
            if can_win(&worker.after(&node, &candidate).position) {
                others = others.max(gain);
            } else {
                parries = parries.max(gain);
            }
        });
        let floor = parries.filter(|_| parries < others)?;
        let eval = worker.eval(&node);
        // The opponent's evaluation never counts as improving, so that its node is not cut off by a
        // smaller margin than the floor allows for.
        worker.frames[0].eval = i32::MAX;
        worker.frames[1].eval = eval;
        let info = NodeInfo {
            key: worker.key(position),
            entry: None,
            eval,
            is_improving: false,
            is_near_end: false,
        };
        let task = |alpha: i32| Task {
            depth: 2,
            ply: 1,
            alpha,
            beta: alpha + 1,
            is_cut: false,
        };
        let alpha = floor - worker.least_gain(&node, &info, task(0));
        Some(worker.try_moves(&node, &info, task(alpha)))
    }

    #[test]
    fn loss_is_not_claimed_if_no_move_that_could_prevent_it_was_tried() {
        let start = Position::start(Kind::DuelRace.rules(), Color::Orange);
        let sides = Sides::of(&start).expect("two sides");
        let weights = Weights::learned(Kind::DuelRace);
        let evaluation = StaticEvaluation::new(&Arc::new(Evaluator::new(&weights)), sides, &start);
        let (table, stop) = (TranspositionTable::new(1), Stop::new());
        let budget = Budget::new(&Limits::default(), &stop);
        let shared = Shared::alone(&evaluation, sides, &table, &budget);
        let mut history = History::new();
        let mut worker = Worker::new(shared, &mut history, &start, &[], u64::MAX);
        let mut seen = 0;
        for number in 0..100 {
            let mut dice = Rng::of(12, number);
            let mut position = start.clone();
            while !position.is_over() {
                if let Some(score) = score_without_parries(&mut worker, &position) {
                    assert!(score > -SURE, "{score} in {position}");
                    seen += 1;
                }
                let moves = position.legal_moves();
                position.play_unchecked(moves[dice.below(moves.len())]);
            }
        }
        assert!(seen > 0);
    }
}
