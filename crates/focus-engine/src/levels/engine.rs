//! The player that people meet.

use std::sync::Arc;
use std::time::Duration;

use crate::Moment;
use crate::evaluation::{Evaluator, Kind};
use crate::mcts::{self, Tree};
use crate::{AlphaBeta, Choice, Handicap, Info, Level, Limits, Player, Settings, Stop};
use focus::Game;

/// What an [`Engine`] is made with.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How strong it plays.
    pub level: Level,
    /// Memory for positions it has seen, in MiB.
    pub hash_mib: usize,
    /// Threads it thinks with.
    pub threads: usize,
    /// Moves whose scores are wanted; more than one costs strength.
    pub lines: usize,
    /// Decides among equals, and the mistakes of the weaker levels.
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

/// The built-in player of every mode.
pub struct Engine {
    options: Options,
    /// Used for every game, if given.
    evaluator: Option<Arc<Evaluator>>,
    /// In place of that of the level, if given.
    handicap: Option<Handicap>,
    /// Made when two sides play.
    for_two: Option<AlphaBeta>,
    /// Made when more than two do.
    for_many: Option<Tree>,
}

impl Engine {
    /// A player that has seen nothing yet.
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

    /// A player that thinks of positions by these weights, whatever the kind of game.
    #[must_use]
    pub fn with_evaluator(options: Options, evaluator: Arc<Evaluator>) -> Engine {
        Engine {
            evaluator: Some(evaluator),
            ..Engine::new(options)
        }
    }

    /// The same player held back so far, whatever its level.
    #[must_use]
    pub fn held_back(self, handicap: Handicap) -> Engine {
        Engine {
            handicap: Some(handicap),
            ..self
        }
    }

    /// The player of games between two sides.
    fn for_two(&mut self) -> &mut AlphaBeta {
        let options = self.options;
        let settings = Settings {
            hash_mib: options.hash_mib,
            threads: options.threads,
            lines: options.lines,
            seed: options.seed,
            ..Settings::default()
        };
        let evaluator = &self.evaluator;
        self.for_two.get_or_insert_with(|| match evaluator {
            Some(evaluator) => AlphaBeta::with_evaluator(settings, Arc::clone(evaluator)),
            None => AlphaBeta::new(settings),
        })
    }

    /// The player of games in which three or four play, each alone.
    fn for_many(&mut self) -> &mut Tree {
        let options = self.options;
        let settings = mcts::Settings {
            hash_mib: options.hash_mib,
            threads: options.threads,
            seed: options.seed,
            ..mcts::Settings::default()
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
        // Between the last two of several a level is held back as it was among more.
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
        // To make a player takes time, of which there may be little.
        let spent = started.map_or(Duration::ZERO, Moment::elapsed);
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
