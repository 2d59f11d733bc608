//! Search of a node: principal variation search with pruning.

use crate::alphabeta::ordering::moves::Candidate;
use crate::alphabeta::ordering::packed::Packed;
use crate::alphabeta::score::{self, MAX_PLY, SURE, WIN};
use crate::alphabeta::search::tuning;
use crate::alphabeta::search::worker::{Node, Worker};
use crate::alphabeta::sides::Sides;
use crate::alphabeta::transposition_table::{Bound, Entry};
use focus::Position;

/// Maximum number of pieces, on top of stacks and in hand, of a team that may soon be unable to
/// move.
const FEW: usize = 2;

/// Search request for a node.
#[derive(Clone, Copy)]
pub(crate) struct Task {
    pub(crate) depth: i32,
    pub(crate) ply: usize,
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    /// True if a beta cutoff is expected (cut node).
    pub(crate) is_cut: bool,
}

impl Task {
    pub(crate) const fn is_pv(&self) -> bool {
        self.beta - self.alpha > 1
    }
}

/// Facts about a node before its moves are searched.
pub(crate) struct NodeInfo {
    pub(crate) key: u64,
    pub(crate) entry: Option<Entry>,
    pub(crate) eval: i32,
    pub(crate) is_improving: bool,
    /// True if a team has so few pieces that a move may end the game.
    pub(crate) is_near_end: bool,
}

impl Worker<'_> {
    /// Returns the score of a position for the team of the side to move.
    pub(crate) fn search(&mut self, node: &Node, task: Task) -> i32 {
        if task.depth <= 0 {
            return self.quiesce(node, task.ply, task.alpha, task.beta);
        }
        let ply = task.ply;
        self.frames[ply].line.clear();
        if !self.visit() {
            return 0;
        }
        if let Some(score) = self.end(node, ply) {
            return score;
        }
        if ply >= MAX_PLY {
            return self.eval(node);
        }
        let mut task = Task {
            alpha: task.alpha.max(score::plies(ply) - WIN),
            beta: task.beta.min(WIN - score::plies(ply) - 1),
            ..task
        };
        if task.alpha >= task.beta {
            return task.alpha;
        }
        let info = self.node_info(node, ply);
        if !task.is_pv() {
            if let Some(score) = cutoff(&info, task) {
                return score;
            }
            if let Some(score) = self.prune(node, &info, task) {
                return score;
            }
        }
        let has_move = info.entry.is_some_and(|entry| entry.mv != Packed::NONE);
        if !has_move && task.depth >= tuning::IIR_FROM {
            task.depth -= 1;
        }
        self.try_moves(node, &info, task)
    }

    fn node_info(&mut self, node: &Node, ply: usize) -> NodeInfo {
        let key = self.key(&node.position);
        let entry = self.shared.table.get(key);
        let mut eval = match entry {
            Some(entry) => entry.eval,
            None => self.eval(node),
        };
        self.frames[ply].eval = eval;
        let is_improving = ply < 2 || eval > self.frames[ply - 2].eval;
        if let Some(entry) = entry {
            let score = score::from_table(entry.score, ply);
            let is_better = match entry.bound {
                Bound::None => false,
                Bound::Lower => score > eval,
                Bound::Upper => score < eval,
                Bound::Exact => true,
            };
            if is_better && score.abs() < SURE {
                eval = score;
            }
        }
        NodeInfo {
            key,
            entry,
            eval,
            is_improving,
            is_near_end: is_near_end(&node.position, self.shared.sides),
        }
    }

    /// Returns a score if reverse futility pruning or null-move pruning cuts off the node.
    fn prune(&mut self, node: &Node, info: &NodeInfo, task: Task) -> Option<i32> {
        let Task {
            depth, ply, beta, ..
        } = task;
        if info.is_near_end || beta.abs() >= SURE || node.position.must_pass() {
            return None;
        }
        let margin = tuning::reverse_futility(depth, info.is_improving);
        if depth <= tuning::REVERSE_FUTILITY_TO && info.eval - margin >= beta {
            return Some(i32::midpoint(info.eval, beta));
        }
        let is_after_null = ply > 0 && self.frames[ply - 1].mv == Packed::NONE;
        if depth < tuning::NULL_MOVE_FROM || info.eval < beta || is_after_null {
            return None;
        }
        let pass = Candidate::PASS;
        let child = self.after(node, &pass);
        let us = node.position.side();
        if child.position.is_over() || self.shared.sides.are_together(us, child.position.side()) {
            return None;
        }
        self.frames[ply].mv = Packed::NONE;
        let reduced = Task {
            depth: depth - tuning::null_reduction(depth, info.eval - beta),
            ply: ply + 1,
            alpha: -beta,
            beta: 1 - beta,
            is_cut: !task.is_cut,
        };
        self.key_history.push(child.position.key());
        let score = -self.search(&child, reduced);
        self.key_history.pop();
        if self.stopped || score < beta {
            return None;
        }
        Some(if score >= SURE { beta } else { score })
    }
}

/// Returns the score from the transposition table if it allows a cutoff.
fn cutoff(info: &NodeInfo, task: Task) -> Option<i32> {
    let entry = info.entry.filter(|entry| entry.depth >= task.depth)?;
    let score = score::from_table(entry.score, task.ply);
    let decides = match entry.bound {
        Bound::None => false,
        Bound::Lower => score >= task.beta,
        Bound::Upper => score <= task.alpha,
        Bound::Exact => true,
    };
    decides.then_some(score)
}

/// Returns whether a team has so few pieces that a move may end the game.
fn is_near_end(position: &Position, sides: Sides) -> bool {
    let mut pieces = [0; 2];
    // A player who has left moves no more, whatever pieces they have.
    for color in position.still_in().iter() {
        if let Some(team) = sides.team(color) {
            let hand = usize::from(position.hand(color));
            pieces[team as usize] += position.board().stacks_of(color) + hand;
        }
    }
    pieces.iter().any(|&pieces| pieces <= FEW)
}

#[cfg(test)]
mod tests {
    use super::{Sides, is_near_end};
    use focus::Position;

    #[track_caller]
    fn check(text: &str, expected: bool) {
        let position: Position = text.parse().expect("a position");
        let sides = Sides::of(&position).expect("two sides");
        assert_eq!(is_near_end(&position, sides), expected, "{text}");
    }

    #[test]
    fn pieces_of_partners_count_together() {
        // Blue has two stacks and no reserves, Green has one stack.
        check(
            "4t x4/O,x3,BPBPB,x/x8/x5,O,x2/x,P,x,OG,x4/x4,OOBGO,x3/x2,O,x2,PPPB/x4 O O2P2 O:G5,G:O2B2,B:G6P5,P:O2B6 - 1 125",
            false,
        );
        // Green and Pink have one stack each.
        check(
            "4t x4/O,x3,BPBPB,x/x8/x5,O,x2/x,P,x,OG,x4/x4,OOBGO,x3/x2,O,x2,PPPB/x4 O O2 O:G5P2,G:O2B2,B:G6P5,P:O2B6 - 1 125",
            true,
        );
        // Pink has left, and Green has one stack.
        check(
            "4t x4/O,x3,BPBPB,x/x8/x5,O,x2/x,P,x,OG,x4/x4,OOBGO,x3/x2,O,x2,PPPB/x4 O O2P2 O:G5,G:O2B2,B:G6P5,P:O2B6 P 1 125",
            true,
        );
    }
}
