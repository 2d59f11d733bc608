//! Nodes of the tree, stored in one list.

use focus::{Color, ColorSet, Mode, Move};

/// Proven result of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Proof {
    /// No result is proven.
    #[default]
    Open,
    /// The color wins.
    Won(Color),
    /// Nobody wins.
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
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) mv: Move,
    pub(super) proof: Proof,
    /// Color to move here, valid once the node has children.
    pub(super) mover: Color,
    /// Number of plies to the proven end.
    pub(super) distance: u8,
    pub(super) len: u16,
    pub(super) first: u32,
    pub(super) visits: u32,
    /// Sum of the chances of the color that made the move over all visits, plus the initial
    /// evaluation as one more.
    pub(super) sum: f32,
    /// Prior probability from the policy.
    pub(super) prior: f32,
    /// Chances of each color if each plays its best move in the tree from here on (max^n). Shape:
    /// `[color]`.
    pub(super) best: [f32; 4],
}

impl Node {
    /// A root without any information.
    pub(super) const ROOT: Node = Node::new(Move::Pass, Color::Orange, [0.0; 4]);

    /// Creates an unvisited node with the evaluation after the move.
    pub(super) const fn new(mv: Move, mover: Color, chances: [f32; 4]) -> Node {
        Node {
            mv,
            proof: Proof::Open,
            mover,
            distance: 0,
            len: 0,
            first: 0,
            visits: 0,
            sum: chances[mover.index()],
            prior: 0.0,
            best: chances,
        }
    }

    /// Returns the mean chances of the color that made the move.
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    pub(super) fn mean(&self) -> f32 {
        self.sum / (self.visits + 1) as f32
    }

    /// Returns the range of the children.
    pub(super) fn children(&self) -> std::ops::Range<usize> {
        let first = self.first as usize;
        first..first + usize::from(self.len)
    }
}

/// Returns the result of each color for a proven end. Shape: `[color]`.
pub(super) fn result(proof: Proof, mode: Mode) -> Option<[f32; 4]> {
    let winners = match proof {
        Proof::Open => return None,
        Proof::Won(winner) => {
            let alone = ColorSet::EMPTY.with(winner);
            mode.partner(winner)
                .map_or(alone, |partner| alone.with(partner))
        }
        Proof::Drawn => mode.color_set(),
    };
    let share = match winners.len() {
        1 => 1.0,
        2 => 0.5,
        3 => 1.0 / 3.0,
        _ => 0.25,
    };
    Some(Color::ALL.map(|color| if winners.contains(color) { share } else { 0.0 }))
}

/// A tree: the root comes first, and the children of a node are adjacent.
pub(super) struct Nodes {
    pub(super) nodes: Vec<Node>,
    room: usize,
}

impl Nodes {
    /// Creates a tree with only a root, limited to this many MiB of nodes.
    pub(super) fn new(hash_mib: usize) -> Nodes {
        let room = (hash_mib.max(1) << 20) / size_of::<Node>();
        Nodes {
            nodes: vec![Node::ROOT],
            room: room.min(u32::MAX as usize),
        }
    }

    /// Returns whether there is room for this many more nodes.
    pub(super) const fn has_room(&self, more: usize) -> bool {
        self.nodes.len() + more <= self.room
    }

    /// Resets the tree to a root.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node::ROOT);
    }

    /// Returns the child of a node for a move, if it exists.
    pub(super) fn child(&self, at: usize, mv: Move) -> Option<usize> {
        self.nodes[at]
            .children()
            .find(|&child| self.nodes[child].mv == mv)
    }

    /// Makes all nodes from `first` on the children of a node, with `mover` to move.
    pub(super) fn adopt(&mut self, at: usize, first: usize, mover: Color) {
        let len = self.nodes.len() - first;
        let node = &mut self.nodes[at];
        node.mover = mover;
        node.first = u32::try_from(first).unwrap_or(u32::MAX);
        node.len = u16::try_from(len).unwrap_or(u16::MAX);
    }

    /// Makes a node the root and drops all nodes that are not below it.
    pub(super) fn reroot(&mut self, at: usize) {
        self.nodes = self.copy(at, 0);
    }

    /// Makes room by dropping the children of the least visited nodes.
    pub(super) fn thin(&mut self) {
        let mut visits = 1;
        loop {
            let kept = self.copy(0, visits);
            if kept.len() <= self.room / 4 || visits > self.nodes[0].visits {
                self.nodes = kept;
                return;
            }
            visits *= 4;
        }
    }

    /// Copies a node and its descendants, without the children of nodes with at most this many
    /// visits.
    fn copy(&self, at: usize, visits: u32) -> Vec<Node> {
        let mut kept = vec![self.nodes[at]];
        let mut next = 0;
        while next < kept.len() {
            let children = kept[next].children();
            if next > 0 && kept[next].visits <= visits {
                kept[next].len = 0;
                kept[next].first = 0;
            } else if !children.is_empty() {
                kept[next].first = u32::try_from(kept.len()).unwrap_or(u32::MAX);
                kept.extend_from_slice(&self.nodes[children]);
            }
            next += 1;
        }
        kept
    }
}
