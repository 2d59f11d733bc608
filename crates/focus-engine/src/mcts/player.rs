//! Monte-Carlo tree search as a player.

use std::iter;
use std::sync::Arc;

use crate::Rng;
use crate::Timer;
use crate::evaluation::{Evaluator, Kind};
use crate::mcts::expansion::Expander;
use crate::mcts::fast_evaluation::FastEvaluation;
use crate::mcts::node::{Node, NodeTree, Proof};
use crate::mcts::team::Team;
use crate::mcts::tree_search::{TreeSearch, Visit};
use crate::policy::Policy;
use crate::proof::Prover;
use crate::{Choice, Handicap, Info, Limits, Player, Score, ScoredMove, Stop};
use focus::{Game, Move, Position, Rules};

/// Settings of a [`Tree`] player.
#[derive(Clone, Copy, Debug)]
pub struct TreeSettings {
    /// Size of the tree in MiB; if it is full, the least visited nodes make room.
    pub hash_mib: usize,
    /// Number of search threads.
    pub threads: usize,
    /// Weight of the exploration term in PUCT; `None` for the one that suits the kind of game.
    pub exploration: Option<f32>,
    /// Weight of the max^n value of a child against the mean of its visits.
    pub implicit: f32,
    /// Weight of the best child's value against a leaf's own evaluation.
    pub lookahead: f32,
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
            implicit: 0.4,
            lookahead: 0.75,
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
    fn tree_search(
        self,
        rules: Rules,
        tree: &mut NodeTree,
        nodes: u64,
        most_nodes: u64,
    ) -> TreeSearch<'_> {
        TreeSearch {
            mode: rules.mode(),
            exploration: self.exploration_in(rules),
            implicit: self.implicit,
            lookahead: self.lookahead,
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

/// Player of games in which each plays alone.
pub struct Tree {
    settings: TreeSettings,
    nodes: NodeTree,
    /// Game whose current position is the root.
    game: Option<Game>,
    /// Evaluation used for every game; `None` for the one that fits the rules.
    evaluator: Option<Arc<Evaluator>>,
    /// Evaluation of the last game in tables.
    evaluation: Option<Arc<FastEvaluation>>,
    /// Policy used for every game; `None` for the built-in ones.
    policy: Option<Arc<Policy>>,
    prover: Prover,
}

/// Number of visits between two checks of the time.
const VISITS: u32 = 8;

impl Tree {
    /// Creates a player without any memory of positions.
    #[must_use]
    pub fn new(settings: TreeSettings) -> Tree {
        Tree {
            settings,
            nodes: NodeTree::new(settings.hash_mib),
            game: None,
            evaluator: None,
            evaluation: None,
            policy: None,
            prover: Prover::new(),
        }
    }

    /// Creates a player that uses this evaluation for every kind of game.
    #[must_use]
    pub fn with_evaluator(settings: TreeSettings, evaluator: Arc<Evaluator>) -> Tree {
        Tree {
            evaluator: Some(evaluator),
            ..Tree::new(settings)
        }
    }

    /// Sets the policy for every kind of game, or with `None` selects the built-in ones.
    #[must_use]
    pub fn with_policy(self, policy: Option<Arc<Policy>>) -> Tree {
        Tree { policy, ..self }
    }

    /// Sets the handicap for the following searches.
    pub(crate) fn hold_back(&mut self, handicap: Handicap) {
        self.settings.handicap = handicap;
    }

    /// Returns the evaluation for games with these rules.
    fn evaluation(&mut self, rules: Rules) -> Arc<FastEvaluation> {
        let evaluator = self.evaluator.clone();
        let evaluator = evaluator.unwrap_or_else(|| Evaluator::of(rules));
        let known = self.evaluation.take();
        let known = known.filter(|evaluation| Arc::ptr_eq(&evaluation.evaluator, &evaluator));
        let evaluation = known.unwrap_or_else(|| Arc::new(FastEvaluation::new(evaluator)));
        self.evaluation = Some(Arc::clone(&evaluation));
        evaluation
    }

    /// Moves the root to the current position, keeping the subtree if possible.
    fn follow(&mut self, game: &Game) {
        let last = self.game.replace(game.clone());
        let node = last.and_then(|last| {
            let has_same_past = last.start() == game.start()
                && last.departures() == game.departures()
                && game.plies().starts_with(last.plies());
            let since = has_same_past.then(|| &game.plies()[last.plies().len()..])?;
            since
                .iter()
                .try_fold(0, |at, played| self.nodes.child(at, played.mv))
        });
        match node {
            Some(0) => {}
            Some(node) => self.nodes.reroot(node),
            None => self.nodes.clear(),
        }
        // The children of a proven root may have been dropped, but a move is needed. A repetition
        // marked as a draw in the previous search is not a draw if the game continues.
        let is_drawn = self.nodes.nodes[0].proof == Proof::Drawn;
        if is_drawn || self.nodes.children(0).is_empty() {
            self.nodes.clear();
        }
    }

    /// Grows the tree until a limit is reached or the result is proven; `proof_nodes` positions
    /// have been evaluated before.
    fn grow(
        &mut self,
        game: &Game,
        limits: &SearchLimits<'_>,
        proof_nodes: u64,
        report: &mut dyn FnMut(&Info),
    ) -> Choice {
        let settings = self.settings;
        self.follow(game);
        let position = game.position();
        let rules = position.rules();
        let evaluation = self.evaluation(rules);
        let policy = self.policy.clone();
        let policy = policy.or_else(|| Policy::of(rules));
        let expander = Expander {
            evaluation: &evaluation,
            policy: policy.as_deref(),
            #[expect(clippy::cast_precision_loss, reason = "a small number")]
            noise: settings.handicap.noise as f32 / Score::LOGIT as f32,
            seed: settings.seed,
        };
        let root = expander.place(position);
        let timer = &limits.timer;
        let mut search = settings.tree_search(rules, &mut self.nodes, proof_nodes, timer.nodes());
        let is_over = |search: &TreeSearch<'_>| limits.are_reached(search) || settled(search.tree);
        search.visit(&expander, &root, &mut Visit::new());
        mark_ends(game, search.tree);
        if !is_over(&search) {
            let team = Team::new(&expander, &root, search);
            search = team.work(settings.threads, &is_over, &mut |search| {
                let info = info(&search, timer, position);
                drop(search);
                report(&info);
            });
        }
        report(&info(&search, timer, position));
        choice(&search, position, &settings)
    }
}

impl Player for Tree {
    fn name(&self) -> String {
        "tree".to_owned()
    }

    fn choose(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Info),
    ) -> Choice {
        let handicap = self.settings.handicap;
        let search_limits = SearchLimits::new(limits, stop, handicap);
        let position = game.position();
        let mut proof_nodes = 0;
        if handicap == Handicap::default() {
            let attempt = self.prover.attempt(game, limits, stop);
            if let Some(choice) = attempt.choice(position, report) {
                return choice;
            }
            proof_nodes = attempt.nodes;
        }
        let choice = self.grow(game, &search_limits, proof_nodes, report);
        if choice.candidates.len() < usize::try_from(position.count_moves()).unwrap_or(usize::MAX) {
            // There were too few nodes for all moves, so the tree is of no use for later searches.
            self.forget();
        }
        choice
    }

    fn forget(&mut self) {
        self.nodes.clear();
        self.game = None;
    }
}

/// Limits of a search.
struct SearchLimits<'a> {
    timer: Timer<'a>,
    stop: &'a Stop,
    /// Maximum number of positions to evaluate.
    nodes: u64,
    /// Maximum mean depth of the leaves, in plies.
    depth: u64,
}

