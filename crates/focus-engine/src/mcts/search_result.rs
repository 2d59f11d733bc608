//! Result of a search: information about it, and the choice of a move.

use std::iter;

use crate::mcts::node::{Node, NodeTree, Proof};
use crate::mcts::settings::TreeSettings;
use crate::mcts::tree_search::TreeSearch;
use crate::{Choice, Info, Rng, Score, ScoredMove};
use focus::{Move, Position};

pub(super) fn info(search: &TreeSearch<'_>, position: &Position) -> Info {
    let root = ranked(search.tree, position);
    Info {
        depth: depth(search),
        nodes: search.nodes,
        score: root[0].score(position),
        line: line(search.tree, root[0].mv),
    }
}

fn depth(search: &TreeSearch<'_>) -> u8 {
    let plies = search.plies / u64::from(search.visits.max(1));
    u8::try_from(plies + 1).unwrap_or(u8::MAX)
}

/// A move of the root with its search results.
struct RootChild {
    mv: Move,
    proof: Proof,
    distance: u8,
    visits: u32,
    mean: f32,
}

impl RootChild {
    fn score(&self, position: &Position) -> Score {
        let plies = u16::from(self.distance) + 1;
        match self.proof {
            proof if proof.is_win(position.side(), position.rules().mode()) => Score::Win(plies),
            Proof::Won(_) => Score::Loss(plies),
            Proof::Open | Proof::Drawn => Score::from_chance(f64::from(self.mean)),
        }
    }
}

/// Returns the moves of the root, best first.
fn ranked(tree: &NodeTree, position: &Position) -> Vec<RootChild> {
    let (us, mode) = (position.side(), position.rules().mode());
    let found = |child: &Node| RootChild {
        mv: child.mv,
        proof: child.proof,
        distance: tree.subtree_of(child).distance,
        visits: tree.subtree_of(child).visits,
        mean: tree.mean(child, us),
    };
    let mut children: Vec<RootChild> = tree.children(0).iter().map(found).collect();
    children.sort_by(|one, other| {
        let rank = |child: &RootChild| match child.proof {
            proof if proof.is_win(us, mode) => (2, -i32::from(child.distance)),
            Proof::Won(_) => (0, i32::from(child.distance)),
            Proof::Open | Proof::Drawn => (1, 0),
        };
        let by_visits = other.visits.cmp(&one.visits);
        let by_worth = other.mean.total_cmp(&one.mean);
        rank(other).cmp(&rank(one)).then(by_visits).then(by_worth)
    });
    children
}

/// Returns the line of most visited moves after a move of the root.
fn line(tree: &NodeTree, first: Move) -> Vec<Move> {
    let mut line = vec![first];
    let mut at = tree.child(0, first);
    while let Some(node) = at {
        let visits = |child: usize| tree.subtree(child).visits;
        at = tree
            .subtree(node)
            .children()
            .max_by_key(|&child| visits(child));
        at = at.filter(|&child| visits(child) > 0);
        line.extend(at.map(|child| tree.nodes[child].mv));
    }
    line
}

pub(super) fn choice(
    search: &TreeSearch<'_>,
    position: &Position,
    settings: &TreeSettings,
) -> Choice {
    let ranked = ranked(search.tree, position);
    let chosen = draw_lots(&ranked, position, settings);
    let found = match search.visits {
        0 => search.tree.nodes[0].best,
        _ => search.found,
    };
    let total: f32 = found.iter().sum();
    let scored = |found: &RootChild| ScoredMove {
        mv: found.mv,
        score: found.score(position),
        line: line(search.tree, found.mv),
    };
    let others = ranked.iter().filter(|found| found.mv != chosen.mv);
    let candidates: Vec<_> = iter::once(chosen).chain(others).map(scored).collect();
    Choice {
        mv: chosen.mv,
        score: candidates[0].score,
        chances: found.map(|sum| sum / total),
        depth: depth(search),
        nodes: search.nodes,
        line: candidates[0].line.clone(),
        candidates,
    }
}

/// Returns the best move or, with a temperature, a random nearly equal one; always a proven win.
fn draw_lots<'a>(
    ranked: &'a [RootChild],
    position: &Position,
    settings: &TreeSettings,
) -> &'a RootChild {
    let best = &ranked[0];
    let is_won = best.proof.is_win(position.side(), position.rules().mode());
    let temperature = settings.handicap.temperature;
    if temperature <= 0.0 || is_won {
        return best;
    }
    let weight = |found: &RootChild| match found.proof {
        Proof::Won(_) => 0.0,
        Proof::Open | Proof::Drawn => ((found.mean - best.mean) / temperature).exp(),
    };
    let total: f32 = ranked.iter().map(weight).sum();
    let mut left = Rng::of(settings.seed, position.key()).unit() * total;
    for found in ranked {
        left -= weight(found);
        if left < 0.0 {
            return found;
        }
    }
    best
}
