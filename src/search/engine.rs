//! The player that people meet.

use crate::rules::{Game, Move, Position};
use crate::search::{Choice, Info, Level, Limits, Player, Score, Stop};

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
}

impl Engine {
    /// A player that has seen nothing yet.
    #[must_use]
    pub fn new(options: Options) -> Engine {
        Engine { options }
    }
}

impl Player for Engine {
    fn name(&self) -> String {
        self.options.level.to_string()
    }

    fn choose(
        &mut self,
        game: &Game,
        _limits: &Limits,
        _stop: &Stop,
        _report: &mut dyn FnMut(&Info),
    ) -> Choice {
        let position = game.position();
        let moves = position.legal_moves();
        let best = moves.iter().max_by_key(|&&mv| gain(position, mv));
        let mv = *best.expect("a move in a game that is not over");
        Choice {
            mv,
            score: Score::Value(0),
            chances: [0.25; 4],
            depth: 1,
            nodes: moves.len() as u64,
            line: vec![mv],
            candidates: vec![(mv, Score::Value(0))],
        }
    }
}

/// Pieces that a move wins at once.
fn gain(position: &Position, mv: Move) -> usize {
    let effect = position.effect(mv);
    effect.captured().len() + usize::from(effect.reserves())
}
