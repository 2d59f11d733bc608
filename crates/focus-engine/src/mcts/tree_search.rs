//! Visits of the tree search: selection, expansion and backup.

use crate::mcts::expansion::{Expander, Place};
use crate::mcts::node::{Node, NodeTree, Proof};
use focus::{Color, Mode, Move};

/// Weight of the max^n value of a child against the mean of its visits.
const IMPLICIT: f32 = 0.4;
/// Weight of the best child's value against a leaf's own evaluation.
const LOOKAHEAD: f32 = 0.75;

/// Search that grows a tree.
pub(super) struct TreeSearch<'a> {
    pub(super) mode: Mode,
    /// Weight of the exploration term in PUCT.
    pub(super) exploration: f32,
    pub(super) tree: &'a mut NodeTree,
    /// Number of visits not yet backed up; they require that no node moves in memory.
    pub(super) under_way: usize,
    /// Number of positions evaluated.
    pub(super) nodes: u64,
    /// Maximum number of positions to evaluate.
    pub(super) most_nodes: u64,
    /// True once the positions left to evaluate were too few for the children of a leaf.
    pub(super) is_full: bool,
    /// Sum of the values of all visits. Shape: `[color]`.
    pub(super) found: [f32; 4],
    /// Number of visits backed up.
    pub(super) visits: u32,
    /// Sum of the depths of the leaves, in plies.
    pub(super) plies: u64,
}

/// One visit to a leaf.
pub(super) struct Visit {
    /// Moves from the root to the leaf.
    path: Vec<Step>,
    /// Copy of the leaf at the time of selection.
    leaf: Node,
    /// Color to move at the leaf.
    mover: Color,
}

/// A move of a visit.
struct Step {
    mover: Color,
    mv: Move,
    /// Index of the node the move leads to.
    to: usize,
}

impl Visit {
    /// Creates a visit that has not started.
    pub(super) fn new() -> Visit {
        Visit {
            path: Vec::with_capacity(64),
            leaf: Node::ROOT,
            mover: Color::Orange,
        }
    }

    /// Expands the leaf into a list of children, unless its result is proven; returns false without
    /// doing so if there are more than `left` children.
    ///
    /// At a root, only as many children are created as are left.
    pub(super) fn expand(
        &mut self,
        expander: &Expander<'_>,
        root: &Place,
        left: u64,
        nodes: &mut Vec<Node>,
    ) -> bool {
        if self.leaf.proof != Proof::Open {
            return left > 0;
        }
        let mut place = root.clone();
        for step in &self.path {
            expander.play(&mut place, step.mv);
        }
        if place.position.count_moves() > left && !self.path.is_empty() {
            return false;
        }
        self.mover = place.position.side();
        let most = usize::try_from(left.max(1)).unwrap_or(usize::MAX);
        expander.expand(&place, most, nodes);
        true
    }

    /// Returns the index of the leaf.
    fn at(&self) -> usize {
        self.path.last().map_or(0, |step| step.to)
    }
}

