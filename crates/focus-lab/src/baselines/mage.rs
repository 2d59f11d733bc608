//! Monte-Carlo tree search with max^n as in MAGE, or plain UCT.
//!
//! Source: the thesis, chapters 3 and 6; J. A. M. Nijssen and M. H. M. Winands, "Enhancements for
//! Multi-Player Monte-Carlo Tree Search" (2011).

use crate::baselines::ordering::{SLOTS, slot};
use crate::baselines::playout;
use crate::baselines::search_tree::{Node, SearchTree, side_of};
use focus::{Color, Game, Mode, Position};
use focus_engine::Rng;
use focus_engine::Timer;
use focus_engine::{Choice, Info, Limits, Player, Score, Stop};

/// Settings of a [`Mage`] player.
#[derive(Clone, Copy, Debug)]
pub struct MageSettings {
    /// Exploration constant of UCT, `C`.
    pub exploration: f32,
    /// Share of random moves in playouts.
    pub epsilon: f32,
    /// Weight of Progressive History, `W`; `None` for 1 with two sides and 5 with more.
    pub history: Option<f32>,
    /// True if wins and losses are proven.
    pub solver: bool,
    /// Size of the tree in MiB; a full tree stops growing.
    pub hash_mib: usize,
    /// Seed of the playouts.
    pub seed: u64,
}

impl MageSettings {
    /// The published MAGE player.
    pub const MAGE: MageSettings = MageSettings {
        exploration: 0.2,
        epsilon: 0.05,
        history: None,
        solver: true,
        hash_mib: 64,
        seed: 0,
    };
    /// Plain UCT with the same playouts.
    pub const UCT: MageSettings = MageSettings {
        history: Some(0.0),
        solver: false,
        ..MageSettings::MAGE
    };
}

/// Player that uses Monte-Carlo tree search with playouts.
///
/// A node is expanded at its second visit; unvisited children come first, in the static ordering. A
/// draw gives each color its share. The tree is not reused for the next move.
pub struct Mage {
    settings: MageSettings,
    dice: Rng,
}

impl Mage {
    /// Creates a player with these settings.
    #[must_use]
    pub fn new(settings: MageSettings) -> Mage {
        Mage {
            settings,
            dice: Rng::of(settings.seed, 0),
        }
    }
}

impl Player for Mage {
    fn name(&self) -> String {
        if self.settings.history == Some(0.0) {
            return "uct".to_owned();
        }
        "mage".to_owned()
    }

    fn choose(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Info),
    ) -> Choice {
        let watch = Timer::new(limits, stop);
        let position = game.position();
        let mode = position.rules().mode();
        let has_two_sides = matches!(mode, Mode::Duel | Mode::Partners);
        let usual = if has_two_sides { 1.0 } else { 5.0 };
        let room = (self.settings.hash_mib.max(1) << 20) / size_of::<Node>();
        let mut tree = Tree {
            settings: self.settings,
            weight: self.settings.history.unwrap_or(usual),
            mode,
            nodes: SearchTree::new(room.min(u32::MAX as usize)),
            history: vec![(0.0, 0.0); 4 * SLOTS],
            path: Vec::with_capacity(64),
        };
        tree.nodes.expand(0, position, &mut self.dice);
        let mut plies = 0;
        let mut playouts = 0;
        while tree.nodes.get(0).proven == 0 {
            plies += tree.visit(position, &mut self.dice) as u64;
            playouts += 1;
            if playouts >= watch.nodes() || playouts.is_multiple_of(16) && watch.is_over(playouts) {
                break;
            }
        }
        let depth = u8::try_from(plies / playouts.max(1)).unwrap_or(u8::MAX);
        let choice = tree.choice(position, playouts, depth);
        report(&Info {
            depth,
            nodes: playouts,
            score: choice.score,
            line: choice.line.clone(),
        });
        choice
    }
}

struct Tree {
    settings: MageSettings,
    weight: f32,
    mode: Mode,
    nodes: SearchTree,
    /// Sum of results and number of visits. Shape: `[color][slot]`.
    history: Vec<(f32, f32)>,
    /// Nodes of the current visit, with the color that moved to each.
    path: Vec<(u32, Color)>,
}

