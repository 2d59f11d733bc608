//! Nodes of the tree: a list of all nodes, and a list of statistics of the visited ones.

use std::ops::Range;

use focus::{Color, Mode, Move, MoveList};

/// Maximum size of a tree in MiB: all indices fit into 32 bits.
const MOST_MIB: usize = 1 << 16;

/// Number of values of [`level`].
const LEVELS: usize = level(u32::MAX) + 1;

/// Proven result of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Proof {
    /// No result is proven.
    #[default]
    Open,
    /// The color wins.
    Won(Color),
    /// Nobody wins. Unless the draw is by repetition, [`Node::best`] is each color's share of it.
    Drawn,
}

impl Proof {
    /// Returns whether a color wins, alone or with its partner.
    pub(super) fn is_win(self, color: Color, mode: Mode) -> bool {
        match self {
            Proof::Won(winner) => winner == color || mode.partner(winner) == Some(color),
            Proof::Open | Proof::Drawn => false,
        }
    }
}

/// A position, identified by the move that leads to it.
///
/// Few positions are ever visited, so data that only those need is kept apart, in a [`Subtree`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) mv: Move,
    pub(super) proof: Proof,
    /// Index of the subtree; 0 before the first visit.
    subtree: u32,
    /// Prior probability from the policy.
    pub(super) prior: f32,
    /// Chances of each color if each plays its best move in the tree from here on (max^n). Shape:
    /// `[color]`.
    pub(super) best: [f32; 4],
}

impl Node {
    /// A root without any information.
    pub(super) const ROOT: Node = Node::new(Move::Pass, [0.0; 4]);

    /// Creates an unvisited node with the evaluation after the move.
    pub(super) const fn new(mv: Move, chances: [f32; 4]) -> Node {
        Node {
            mv,
            proof: Proof::Open,
            subtree: 0,
            prior: 0.0,
            best: chances,
        }
    }

    /// Returns whether no visit has reached the node yet.
    pub(super) const fn is_unvisited(&self) -> bool {
        self.subtree == 0
    }
}

/// Statistics and children of a visited node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Subtree {
    pub(super) visits: u32,
    /// Sum of the chances of the color that made the move over all visits, plus the initial
    /// evaluation as one more.
    pub(super) sum: f32,
    first: u32,
    len: u16,
    /// Color to move here, valid once the node has children.
    pub(super) mover: Color,
    /// Number of plies to the proven end.
    pub(super) distance: u8,
}

impl Subtree {
    /// Subtree of a node without visits.
    const fn new(sum: f32) -> Subtree {
        Subtree {
            visits: 0,
            sum,
            first: 0,
            len: 0,
            mover: Color::Orange,
            distance: 0,
        }
    }

    /// Returns the range of the children.
    pub(super) fn children(&self) -> Range<usize> {
        let first = self.first as usize;
        first..first + usize::from(self.len)
    }
}

/// A tree: the root comes first, and the children of a node are adjacent.
pub(super) struct NodeTree {
    pub(super) nodes: Vec<Node>,
    /// Subtrees of the visited nodes; the first one stands for all others.
    subtrees: Vec<Subtree>,
    /// Maximum size in bytes.
    room: usize,
}

impl NodeTree {
    /// Creates a tree with only a root, limited to this many MiB of nodes.
    pub(super) fn new(hash_mib: usize) -> NodeTree {
        NodeTree {
            nodes: vec![Node::ROOT],
            subtrees: vec![Subtree::new(0.0)],
            room: hash_mib.clamp(1, MOST_MIB) << 20,
        }
    }

    /// Returns whether there is room for the children of this many more visited nodes.
    pub(super) const fn has_room(&self, more: usize) -> bool {
        self.size() + more * (MoveList::CAPACITY * size_of::<Node>() + size_of::<Subtree>())
            <= self.room
    }

    /// Returns the size in bytes.
    const fn size(&self) -> usize {
        size_of::<Node>() * self.nodes.len() + size_of::<Subtree>() * self.subtrees.len()
    }

