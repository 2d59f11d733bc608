//! Visits to the tree: down to a leaf, and back with what was found there.

use crate::rules::{Color, Mode, MoveList};
use crate::search::tree::leaf::{Judge, Place};
use crate::search::tree::node::{Node, Nodes, Proof, result};

/// A search in progress.
pub(super) struct Growth<'a> {
    pub(super) judge: Judge<'a>,
    pub(super) mode: Mode,
    /// Weight of interest against what was found so far.
    pub(super) exploration: f32,
    /// Weight of what the best play leads to against the mean of what was found.
    pub(super) implicit: f32,
    /// Weight of what the best move leads to against what a leaf looks like.
    pub(super) lookahead: f32,
    pub(super) tree: &'a mut Nodes,
    pub(super) root: Place,
    /// Nodes of a visit, with who made the move.
    pub(super) path: Vec<(usize, Color)>,
    /// Positions evaluated.
    pub(super) nodes: u64,
    /// Sum of what the visits found. Shape: `[color]`.
    pub(super) found: [f32; 4],
    pub(super) visits: u32,
    /// Sum of the plies from the root to the leaves.
    pub(super) plies: u64,
}

impl Growth<'_> {
    /// One visit.
    pub(super) fn visit(&mut self) {
        if !self.tree.has_room(MoveList::CAPACITY) {
            self.tree.thin();
        }
        let mut place = self.root.clone();
        self.path.clear();
        let mut at = 0;
        let chances = loop {
            let node = &self.tree.nodes[at];
            if let Some(chances) = result(node.proof, self.mode) {
                self.nodes += 1;
                break chances;
            }
            if node.len == 0 {
                break self.grow(at, &place);
            }
            let mover = place.position.side();
            let child = self.select(at, mover);
            self.path.push((child, mover));
            self.judge.play(&mut place, self.tree.nodes[child].mv);
            at = child;
        };
        self.back_up(chances);
    }

    /// Gives a leaf its children, if there is room; what it is worth.
    fn grow(&mut self, at: usize, place: &Place) -> [f32; 4] {
        let first = self.tree.nodes.len();
        let count = usize::try_from(place.position.count_moves()).unwrap_or(0);
        if !self.tree.has_room(count) {
            self.nodes += 1;
            return self.judge.chances(place);
        }
        self.judge.expand(place, &mut self.tree.nodes);
        let len = self.tree.nodes.len() - first;
        self.nodes += len as u64;
        let node = &mut self.tree.nodes[at];
        node.first = u32::try_from(first).unwrap_or(u32::MAX);
        node.len = u16::try_from(len).unwrap_or(u16::MAX);
        let mover = place.position.side();
        let before = self.tree.nodes[at].best;
        self.improve(at, mover);
        self.prove(at, mover);
        if let Some(chances) = result(self.tree.nodes[at].proof, self.mode) {
            return chances;
        }
        if at == 0 || self.lookahead >= 1.0 {
            return self.tree.nodes[at].best;
        }
        let after = self.tree.nodes[at].best;
        let mixed = |color: Color| {
            let (before, after) = (before[color.index()], after[color.index()]);
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

    /// The child to visit.
    fn select(&self, at: usize, mover: Color) -> usize {
        let node = &self.tree.nodes[at];
        let weight = self.exploration * to_f32(node.visits + 1).sqrt();
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

    fn back_up(&mut self, chances: [f32; 4]) {
        self.visits += 1;
        self.plies += self.path.len() as u64;
        for (sum, chance) in self.found.iter_mut().zip(chances) {
            *sum += chance;
        }
        self.tree.nodes[0].visits += 1;
        for step in (0..self.path.len()).rev() {
            let (at, mover) = self.path[step];
            let node = &mut self.tree.nodes[at];
            node.visits += 1;
            node.sum += chances[mover.index()];
            let is_proven = node.proof != Proof::Open;
            let parent = if step == 0 { 0 } else { self.path[step - 1].0 };
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
