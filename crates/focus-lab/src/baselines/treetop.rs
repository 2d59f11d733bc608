//! The search tree of [`Mage`](super::Mage), all nodes in one list.

use crate::baselines::ordering;
use focus::{Color, Mode, Move, Position};
use focus_engine::Rng;

/// A position, by the move that leads to it.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) mv: Move,
    /// The side that has proven to win, as [`side_of`] numbers it, plus one.
    pub(super) proven: u8,
    /// Children that were visited; they are visited in their order first.
    pub(super) tried: u16,
    pub(super) len: u16,
    pub(super) first: u32,
    pub(super) visits: u32,
    /// Sum of the results of who made the move.
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

    /// Mean result of who made the move.
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    pub(super) fn mean(&self) -> f32 {
        self.sum / self.visits.max(1) as f32
    }
}

/// Number of the side a color plays for: its team, or itself.
pub(super) const fn side_of(mode: Mode, color: Color) -> u8 {
    match mode {
        Mode::Partners => color as u8 & 1,
        Mode::Duel | Mode::ThreeWay | Mode::FreeForAll => color as u8,
    }
}

/// Nodes up to a number of them.
pub(super) struct Nodes {
    nodes: Vec<Node>,
    most: usize,
}

impl Nodes {
    /// A root alone, and room for so many nodes.
    pub(super) fn new(most: usize) -> Nodes {
        Nodes {
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

    /// Gives a node all its children, the most promising first, if there is room.
    pub(super) fn expand(&mut self, at: u32, position: &Position, dice: &mut Rng) {
        let mut moves = ordering::ordered(position);
        if self.nodes.len() + moves.len() > self.most {
            return;
        }
        // Equals in any order.
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
