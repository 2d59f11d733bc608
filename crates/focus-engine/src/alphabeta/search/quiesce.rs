//! Quiescence search: captures only.

use crate::alphabeta::ordering::moves::Moves;
use crate::alphabeta::ordering::packed::Packed;
use crate::alphabeta::score::{self, MAX_PLY};
use crate::alphabeta::search::tuning;
use crate::alphabeta::search::worker::{Node, Worker};
use crate::alphabeta::transposition_table::{Bound, Entry};

impl Worker<'_> {
    /// Returns the score of a position if only captures are searched and none is compulsory.
    pub(crate) fn quiesce(&mut self, node: &Node, ply: usize, alpha: i32, beta: i32) -> i32 {
        self.frames[ply].line.clear();
        if !self.visit() {
            return 0;
        }
        if let Some(score) = self.end(node, ply) {
            return score;
        }
        let key = self.key(&node.position);
        let entry = self.shared.table.get(key);
        if let Some(entry) = entry {
            let score = score::from_table(entry.score, ply);
            let decides = match entry.bound {
                Bound::None => false,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
                Bound::Exact => beta - alpha == 1,
            };
            if decides {
                return score;
            }
        }
        let eval = match entry {
            Some(entry) => entry.eval,
            None => self.eval(node),
        };
        if eval >= beta || ply >= MAX_PLY {
            if entry.is_none() {
                self.keep_quiet(key, ply, eval, eval, Bound::Lower, Packed::NONE);
            }
            return eval;
        }
        self.try_captures(node, ply, alpha.max(eval), beta, eval, key)
    }

    fn try_captures(
        &mut self,
        node: &Node,
        ply: usize,
        mut alpha: i32,
        beta: i32,
        eval: i32,
        key: u64,
    ) -> i32 {
        let start = self.moves.len();
        let (moves, evaluation) = (&mut self.moves, self.shared.evaluation);
        let floor = alpha - eval - tuning::QUIESCENCE_FUTILITY;
        Moves::new(evaluation, &node.position).for_each_capture(floor, |mut candidate| {
            candidate.order = candidate.gain;
            moves.push(candidate);
        });
        let (mut best, mut best_move) = (eval, Packed::NONE);
        for next in start..self.moves.len() {
            let left = next..self.moves.len();
            let Some(at) = left.max_by_key(|&at| self.moves[at].order) else {
                break;
            };
            self.moves.swap(next, at);
            let candidate = self.moves[next];
            if eval + candidate.gain + tuning::QUIESCENCE_FUTILITY <= alpha {
                break;
            }
            let child = self.after(node, &candidate);
            self.frames[ply].mv = candidate.mv;
            self.key_history.push(child.position.key());
            let score = self.score_after(node, &child, 0, ply, alpha, beta, false);
            self.key_history.pop();
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = candidate.mv;
                    if score >= beta {
                        break;
                    }
                    self.extend_line(ply, candidate.mv);
                }
            }
        }
        self.moves.truncate(start);
        if !self.stopped {
            let bound = if best >= beta {
                Bound::Lower
            } else {
                Bound::Upper
            };
            self.keep_quiet(key, ply, best, eval, bound, best_move);
        }
        best
    }

    fn keep_quiet(&self, key: u64, ply: usize, score: i32, eval: i32, bound: Bound, mv: Packed) {
        let entry = Entry {
            mv,
            score: score::to_table(score, ply),
            eval,
            depth: 0,
            bound,
        };
        self.shared.table.put(key, entry);
    }
}