impl<'a> SearchLimits<'a> {
    /// Starts the timer.
    fn new(limits: &Limits, stop: &'a Stop, handicap: Handicap) -> SearchLimits<'a> {
        let timer = Timer::new(limits, stop);
        SearchLimits {
            nodes: handicap.nodes.unwrap_or(u64::MAX).min(timer.nodes()),
            depth: limits.depth.map_or(u64::MAX, u64::from),
            timer,
            stop,
        }
    }

    /// Returns whether a search has reached one of the limits.
    fn are_reached(&self, search: &TreeSearch<'_>) -> bool {
        let is_time = search.visits.is_multiple_of(VISITS) && self.timer.is_over(search.nodes);
        let is_deep = search.plies >= self.depth.saturating_mul(u64::from(search.visits));
        let is_full = search.is_full || search.nodes >= self.nodes;
        is_time || is_full || self.stop.is_stopped() || is_deep
    }
}

/// Marks root moves that end the game because of its history, which the position does not know.
///
/// Unless the side to move has the worst score, moves back to an earlier position are also marked
/// as draws; otherwise three or four players could shuffle forever.
fn mark_ends(game: &Game, tree: &mut NodeTree) {
    let position = game.position();
    let us = position.side();
    let best = tree.nodes[0].best;
    let mut others = position.still_in().without(us).iter();
    let is_worst = others.all(|other| best[us.index()] < best[other.index()]);
    for at in tree.subtree(0).children() {
        let child = tree.nodes[at];
        let ends = game
            .preview(child.mv)
            .is_ok_and(|(_, outcome)| outcome.is_some());
        let goes_back = || {
            let mut after = position.clone();
            after.play_unchecked(child.mv);
            game.keys().contains(&after.key())
        };
        if child.proof == Proof::Open && (ends || !is_worst && goes_back()) {
            tree.nodes[at].proof = Proof::Drawn;
            let mean = tree.mean(&child, us);
            let subtree = tree.open(at, us);
            subtree.sum = mean;
            subtree.visits = 0;
        }
    }
}

/// Returns whether the result is proven, so that further search is useless.
fn settled(tree: &NodeTree) -> bool {
    let mut children = tree.children(0).iter();
    tree.nodes[0].proof != Proof::Open || children.all(|child| child.proof != Proof::Open)
}

fn info(search: &TreeSearch<'_>, watch: &Timer<'_>, position: &Position) -> Info {
    let root = ranked(search.tree, position);
    Info {
        depth: depth(search),
        nodes: search.nodes,
        elapsed: watch.elapsed(),
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

fn choice(search: &TreeSearch<'_>, position: &Position, settings: &TreeSettings) -> Choice {
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

#[cfg(test)]
mod tests {
    use super::*;
    use focus::Color;

    #[test]
    fn no_visit_is_lost_however_often_nodes_make_room() {
        for threads in [1, 4] {
            let mut tree = Tree::new(TreeSettings {
                hash_mib: 1,
                threads,
                ..TreeSettings::default()
            });
            let game = Game::new("mode=4s".parse().expect("rules"), Color::Orange);
            let limits = Limits::nodes(300_000);
            let choice = tree.choose(&game, &limits, &Stop::new(), &mut |_| {});
            let nodes = &tree.nodes;
            assert!(choice.nodes > 4 * nodes.nodes.len() as u64, "room was made");
            let below = |at: usize| -> u32 {
                let children = nodes.subtree(at).children();
                children.map(|child| nodes.subtree(child).visits).sum()
            };
            for at in 0..nodes.nodes.len() {
                let visits = nodes.subtree(at).visits;
                assert!(below(at) < visits.max(1), "{} of {visits}", below(at));
            }
            assert_eq!(below(0), nodes.subtree(0).visits - 1);
        }
    }

    #[test]
    fn every_node_has_the_value_of_its_best_child() {
        for rules in ["mode=3", "mode=3 goal=last", "mode=4s", "mode=4s goal=last"] {
            let mut tree = Tree::new(TreeSettings::default());
            let game = Game::new(rules.parse().expect("rules"), Color::Orange);
            let limits = Limits::nodes(100_000);
            tree.choose(&game, &limits, &Stop::new(), &mut |_| {});
            let nodes = &tree.nodes;
            for (at, node) in nodes.nodes.iter().enumerate() {
                let mover = nodes.subtree(at).mover.index();
                let worth = |child: &&Node| child.best[mover];
                let children = nodes.children(at).iter();
                let best = children.max_by(|one, other| worth(one).total_cmp(&worth(other)));
                let best = best.filter(|_| node.proof == Proof::Open).unwrap_or(node);
                assert_eq!(node.best.map(f32::to_bits), best.best.map(f32::to_bits));
            }
        }
    }
}
