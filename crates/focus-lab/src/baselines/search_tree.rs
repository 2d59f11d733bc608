//! Search tree of [`Mage`](super::Mage), with all nodes in one list.

use crate::baselines::ordering;
use focus::{Color, Mode, Move, Position};
use focus_engine::Rng;

/// A position, identified by the move that leads to it.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) mv: Move,
    /// Side with a proven win, numbered by [`side_of`], plus one; 0 if nothing is proven.
    pub(super) proven: u8,
    /// Number of children visited so far; each is visited once before any is visited again.
    pub(super) tried: u16,
    pub(super) len: u16,
    pub(super) first: u32,
    pub(super) visits: u32,
    /// Sum of the results of the color that made the move.
    pub(super) sum: f32,
}

impl Node {
    pub(super) const fn new(mv: Move) -> Node {
        Node {
            mv,
            proven: 0,
            tried: 0,
            len: 0,
            first: 0,
            visits: 0,
            sum: 0.0,
        }
    }

    /// Returns the mean result of the color that made the move.
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    pub(super) fn mean(&self) -> f32 {
        self.sum / self.visits.max(1) as f32
    }
}

/// Returns the number of a color's side: its team, or itself.
pub(super) const fn side_of(mode: Mode, color: Color) -> u8 {
    match mode {
        Mode::Partners => color as u8 & 1,
        Mode::Duel | Mode::ThreeWay | Mode::FreeForAll => color as u8,
    }
}

/// List of nodes with a limited size.
pub(super) struct SearchTree {
    nodes: Vec<Node>,
    most: usize,
}

impl SearchTree {
    /// Creates a tree with a root and room for this many nodes.
    pub(super) fn new(most: usize) -> SearchTree {
        SearchTree {
            nodes: vec![Node::new(Move::Pass)],
            most,
        }
    }

    pub(super) fn get(&self, at: u32) -> &Node {
        &self.nodes[at as usize]
    }

    pub(super) fn get_mut(&mut self, at: u32) -> &mut Node {
        &mut self.nodes[at as usize]
    }

    pub(super) fn children(&self, at: u32) -> &[Node] {
        let node = self.get(at);
        &self.nodes[node.first as usize..node.first as usize + usize::from(node.len)]
    }

    /// Adds all children of a node, most promising first, if there is room.
    pub(super) fn expand(&mut self, at: u32, position: &Position, dice: &mut Rng) {
        let mut moves = ordering::ordered(position);
        if self.nodes.len() + moves.len() > self.most {
            return;
        }
        // Moves with equal values are shuffled.
        let mut begin = 0;
        while begin < moves.len() {
            let promise = moves[begin].1;
            let equals = moves[begin..]
                .iter()
                .take_while(|(_, other)| *other == promise);
            let end = begin + equals.count();
            for last in (begin + 1..end).rev() {
                moves.swap(last, begin + dice.below(last - begin + 1));
            }
            begin = end;
        }
        let first = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
        self.nodes
            .extend(moves.iter().map(|&(mv, _)| Node::new(mv)));
        let node = self.get_mut(at);
        node.first = first;
        node.len = u16::try_from(moves.len()).unwrap_or(u16::MAX);
    }
}
