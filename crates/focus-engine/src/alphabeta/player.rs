//! Alpha-beta search as a player.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::thread;

use crate::alphabeta::ordering::history::History;
use crate::alphabeta::score::{INFINITE, MAX_PLY, to_score};
use crate::alphabeta::search::budget::Budget;
use crate::alphabeta::search::root::{Found, RootMove};
use crate::alphabeta::search::win_in_one;
use crate::alphabeta::search::worker::{Node, Shared, Worker};
use crate::alphabeta::sides::Sides;
use crate::alphabeta::static_evaluation::StaticEvaluation;
use crate::alphabeta::transposition_table::TranspositionTable;
use crate::evaluation::Evaluator;
use crate::proof::Prover;
use crate::{Choice, Handicap, Info, Limits, Player, Score, ScoredMove, Stop};
use focus::{Color, Game, Position, Rules};

/// Settings of an [`AlphaBeta`] player.
#[derive(Clone, Copy, Debug)]
pub struct AlphaBetaSettings {
    /// Size of the transposition table in MiB.
    pub hash_mib: usize,
    /// Number of search threads.
    pub threads: usize,
    /// Number of moves to report with scores.
    pub lines: usize,
    /// Restrictions on its strength.
    pub handicap: Handicap,
    /// Seed of the evaluation errors.
    pub seed: u64,
}

impl Default for AlphaBetaSettings {
    fn default() -> AlphaBetaSettings {
        AlphaBetaSettings {
            hash_mib: 64,
            threads: 1,
            lines: 1,
            handicap: Handicap::default(),
            seed: 0,
        }
    }
}

impl AlphaBetaSettings {
    /// Returns whether anything restricts its strength.
    const fn is_weak(&self) -> bool {
        self.handicap.noise > 0 || self.handicap.nodes.is_some()
    }
}

/// Player of games between two sides.
///
/// Even if weakened, it plays a move that wins at once, and avoids moves that lose to the next move
/// unless all do.
pub struct AlphaBeta {
    settings: AlphaBetaSettings,
    table: TranspositionTable,
    /// History of each thread.
    histories: Vec<History>,
    /// Evaluation used for every game; `None` for the one that fits the rules.
    evaluator: Option<Arc<Evaluator>>,
    /// Evaluation of the last game, with the rules and sides it was created for.
    evaluation: Option<(Rules, Sides, Arc<StaticEvaluation>)>,
    prover: Prover,
}

impl AlphaBeta {
    /// Creates a player without any memory of positions.
    #[must_use]
    pub fn new(settings: AlphaBetaSettings) -> AlphaBeta {
        let threads = settings.threads.max(1);
        AlphaBeta {
            settings,
            table: TranspositionTable::new(settings.hash_mib),
            histories: vec![History::new(); threads],
            evaluator: None,
            evaluation: None,
            prover: Prover::new(),
        }
    }

    /// Creates a player that uses this evaluation for every kind of game.
    #[must_use]
    pub fn with_evaluator(settings: AlphaBetaSettings, evaluator: Arc<Evaluator>) -> AlphaBeta {
        AlphaBeta {
            evaluator: Some(evaluator),
            ..AlphaBeta::new(settings)
        }
    }

    /// Sets the handicap for the following searches.
    pub(crate) fn hold_back(&mut self, handicap: Handicap) {
        self.settings.handicap = handicap;
    }

    /// Returns whether two sides play the position, which this search requires.
    #[must_use]
    pub fn can_play(position: &Position) -> bool {
        Sides::of(position).is_some()
    }

    /// Returns the evaluation for a position; resets the memory if the rules or sides changed.
    fn evaluation(&mut self, position: &Position, sides: Sides) -> Arc<StaticEvaluation> {
        let rules = position.rules();
        if let Some((of, between, evaluation)) = &self.evaluation
            && *of == rules
            && *between == sides
        {
            return Arc::clone(evaluation);
        }
        if self.evaluation.is_some() {
            self.forget();
        }
        let evaluator = self.evaluator.clone();
        let evaluator = evaluator.unwrap_or_else(|| Evaluator::of(rules));
        let evaluation = Arc::new(StaticEvaluation::new(&evaluator, sides, position));
        self.evaluation = Some((rules, sides, Arc::clone(&evaluation)));
        evaluation
    }

    /// Returns the limit of positions for all threads together, and the range of depths.
    fn limits(&self, limits: &Limits) -> (Option<u64>, RangeInclusive<u8>) {
        let nodes = limits.nodes.into_iter();
        let nodes = nodes.chain(self.settings.handicap.nodes).min();
        let deepest = u8::try_from(MAX_PLY).unwrap_or(u8::MAX) - 1;
        let depth = limits.depth.map_or(deepest, |depth| depth.min(deepest));
        (nodes, 1..=depth.max(1))
    }
}

impl Player for AlphaBeta {
    fn name(&self) -> String {
        "alpha-beta".to_owned()
    }

