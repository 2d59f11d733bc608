//! The built-in player, for every mode and level.

use std::sync::Arc;
use std::time::Duration;

use crate::ClockTime;
use crate::evaluation::{Evaluator, Kind};
use crate::mcts::{Tree, TreeSettings};
use crate::{AlphaBeta, AlphaBetaSettings, Choice, Handicap, Info, Level, Limits, Player, Stop};
use focus::Game;

/// Options of an [`Engine`].
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Playing strength.
    pub level: Level,
    /// Size of the memory for visited positions, in MiB.
    pub hash_mib: usize,
    /// Number of search threads.
    pub threads: usize,
    /// Number of moves to report with scores; more than one costs strength.
    pub lines: usize,
    /// Seed for choices among equal moves and for the mistakes of the weaker levels.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            level: Level::Full,
            hash_mib: 64,
            threads: 1,
            lines: 1,
            seed: 0,
        }
    }
}

/// Built-in player for every mode.
pub struct Engine {
    options: Options,
    /// Evaluation used for every game; `None` for the one that fits the rules.
    evaluator: Option<Arc<Evaluator>>,
    /// Handicap used in place of that of the level, if any.
    handicap: Option<Handicap>,
    /// Player for two sides, created on first use.
    for_two: Option<AlphaBeta>,
    /// Player for more than two sides, created on first use.
    for_many: Option<Tree>,
}

impl Engine {
    /// Creates a player without any memory of positions.
    #[must_use]
    pub fn new(options: Options) -> Engine {
        Engine {
            options,
            evaluator: None,
            handicap: None,
            for_two: None,
            for_many: None,
        }
    }

    /// Creates a player that uses this evaluation for every kind of game.
    #[must_use]
    pub fn with_evaluator(options: Options, evaluator: Arc<Evaluator>) -> Engine {
        Engine {
            evaluator: Some(evaluator),
            ..Engine::new(options)
        }
    }

    /// Replaces the handicap of the level with another.
    #[must_use]
    pub fn held_back(self, handicap: Handicap) -> Engine {
        Engine {
            handicap: Some(handicap),
            ..self
        }
    }

    /// Returns the player for games between two sides, creating it if needed.
    fn for_two(&mut self) -> &mut AlphaBeta {
        let options = self.options;
        let settings = AlphaBetaSettings {
            hash_mib: options.hash_mib,
            threads: options.threads,
            lines: options.lines,
            seed: options.seed,
            ..AlphaBetaSettings::default()
        };
        let evaluator = &self.evaluator;
        self.for_two.get_or_insert_with(|| match evaluator {
            Some(evaluator) => AlphaBeta::with_evaluator(settings, Arc::clone(evaluator)),
            None => AlphaBeta::new(settings),
        })
    }

    /// Returns the player for games in which three or four play, each alone, creating it if needed.
    fn for_many(&mut self) -> &mut Tree {
        let options = self.options;
        let settings = TreeSettings {
            hash_mib: options.hash_mib,
            threads: options.threads,
            seed: options.seed,
            ..TreeSettings::default()
        };
        let evaluator = &self.evaluator;
        self.for_many.get_or_insert_with(|| match evaluator {
            Some(evaluator) => Tree::with_evaluator(settings, Arc::clone(evaluator)),
            None => Tree::new(settings),
        })
    }
}

impl Player for Engine {
    fn name(&self) -> String {
        self.options.level.to_string()
    }

    fn choose(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Info),
    ) -> Choice {
        let started = limits.time.map(|_| limits.clock.now());
        // When two of several players are left, the handicap is the one that applied before.
        let usual = Handicap::of(self.options.level, Kind::of(game.rules()));
        let handicap = self.handicap.unwrap_or(usual);
        let player: &mut dyn Player = if AlphaBeta::can_play(game.position()) {
            let player = self.for_two();
            player.hold_back(handicap);
            player
        } else {
            let player = self.for_many();
            player.hold_back(handicap);
            player
        };
        // Creating a player takes time, and there may be little of it.
        let spent = started.map_or(Duration::ZERO, ClockTime::elapsed);
        let limits = Limits {
            time: limits.time.map(|time| time.saturating_sub(spent)),
            ..*limits
        };
        player.choose(game, &limits, stop, report)
    }

    fn forget(&mut self) {
        if let Some(player) = &mut self.for_two {
            player.forget();
        }
        if let Some(player) = &mut self.for_many {
            player.forget();
        }
    }
}