impl Tree {
    /// Performs one playout and returns the depth of its leaf in the tree.
    fn visit(&mut self, root: &Position, dice: &mut Rng) -> usize {
        let mut position = root.clone();
        self.path.clear();
        let mut at = 0;
        let result = loop {
            let node = *self.nodes.get(at);
            if node.proven != 0 {
                break self.won_by(node.proven);
            }
            if position.is_over() {
                let result = playout::result(&position);
                let winner = position
                    .outcome()
                    .and_then(|outcome| outcome.winners.iter().next());
                if let (Some(winner), true) = (winner, self.settings.solver) {
                    self.nodes.get_mut(at).proven = side_of(self.mode, winner) + 1;
                }
                break result;
            }
            if node.len == 0 && node.visits > 0 {
                self.nodes.expand(at, &position, dice);
            }
            if self.nodes.get(at).len == 0 {
                break playout::play(position.clone(), self.settings.epsilon, dice);
            }
            let mover = position.side();
            at = self.select(at, mover);
            self.path.push((at, mover));
            position.play_unchecked(self.nodes.get(at).mv);
        };
        self.back_up(result);
        self.path.len()
    }

    /// Returns the child to visit.
    fn select(&mut self, at: u32, mover: Color) -> u32 {
        let node = *self.nodes.get(at);
        if node.tried < node.len {
            self.nodes.get_mut(at).tried += 1;
            return node.first + u32::from(node.tried);
        }
        let log = to_f32(node.visits.max(1)).ln();
        let mut best = (f32::NEG_INFINITY, 0);
        for (number, child) in (0..).zip(self.nodes.children(at)) {
            // A proven loss is not visited again unless nothing else is left.
            let value = if child.proven == 0 {
                self.value(child, mover, log)
            } else {
                -1.0
            };
            if value > best.0 {
                best = (value, number);
            }
        }
        node.first + best.1
    }

    /// Returns the UCT value with Progressive History.
    fn value(&self, child: &Node, mover: Color, log: f32) -> f32 {
        let visits = to_f32(child.visits.max(1));
        let mean = child.sum / visits;
        let uct = mean + self.settings.exploration * (log / visits).sqrt();
        if self.weight == 0.0 {
            return uct;
        }
        let (sum, count) = self.history[mover.index() * SLOTS + slot(child.mv)];
        if count == 0.0 {
            return uct;
        }
        let losses = visits - child.sum;
        uct + sum / count * self.weight / (losses + 1.0)
    }

    fn back_up(&mut self, result: [f32; 4]) {
        self.nodes.get_mut(0).visits += 1;
        for at in (0..self.path.len()).rev() {
            let (node, mover) = self.path[at];
            let points = result[mover.index()];
            let child = self.nodes.get_mut(node);
            child.visits += 1;
            child.sum += points;
            let proven = child.proven;
            let history = &mut self.history[mover.index() * SLOTS + slot(child.mv)];
            *history = (history.0 + points, history.1 + 1.0);
            if proven != 0 {
                let parent = if at == 0 { 0 } else { self.path[at - 1].0 };
                self.prove(parent, mover, proven);
            }
        }
    }

    /// Applies the standard rule of proofs: a node is won for the mover if any child is, and for
    /// another side if every child is won for that side.
    fn prove(&mut self, at: u32, mover: Color, proven: u8) {
        let is_won = proven == side_of(self.mode, mover) + 1;
        let children = self.nodes.children(at);
        if is_won || children.iter().all(|child| child.proven == proven) {
            self.nodes.get_mut(at).proven = proven;
        }
    }

    fn won_by(&self, proven: u8) -> [f32; 4] {
        Color::ALL.map(|color| {
            let is_winner = self.mode.has(color) && side_of(self.mode, color) + 1 == proven;
            if is_winner { 1.0 } else { 0.0 }
        })
    }

    /// Returns the most visited move, or one with a proven win.
    fn choice(&self, position: &Position, nodes: u64, depth: u8) -> Choice {
        let us = position.side();
        let won = side_of(self.mode, us) + 1;
        let children = self.nodes.children(0);
        let order = |child: &&Node| {
            let is_lost = child.proven != 0 && child.proven != won;
            (child.proven == won, !is_lost, child.visits)
        };
        let best = children.iter().max_by_key(order).expect("a legal move");
        let score = match best.proven {
            0 => Score::from_chance(f64::from(best.mean())),
            proven if proven == won => Score::Win(1),
            _ => Score::Loss(1),
        };
        let mut chances = [0.0; 4];
        chances[us.index()] = best.mean();
        Choice::scored(best.mv, score, chances, depth, nodes)
    }
}

#[expect(clippy::cast_precision_loss, reason = "an estimate")]
const fn to_f32(count: u32) -> f32 {
    count as f32
}