    /// Resets the tree to a root.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node::ROOT);
        self.subtrees.truncate(1);
    }

    /// Returns the statistics and children of a node; before its first visit, there are none.
    pub(super) fn subtree(&self, at: usize) -> &Subtree {
        self.subtree_of(&self.nodes[at])
    }

    /// Like [`NodeTree::subtree`], but for a node that was already looked up.
    pub(super) fn subtree_of(&self, node: &Node) -> &Subtree {
        &self.subtrees[node.subtree as usize]
    }

    /// Returns a mutable reference to the statistics of a visited node.
    pub(super) fn subtree_mut(&mut self, at: usize) -> &mut Subtree {
        &mut self.subtrees[self.nodes[at].subtree as usize]
    }

    /// Returns the statistics of a node that is being visited; `mover` made the move that leads to
    /// it.
    pub(super) fn open(&mut self, at: usize, mover: Color) -> &mut Subtree {
        let node = &mut self.nodes[at];
        if node.subtree == 0 {
            node.subtree = index(self.subtrees.len());
            self.subtrees.push(Subtree::new(node.best[mover.index()]));
        }
        self.subtree_mut(at)
    }

    /// Returns the sum over the visits to a node and its initial evaluation; `mover` made the move
    /// that leads to it.
    pub(super) fn sum(&self, node: &Node, mover: Color) -> f32 {
        match node.subtree {
            0 => node.best[mover.index()],
            subtree => self.subtrees[subtree as usize].sum,
        }
    }

    /// Returns the mean chances of the color that made the move.
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    pub(super) fn mean(&self, node: &Node, mover: Color) -> f32 {
        self.sum(node, mover) / (self.subtree_of(node).visits + 1) as f32
    }

    /// Returns the children of a node.
    pub(super) fn children(&self, at: usize) -> &[Node] {
        &self.nodes[self.subtree(at).children()]
    }

    /// Returns the child of a node for a move, if it exists.
    pub(super) fn child(&self, at: usize, mv: Move) -> Option<usize> {
        let mut children = self.subtree(at).children();
        children.find(|&child| self.nodes[child].mv == mv)
    }

    /// Makes all nodes from `first` on the children of a visited node, with `mover` to move.
    pub(super) fn adopt(&mut self, at: usize, first: usize, mover: Color) {
        let len = self.nodes.len() - first;
        let subtree = self.subtree_mut(at);
        subtree.mover = mover;
        subtree.first = index(first);
        subtree.len = u16::try_from(len).unwrap_or(u16::MAX);
    }

    /// Makes a node the root and drops all nodes that are not below it.
    pub(super) fn reroot(&mut self, at: usize) {
        *self = self.copy(at, 0);
    }

    /// Makes room by dropping the children of the least visited nodes.
    ///
    /// Nothing can interrupt this, so the sizes are counted and the tree is copied only once.
    pub(super) fn thin(&mut self) {
        // Bytes of the children that are dropped at each number of visits, a power of four, but not
        // at the one before.
        let mut dropped = [0; LEVELS];
        for node in &self.nodes[1..] {
            let subtree = self.subtree_of(node);
            let children = &self.nodes[subtree.children()];
            let visited = children.iter().filter(|child| !child.is_unvisited());
            dropped[level(subtree.visits)] +=
                size_of_val(children) + size_of::<Subtree>() * visited.count();
        }
        let (mut size, mut visits) = (self.size(), 1_u32);
        for bytes in dropped {
            size -= bytes;
            if size <= self.room / 4 {
                break;
            }
            visits = visits.saturating_mul(4);
        }
        *self = self.copy(0, visits);
    }

    /// Copies a node and its descendants, without the children of nodes with at most this many
    /// visits.
    fn copy(&self, at: usize, visits: u32) -> NodeTree {
        let mut kept = NodeTree {
            nodes: vec![self.nodes[at]],
            subtrees: vec![self.subtrees[0]],
            room: self.room,
        };
        let mut next = 0;
        while next < kept.nodes.len() {
            let mut subtree = *self.subtree_of(&kept.nodes[next]);
            let children = subtree.children();
            if next > 0 && subtree.visits <= visits {
                subtree.len = 0;
                subtree.first = 0;
            } else if !children.is_empty() {
                subtree.first = index(kept.nodes.len());
                kept.nodes.extend_from_slice(&self.nodes[children]);
            }
            if kept.nodes[next].subtree > 0 {
                kept.nodes[next].subtree = index(kept.subtrees.len());
                kept.subtrees.push(subtree);
            }
            next += 1;
        }
        kept
    }
}

/// Returns the exponent of the first power of four that is not below a number of visits.
const fn level(visits: u32) -> usize {
    let bits = u32::BITS - visits.saturating_sub(1).leading_zeros();
    bits.div_ceil(2) as usize
}

/// Returns an index as it is stored; [`MOST_MIB`] keeps it in range.
fn index(of: usize) -> u32 {
    u32::try_from(of).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Adds a number of visits to a node, of which each child gets half as many as the one before.
    fn visit(tree: &mut NodeTree, at: usize, visits: u32) {
        tree.open(at, Color::Orange).visits = visits;
        let first = tree.nodes.len();
        tree.nodes.extend([Node::new(Move::Pass, [0.25; 4]); 8]);
        tree.adopt(at, first, Color::Orange);
        for child in 0..8 {
            let left = visits >> (child + 1);
            if left > 0 {
                visit(tree, first + child, left);
            }
        }
    }

    #[test]
    fn level_is_that_of_the_first_power_of_four_not_below() {
        for (visits, expected) in [(0, 0), (1, 0), (2, 1), (4, 1), (5, 2), (16, 2), (17, 3)] {
            assert_eq!(level(visits), expected, "{visits}");
        }
        assert_eq!(level(u32::MAX), 16);
    }

    #[test]
    fn no_more_is_dropped_than_makes_room() {
        let mut tree = NodeTree::new(1);
        visit(&mut tree, 0, 1 << 12);
        let powers = (0..12).map(|exponent| 4_u32.pow(exponent));
        let mut copies = powers.map(|visits| tree.copy(0, visits).size());
        let expected = copies.find(|&size| size <= tree.room / 4);
        assert!(tree.size() > tree.room / 4);
        tree.thin();
        assert_eq!(Some(tree.size()), expected);
    }
}
