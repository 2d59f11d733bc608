//! Visits to the tree: down to a leaf, and back with what was found there.

use crate::mcts::leaf::{Judge, Place};
use crate::mcts::node::{Node, Nodes, Proof, result};
use focus::{Color, Mode, Move, MoveList};

/// A tree that grows.
pub(super) struct Growth<'a> {
    pub(super) mode: Mode,
    /// Weight of interest against what was found so far.
    pub(super) exploration: f32,
    /// Weight of what the best play leads to against the mean of what was found.
    pub(super) implicit: f32,
    /// Weight of what the best move leads to against what a leaf looks like.
    pub(super) lookahead: f32,
    pub(super) tree: &'a mut Nodes,
    /// Visits that have not come back yet, and need every node to stay where it is.
    pub(super) under_way: usize,
    /// Positions evaluated.
    pub(super) nodes: u64,
    /// Sum of what the visits found. Shape: `[color]`.
    pub(super) found: [f32; 4],
    /// Visits that have come back.
    pub(super) visits: u32,
    /// Sum of the plies from the root to the leaves.
    pub(super) plies: u64,
}

/// A visit to a leaf.
pub(super) struct Visit {
    /// From the root down to the leaf.
    path: Vec<Step>,
    /// The leaf as it was on the way down.
    leaf: Node,
    /// Who moves there.
    mover: Color,
}

/// A move of a visit.
struct Step {
    mover: Color,
    mv: Move,
    /// The node it leads to.
    to: usize,
}

impl Visit {
    /// A visit that has not set out yet.
    pub(super) fn new() -> Visit {
        Visit {
            path: Vec::with_capacity(64),
            leaf: Node::ROOT,
            mover: Color::Orange,
        }
    }

    /// Adds what may follow the leaf to a list, unless it is known how that ends.
    pub(super) fn look(&mut self, judge: &Judge<'_>, root: &Place, nodes: &mut Vec<Node>) {
        if self.leaf.proof != Proof::Open {
            return;
        }
        let mut place = root.clone();
        for step in &self.path {
            judge.play(&mut place, step.mv);
        }
        self.mover = place.position.side();
        judge.expand(&place, nodes);
    }

    /// Index of the leaf.
    fn at(&self) -> usize {
        self.path.last().map_or(0, |step| step.to)
    }
}

