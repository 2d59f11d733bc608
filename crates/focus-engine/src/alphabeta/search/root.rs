//! Iterative deepening at the root.

use crate::Info;
use crate::alphabeta::ordering::moves::{Candidate, Moves};
use crate::alphabeta::ordering::packed::Packed;
use crate::alphabeta::score::{INFINITE, SURE, WIN, to_score};
use crate::alphabeta::search::tuning;
use crate::alphabeta::search::worker::{Node, Worker};
use focus::Move;

/// A move at the root with its search results.
#[derive(Clone)]
pub(crate) struct RootMove {
    pub(crate) candidate: Candidate,
    /// Score at this depth; `-INFINITE` if the move did not improve alpha.
    pub(crate) score: i32,
    /// Score at the previous depth.
    previous: i32,
    line: Vec<Packed>,
}

impl RootMove {
    pub(crate) fn mv(&self) -> Move {
        self.candidate.mv.unpack().expect("move of the root")
    }

    pub(crate) fn line(&self) -> Vec<Move> {
        let line = self.line.iter().filter_map(|mv| mv.unpack());
        line.collect()
    }
}

/// Search result of a thread.
pub(crate) struct Found {
    /// Moves, best first; those after the requested lines are unordered and may lack a score.
    pub(crate) roots: Vec<RootMove>,
    pub(crate) depth: u8,
}

impl Worker<'_> {
    /// Returns the legal moves, most promising first.
    pub(crate) fn roots(&self, root: &Node) -> Vec<RootMove> {
        let mut roots = Vec::new();
        let eval = self.eval(root);
        Moves::new(self.shared.evaluation, &root.position).for_each(i32::MIN, |candidate| {
            roots.push(RootMove {
                candidate,
                score: eval,
                previous: eval,
                line: vec![candidate.mv],
            });
        });
        roots.sort_by_key(|root| std::cmp::Reverse(root.candidate.gain));
        roots
    }

    /// Searches with iterative deepening until a limit is reached.
    pub(crate) fn deepen(
        &mut self,
        root: &Node,
        mut roots: Vec<RootMove>,
        depths: std::ops::RangeInclusive<u8>,
        lines: usize,
        report: &mut dyn FnMut(&Info),
    ) -> Found {
        let lines = lines.clamp(1, roots.len().max(1));
        let mut reached = 0;
        // With several lines, only scores from one depth are comparable.
        let mut compared = None;
        for depth in depths {
            for root in &mut roots {
                root.previous = root.score;
            }
            for line in 0..lines {
                self.search_window(root, &mut roots, line, i32::from(depth));
                if self.stopped {
                    break;
                }
            }
            if self.stopped {
                break;
            }
            reached = depth;
            if lines > 1 {
                // A later line may have improved on an earlier one.
                roots[..lines].sort_by_key(|root| std::cmp::Reverse(root.score));
                compared = Some(roots.clone());
            }
            report(&self.info(&roots[0], depth));
            if is_settled(&roots[..lines], depth) {
                break;
            }
        }
        Found {
            roots: compared.unwrap_or(roots),
            depth: reached,
        }
    }

    fn info(&self, best: &RootMove, depth: u8) -> Info {
        Info {
            depth,
            nodes: self.nodes_of_all(),
            score: to_score(best.score),
            line: best.line(),
        }
    }

    /// Searches the moves from index `first` on with an aspiration window, widened as needed.
    fn search_window(&mut self, root: &Node, roots: &mut [RootMove], first: usize, depth: i32) {
        let expected = roots[first].previous;
        let mut width = tuning::WINDOW;
        let is_wide = depth < tuning::WINDOW_FROM || expected.abs() >= SURE;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if !is_wide {
            (alpha, beta) = (expected - width, expected + width);
        }
        loop {
            let score = self.search_root(root, &mut roots[first..], depth, alpha, beta);
            if self.stopped {
                break;
            }
            width *= 2;
            let is_far = width > tuning::WIDEST;
            if score <= alpha {
                beta = i32::midpoint(alpha, beta);
                alpha = if is_far { -INFINITE } else { score - width };
            } else if score >= beta {
                beta = if is_far { INFINITE } else { score + width };
            } else {
                break;
            }
        }
    }

    /// Searches the moves once and sorts them: best first, the rest in their previous order.
    fn search_root(
        &mut self,
        root: &Node,
        roots: &mut [RootMove],
        depth: i32,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        self.frames[0].line.clear();
        self.frames[0].eval = self.eval(root);
        let mut best = -INFINITE;
        for at in 0..roots.len() {
            let candidate = roots[at].candidate;
            let score = self.score_root(root, &candidate, depth, (alpha, beta), at);
            if self.stopped {
                for left in &mut roots[at..] {
                    if at > 0 || left.score == -INFINITE {
                        left.score = -INFINITE;
                    }
                }
                break;
            }
            let is_best = at == 0 || score > alpha;
            roots[at].score = if is_best { score } else { -INFINITE };
            if is_best {
                let line = &mut roots[at].line;
                line.clear();
                line.push(candidate.mv);
                line.extend_from_slice(&self.frames[1].line);
            }
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                for later in &mut roots[at + 1..] {
                    later.score = -INFINITE;
                }
                break;
            }
        }
        roots.sort_by_key(|root| std::cmp::Reverse(root.score));
        best
    }

    fn score_root(
        &mut self,
        root: &Node,
        candidate: &Candidate,
        depth: i32,
        (alpha, beta): (i32, i32),
        at: usize,
    ) -> i32 {
        let child = self.after(root, candidate);
        self.frames[0].mv = candidate.mv;
        self.key_history.push(child.position.key());
        let next = depth - 1;
        let mut score = alpha + 1;
        if at > 0 {
            let is_late = depth >= tuning::LATE_MOVE_REDUCTION_FROM && at > 3;
            let reduction = if is_late {
                tuning::root_reduction(depth, at)
            } else {
                0
            };
            let reduced = (next - reduction).max(i32::from(next > 0));
            score = self.score_after(root, &child, reduced, 0, alpha, alpha + 1, true);
            if score > alpha && reduced < next {
                score = self.score_after(root, &child, next, 0, alpha, alpha + 1, true);
            }
        }
        if at == 0 || score > alpha {
            score = self.score_after(root, &child, next, 0, alpha, beta, false);
        }
        self.key_history.pop();
        score
    }
}

/// Returns whether a deeper search cannot change the result.
fn is_settled(best: &[RootMove], depth: u8) -> bool {
    best.iter().all(|root| {
        let is_forced = root.score.abs() >= SURE;
        is_forced && WIN - root.score.abs() <= i32::from(depth)
    })
}