    fn choose(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Info),
    ) -> Choice {
        let budget = Budget::new(limits, stop);
        let position = game.position();
        assert!(game.outcome().is_none(), "game that is not over");
        let mut proof_nodes = 0;
        if !self.settings.is_weak() {
            let attempt = self.prover.attempt(game, limits, stop);
            if let Some(choice) = attempt.choice(position, report) {
                return choice;
            }
            proof_nodes = attempt.nodes;
        }
        let sides = Sides::of(position).expect("game between two sides");
        let evaluation = self.evaluation(position, sides);
        self.table.grow_older();
        let (nodes, depths) = self.limits(limits);
        let nodes = nodes.map(|nodes| nodes - proof_nodes);
        let shared = Shared {
            evaluation: &evaluation,
            sides,
            table: &self.table,
            budget: &budget,
            earlier: proof_nodes,
            noise: self.settings.handicap.noise,
            seed: self.settings.seed,
        };
        let search = Search {
            shared,
            keys: recent_keys(game),
            root: Node::new(position, &evaluation),
            nodes,
            depths,
            lines: self.settings.lines,
            is_weak: self.settings.is_weak(),
        };
        let (found, nodes) = search.run(&mut self.histories, report);
        choice(
            &found,
            nodes + proof_nodes,
            self.settings.lines,
            position,
            sides,
        )
    }

    fn forget(&mut self) {
        self.table.clear();
        self.histories.iter_mut().for_each(History::clear);
    }
}

/// A search with all threads.
struct Search<'a> {
    shared: Shared<'a>,
    keys: &'a [u64],
    root: Node,
    nodes: Option<u64>,
    depths: RangeInclusive<u8>,
    lines: usize,
    /// True if the search is weakened and may miss wins and losses in one move.
    is_weak: bool,
}

impl Search<'_> {
    /// Returns the result of the first thread and the number of positions visited by all threads.
    fn run(&self, histories: &mut [History], report: &mut dyn FnMut(&Info)) -> (Found, u64) {
        histories.iter_mut().for_each(History::fade);
        let threads = u64::try_from(histories.len()).unwrap_or(1);
        let (first, others) = histories.split_first_mut().expect("one thread or more");
        thread::scope(|scope| {
            let share = self.nodes.map(|nodes| nodes / threads);
            let helpers: Vec<_> = others
                .iter_mut()
                .map(|history| scope.spawn(move || self.work(history, share, &mut |_| {}).1))
                .collect();
            let rest = self
                .nodes
                .map(|nodes| nodes - nodes / threads * (threads - 1));
            let (found, mut nodes) = self.work(first, rest, report);
            self.shared.budget.finish();
            for helper in helpers {
                nodes += helper.join().expect("thread that does not panic");
            }
            (found, nodes)
        })
    }

    fn work(
        &self,
        history: &mut History,
        nodes: Option<u64>,
        report: &mut dyn FnMut(&Info),
    ) -> (Found, u64) {
        let limit = nodes.unwrap_or(u64::MAX);
        let mut worker = Worker::new(self.shared, history, &self.root.position, self.keys, limit);
        let mut roots = worker.roots(&self.root);
        if self.is_weak {
            win_in_one::see(&self.root, &mut roots, self.shared.sides);
        }
        let found = worker.deepen(&self.root, roots, self.depths.clone(), self.lines, report);
        (found, worker.nodes)
    }
}

/// Returns the keys of the positions since the last capture, the current one last.
fn recent_keys(game: &Game) -> &[u64] {
    let keys = game.keys();
    let recent = usize::from(game.position().clock()) + 1;
    &keys[keys.len().saturating_sub(recent)..]
}

fn choice(found: &Found, nodes: u64, lines: usize, position: &Position, sides: Sides) -> Choice {
    let best = &found.roots[0];
    let score = to_score(best.score);
    let known = found.roots.iter().filter(|root| root.score > -INFINITE);
    let scored = |root: &RootMove| ScoredMove {
        mv: root.mv(),
        score: to_score(root.score),
        line: root.line(),
    };
    Choice {
        mv: best.mv(),
        score,
        chances: chances(score, position, sides),
        depth: found.depth,
        nodes,
        line: best.line(),
        candidates: known.take(lines.max(1)).map(scored).collect(),
    }
}

/// Returns the expected result of each color; partners share theirs equally.
fn chances(score: Score, position: &Position, sides: Sides) -> [f32; 4] {
    #[expect(clippy::cast_possible_truncation, reason = "a probability")]
    let ours = score.chance() as f32;
    let side = position.side();
    let with = |color| {
        let team = Color::ALL
            .into_iter()
            .filter(|&other| sides.are_together(other, color));
        f32::from(u8::try_from(team.count()).unwrap_or(1))
    };
    Color::ALL.map(|color| match sides.team(color) {
        None => 0.0,
        Some(_) if sides.are_together(color, side) => ours / with(color),
        Some(_) => (1.0 - ours) / with(color),
    })
}