impl Growth<'_> {
    /// Visits a leaf while nobody else does.
    pub(super) fn visit(&mut self, judge: &Judge<'_>, root: &Place, visit: &mut Visit) {
        self.make_room();
        self.go_down(visit);
        let first = self.tree.nodes.len();
        visit.look(judge, root, &mut self.tree.nodes);
        self.come_back(visit, first, self.tree.nodes.len() - first);
    }

    /// Whether one more visit may set out, as there is room for what all of them may grow; when
    /// none is under way, room is made.
    pub(super) fn make_room(&mut self) -> bool {
        let visits = self.under_way + 1;
        if self.tree.has_room(visits * MoveList::CAPACITY) {
            return true;
        }
        if self.under_way == 0 {
            self.tree.thin();
        }
        self.under_way == 0
    }

    /// Goes down to a leaf.
    ///
    /// The visit counts at once, with nothing found yet, so that others go elsewhere meanwhile.
    pub(super) fn go_down(&mut self, visit: &mut Visit) {
        self.under_way += 1;
        visit.path.clear();
        let mut at = 0;
        loop {
            let node = &mut self.tree.nodes[at];
            node.visits += 1;
            if node.proof != Proof::Open || node.len == 0 {
                visit.leaf = *node;
                return;
            }
            let mover = node.mover;
            at = self.select(at, mover);
            let mv = self.tree.nodes[at].mv;
            visit.path.push(Step { mover, mv, to: at });
        }
    }

    /// Comes back from a leaf with what may follow it.
    pub(super) fn bring(&mut self, visit: &Visit, children: &[Node]) {
        let first = self.tree.nodes.len();
        // Another visit may have been there first.
        if self.tree.nodes[visit.at()].len == 0 {
            self.tree.nodes.extend_from_slice(children);
        }
        self.come_back(visit, first, children.len());
    }

    /// Comes back from a leaf, whose children are the nodes from here on, if there are any, after
    /// so many were looked at.
    fn come_back(&mut self, visit: &Visit, first: usize, count: usize) {
        self.under_way -= 1;
        self.nodes += count.max(1) as u64;
        let chances = self.grow(visit, first);
        self.back_up(visit, chances);
    }

    /// Gives the leaf the nodes from here on as children; what it is worth.
    fn grow(&mut self, visit: &Visit, first: usize) -> [f32; 4] {
        let at = visit.at();
        if first < self.tree.nodes.len() {
            self.tree.adopt(at, first, visit.mover);
            self.improve(at, visit.mover);
            self.prove(at, visit.mover);
        }
        let node = &self.tree.nodes[at];
        if let Some(chances) = result(node.proof, self.mode) {
            return chances;
        }
        if at == 0 || self.lookahead >= 1.0 {
            return node.best;
        }
        let mixed = |color: Color| {
            let (before, after) = (visit.leaf.best[color.index()], node.best[color.index()]);
            before + self.lookahead * (after - before)
        };
        Color::ALL.map(mixed)
    }

    /// Looks again for the best child of a node.
    fn improve(&mut self, at: usize, mover: Color) {
        let children = &self.tree.nodes[self.tree.nodes[at].children()];
        let worth = |child: &&Node| child.best[mover.index()];
        let best = children
            .iter()
            .max_by(|one, other| worth(one).total_cmp(&worth(other)));
        if let Some(best) = best {
            self.tree.nodes[at].best = best.best;
        }
    }

    /// The child to visit, where this visit already counts.
    fn select(&self, at: usize, mover: Color) -> usize {
        let node = &self.tree.nodes[at];
        let weight = self.exploration * to_f32(node.visits).sqrt();
        let mut best = (f32::NEG_INFINITY, node.first as usize);
        let range = node.children();
        for (place, child) in range.clone().zip(&self.tree.nodes[range]) {
            let visits = to_f32(child.visits + 1);
            let value = match child.proof {
                Proof::Open => {
                    let mean = child.sum / visits;
                    let best = child.best[mover.index()];
                    mean + self.implicit * (best - mean) + weight * child.prior / visits
                }
                // Looked at again only if nothing else is left.
                Proof::Won(_) | Proof::Drawn => child.sum / visits - 2.0 - visits,
            };
            if value > best.0 {
                best = (value, place);
            }
        }
        best.1
    }

    fn back_up(&mut self, visit: &Visit, chances: [f32; 4]) {
        let path = &visit.path;
        self.visits += 1;
        self.plies += path.len() as u64;
        for (sum, chance) in self.found.iter_mut().zip(chances) {
            *sum += chance;
        }
        for step in (0..path.len()).rev() {
            let Step { mover, to, .. } = path[step];
            let node = &mut self.tree.nodes[to];
            node.sum += chances[mover.index()];
            let is_proven = node.proof != Proof::Open;
            let parent = if step == 0 { 0 } else { path[step - 1].to };
            self.improve(parent, mover);
            if is_proven {
                self.prove(parent, mover);
            }
        }
    }

    /// A position is won for who moves if one child is, and ends as all children do if they all
    /// end the same way.
    fn prove(&mut self, at: usize, mover: Color) {
        let children = &self.tree.nodes[self.tree.nodes[at].children()];
        let won = |child: &&Node| child.proof.is_win(mover, self.mode);
        let soonest = children
            .iter()
            .filter(won)
            .map(|child| child.distance)
            .min();
        let (proof, distance) = if let Some(distance) = soonest {
            (Proof::Won(mover), distance)
        } else {
            let Some((first, others)) = children.split_first() else {
                return;
            };
            if first.proof == Proof::Open || others.iter().any(|child| child.proof != first.proof) {
                return;
            }
            let latest = children.iter().map(|child| child.distance).max();
            (first.proof, latest.unwrap_or(0))
        };
        let node = &mut self.tree.nodes[at];
        node.proof = proof;
        if let Some(chances) = result(proof, self.mode) {
            node.best = chances;
        }
        node.distance = distance.saturating_add(1);
    }
}

#[expect(clippy::cast_precision_loss, reason = "an estimate")]
const fn to_f32(count: u32) -> f32 {
    count as f32
}
