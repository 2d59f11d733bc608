//! Monte-Carlo tree search as a player.

use std::sync::Arc;

use crate::Timer;
use crate::evaluation::Evaluator;
use crate::mcts::expansion::Expander;
use crate::mcts::fast_evaluation::FastEvaluation;
use crate::mcts::node::{NodeTree, Proof};
use crate::mcts::search_result::{choice, info};
use crate::mcts::settings::TreeSettings;
use crate::mcts::team::Team;
use crate::mcts::tree_search::{TreeSearch, Visit};
use crate::policy::Policy;
use crate::proof::Prover;
use crate::{Choice, Handicap, Info, Limits, Player, Score, Stop};
use focus::{Game, Rules};

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
        let most_nodes = limits.timer.nodes();
        let mut search = settings.tree_search(rules, &mut self.nodes, proof_nodes, most_nodes);
        let is_over = |search: &TreeSearch<'_>| limits.are_reached(search) || settled(search.tree);
        search.visit(&expander, &root, &mut Visit::new());
        mark_ends(game, search.tree);
        if !is_over(&search) {
            let team = Team::new(&expander, &root, search);
            search = team.work(settings.threads, &is_over, &mut |search| {
                let info = info(&search, position);
                drop(search);
                report(&info);
            });
        }
        report(&info(&search, position));
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
        let goes_back = || game.keys().contains(&position.after(child.mv).key());
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcts::node::Node;
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
