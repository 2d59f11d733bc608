//! The player that people meet.

use crate::rules::{Game, Move};
use crate::search::evaluation::Evaluator;
use crate::search::{AlphaBeta, Choice, Info, Level, Limits, Player, Score, Settings, Stop};

/// What an [`Engine`] is made with.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How strong it plays.
    pub level: Level,
    /// Memory for positions it has seen, in MiB.
    pub hash_mib: usize,
    /// Threads it thinks with.
    pub threads: usize,
    /// Decides among equals, and the mistakes of the weaker levels.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            level: Level::Full,
            hash_mib: 64,
            threads: 1,
            seed: 0,
        }
    }
}

/// The built-in player of every mode.
pub struct Engine {
    options: Options,
    /// Made when two sides play.
    for_two: Option<AlphaBeta>,
}

impl Engine {
    /// A player that has seen nothing yet.
    #[must_use]
    pub fn new(options: Options) -> Engine {
        Engine {
            options,
            for_two: None,
        }
    }

    /// The player of games between two sides.
    fn for_two(&mut self) -> &mut AlphaBeta {
        let options = self.options;
        self.for_two.get_or_insert_with(|| {
            AlphaBeta::new(Settings {
                hash_mib: options.hash_mib,
                threads: options.threads,
                seed: options.seed,
                ..Settings::default()
            })
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
        let position = game.position();
        if AlphaBeta::can_play(position) {
            return self.for_two().choose(game, limits, stop, report);
        }
        let evaluator = Evaluator::of(position.rules());
        let sums = evaluator.fresh(position);
        let us = position.side().index();
        let moves = position.legal_moves();
        let after = |&mv: &Move| {
            let (mut position, mut sums) = (position.clone(), sums);
            let before = position.clone();
            position.play_unchecked(mv);
            evaluator.update(&mut sums, &before, mv, &position);
            (mv, evaluator.chances(&position, &sums))
        };
        let best = moves.iter().map(after);
        let best = best.max_by(|(_, one), (_, other)| one[us].total_cmp(&other[us]));
        let (mv, chances) = best.expect("a move in a game that is not over");
        let score = Score::from_chance(f64::from(chances[us]));
        Choice {
            mv,
            score,
            chances,
            depth: 1,
            nodes: moves.len() as u64,
            line: vec![mv],
            candidates: vec![(mv, score)],
        }
    }

    fn forget(&mut self) {
        if let Some(player) = &mut self.for_two {
            player.forget();
        }
    }
}
