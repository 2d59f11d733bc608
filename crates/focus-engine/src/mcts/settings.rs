//! Settings of the player.

use crate::Handicap;
use crate::evaluation::Kind;
use crate::mcts::node::NodeTree;
use crate::mcts::tree_search::TreeSearch;
use focus::Rules;

/// Settings of a [`Tree`](crate::mcts::Tree) player.
#[derive(Clone, Copy, Debug)]
pub struct TreeSettings {
    /// Size of the tree in MiB; if it is full, the least visited nodes make room.
    pub hash_mib: usize,
    /// Number of search threads.
    pub threads: usize,
    /// Weight of the exploration term in PUCT; `None` for the one that suits the kind of game.
    pub exploration: Option<f32>,
    /// Restrictions on its strength.
    pub handicap: Handicap,
    /// Seed of the errors and of choices among nearly equal moves.
    pub seed: u64,
}

impl Default for TreeSettings {
    fn default() -> TreeSettings {
        TreeSettings {
            hash_mib: 64,
            threads: 1,
            exploration: None,
            handicap: Handicap::default(),
            seed: 0,
        }
    }
}

impl TreeSettings {
    /// Returns the weight of the exploration term in games with these rules.
    ///
    /// The handicaps of the weaker levels were tuned with the same weight in every kind of game.
    fn exploration_in(&self, rules: Rules) -> f32 {
        let is_full = self.handicap == Handicap::default();
        self.exploration.unwrap_or(match Kind::of(rules) {
            Kind::ThreeWayLast if is_full => 0.25,
            _ => 0.4,
        })
    }

    /// Returns a search that grows a tree and has evaluated `nodes` of `most_nodes` positions.
    pub(super) fn tree_search(
        self,
        rules: Rules,
        tree: &mut NodeTree,
        nodes: u64,
        most_nodes: u64,
    ) -> TreeSearch<'_> {
        TreeSearch {
            mode: rules.mode(),
            exploration: self.exploration_in(rules),
            tree,
            under_way: 0,
            nodes,
            most_nodes,
            is_full: false,
            found: [0.0; 4],
            visits: 0,
            plies: 0,
        }
    }
}