impl TreeSearch<'_> {
    /// Performs a complete visit without other threads.
    pub(super) fn visit(&mut self, expander: &Expander<'_>, root: &Place, visit: &mut Visit) {
        self.make_room();
        self.select_leaf(visit);
        let first = self.tree.nodes.len();
        if visit.expand(expander, root, self.left(), &mut self.tree.nodes) {
            self.complete(visit, first, self.tree.nodes.len() - first);
        } else {
            self.cancel(visit);
        }
    }

    /// Returns the number of positions left to evaluate.
    pub(super) const fn left(&self) -> u64 {
        self.most_nodes.saturating_sub(self.nodes)
    }

    /// Takes back a visit whose leaf has more children than there are nodes left.
    pub(super) fn cancel(&mut self, visit: &Visit) {
        self.is_full = true;
        self.under_way -= 1;
        self.tree.subtree_mut(0).visits -= 1;
        for step in &visit.path {
            self.tree.subtree_mut(step.to).visits -= 1;
        }
    }

    /// Returns whether one more visit may start, that is, whether there is room for the children of
    /// all visits under way; makes room if none is under way.
    pub(super) fn make_room(&mut self) -> bool {
        let visits = self.under_way + 1;
        if self.tree.has_room(visits) {
            return true;
        }
        if self.under_way == 0 {
            self.tree.thin();
        }
        self.under_way == 0
    }

    /// Selects a leaf.
    ///
    /// The visit is counted at once with a value of zero (virtual loss), so that other threads
    /// choose other leaves meanwhile.
    pub(super) fn select_leaf(&mut self, visit: &mut Visit) {
        self.under_way += 1;
        visit.path.clear();
        let (mut at, mut mover) = (0, Color::Orange);
        loop {
            let subtree = self.tree.open(at, mover);
            subtree.visits += 1;
            mover = subtree.mover;
            let is_leaf = subtree.children().is_empty();
            let node = self.tree.nodes[at];
            if node.proof != Proof::Open || is_leaf {
                visit.leaf = node;
                return;
            }
            at = self.select(at, mover);
            let mv = self.tree.nodes[at].mv;
            visit.path.push(Step { mover, mv, to: at });
        }
    }

    /// Adds the children of a leaf to the tree and backs the visit up, unless other threads have
    /// used up the nodes.
    pub(super) fn add_children(&mut self, visit: &Visit, children: &[Node]) {
        if children.len().max(1) as u64 > self.left() {
            self.cancel(visit);
            return;
        }
        let first = self.tree.nodes.len();
        // Another visit may have expanded the leaf first.
        if self.tree.children(visit.at()).is_empty() {
            self.tree.nodes.extend_from_slice(children);
        }
        self.complete(visit, first, children.len());
    }

    /// Completes a visit whose children, if any, are the nodes from `first` on; `count` positions
    /// were evaluated.
    fn complete(&mut self, visit: &Visit, first: usize, count: usize) {
        self.under_way -= 1;
        self.nodes += count.max(1) as u64;
        let before = self.tree.nodes[visit.at()].best;
        let chances = self.attach(visit, first);
        self.back_up(visit, before, chances);
    }

    /// Attaches the nodes from `first` on to the leaf and returns the value of the visit.
    fn attach(&mut self, visit: &Visit, first: usize) -> [f32; 4] {
        let at = visit.at();
        if first < self.tree.nodes.len() {
            self.tree.adopt(at, first, visit.mover);
            self.improve(at, visit.mover);
            self.prove(at, visit.mover);
        }
        let node = &self.tree.nodes[at];
        if node.proof != Proof::Open || at == 0 {
            return node.best;
        }
        let mixed = |color: Color| {
            let (before, after) = (visit.leaf.best[color.index()], node.best[color.index()]);
            before + LOOKAHEAD * (after - before)
        };
        Color::ALL.map(mixed)
    }

    /// Updates the max^n value of a node from its best child.
    fn improve(&mut self, at: usize, mover: Color) {
        let children = self.tree.children(at);
        let worth = |child: &&Node| child.best[mover.index()];
        let best = children
            .iter()
            .max_by(|one, other| worth(one).total_cmp(&worth(other)));
        if let Some(best) = best {
            self.tree.nodes[at].best = best.best;
        }
    }

    /// Returns the child to visit by PUCT; the visit is already counted at the parent.
    fn select(&self, at: usize, mover: Color) -> usize {
        let subtree = self.tree.subtree(at);
        let weight = self.exploration * to_f32(subtree.visits).sqrt();
        let range = subtree.children();
        let mut best = (f32::NEG_INFINITY, range.start);
        for (place, child) in range.clone().zip(&self.tree.nodes[range]) {
            let visits = to_f32(self.tree.subtree_of(child).visits + 1);
            let sum = self.tree.sum(child, mover);
            let value = match child.proof {
                // The general formula without the parts that vanish.
                Proof::Open if child.is_unvisited() => {
                    child.best[mover.index()] + weight * child.prior
                }
                Proof::Open => {
                    let mean = sum / visits;
                    let best = child.best[mover.index()];
                    mean + IMPLICIT * (best - mean) + weight * child.prior / visits
                }
                // Proven children are visited only if no other is left.
                Proof::Won(_) | Proof::Drawn => sum / visits - 2.0 - visits,
            };
            if value > best.0 {
                best = (value, place);
            }
        }
        best.1
    }

    /// Backs up the value of a visit; `before` is the max^n value of the leaf before the visit.
    fn back_up(&mut self, visit: &Visit, mut before: [f32; 4], chances: [f32; 4]) {
        let path = &visit.path;
        self.visits += 1;
        self.plies += path.len() as u64;
        for (sum, chance) in self.found.iter_mut().zip(chances) {
            *sum += chance;
        }
        for step in (0..path.len()).rev() {
            let Step { mover, to, .. } = path[step];
            self.tree.subtree_mut(to).sum += chances[mover.index()];
            let child = self.tree.nodes[to];
            let parent = if step == 0 { 0 } else { path[step - 1].to };
            let best = self.tree.nodes[parent].best;
            let may_be_best = |value: [f32; 4]| value[mover.index()] >= best[mover.index()];
            let is_changed = child.best.map(f32::to_bits) != before.map(f32::to_bits);
            // A child that was not the best one, and is not now, changes nothing.
            if is_changed && (may_be_best(before) || may_be_best(child.best)) {
                self.improve(parent, mover);
            }
            if child.proof != Proof::Open {
                self.prove(parent, mover);
            }
            before = best;
        }
    }

    /// Proves a node: it is won for the mover if any child is, and has the result of its children
    /// if that is proven and the same for all.
    fn prove(&mut self, at: usize, mover: Color) {
        let children = self.tree.children(at);
        let won = |child: &&Node| child.proof.is_win(mover, self.mode);
        let distance = |child: &Node| self.tree.subtree_of(child).distance;
        let wins = children.iter().filter(won);
        let soonest = wins
            .map(|child| (distance(child), child.best))
            .min_by_key(|&(distance, _)| distance);
        let (proof, best, distance) = if let Some((distance, best)) = soonest {
            (Proof::Won(mover), best, distance)
        } else {
            let Some((first, others)) = children.split_first() else {
                return;
            };
            if first.proof == Proof::Open || others.iter().any(|child| child.proof != first.proof) {
                return;
            }
            let latest = children.iter().map(distance).max();
            // Drawn children may differ in who shares the draw; the value is that of the best one.
            let best = self.tree.nodes[at].best;
            (first.proof, best, latest.unwrap_or(0))
        };
        let node = &mut self.tree.nodes[at];
        (node.proof, node.best) = (proof, best);
        self.tree.subtree_mut(at).distance = distance.saturating_add(1);
    }
}

#[expect(clippy::cast_precision_loss, reason = "an estimate")]
const fn to_f32(count: u32) -> f32 {
    count as f32
}
