//! Interface of a computer player.

use std::time::Duration;

use crate::{Limits, Score, Stop};
use focus::{Game, Move};

/// A computer player.
pub trait Player: Send {
    /// Returns the name used in reports.
    fn name(&self) -> String;

    /// Chooses a move in a game that is not over.
    ///
    /// Reports its findings whenever they improve. Returns a legal move even if it is stopped at
    /// once.
    ///
    /// # Panics
    ///
    /// If the game is over.
    fn choose(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Info),
    ) -> Choice;

    /// Returns the error that kept the player from choosing a move, if the last choice is not a
    /// real move.
    fn error(&self) -> Option<&str> {
        None
    }

    /// Returns the processor time of the last choice, if it was measured and is not that of the
    /// calling thread.
    fn processor_time(&self) -> Option<Duration> {
        None
    }

    /// Forgets the results of earlier searches because another game begins.
    fn forget(&mut self) {}
}

/// Progress report of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Info {
    /// Search depth in plies, before extensions.
    pub depth: u8,
    /// Number of positions visited.
    pub nodes: u64,
    /// Score for the side to move.
    pub score: Score,
    /// Principal variation, starting with the move to play.
    pub line: Vec<Move>,
}

/// Result of a search.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The move to play.
    pub mv: Move,
    /// Score for the side to move.
    pub score: Score,
    /// Expected result of each color; they sum to 1. Shape: `[color]`.
    pub chances: [f32; 4],
    /// Search depth in plies, before extensions.
    pub depth: u8,
    /// Number of positions visited.
    pub nodes: u64,
    /// Principal variation, starting with the move to play.
    pub line: Vec<Move>,
    /// Best moves, best first; contains at least the move to play.
    pub candidates: Vec<ScoredMove>,
}

/// Move that a search compared with others.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoredMove {
    /// The move.
    pub mv: Move,
    /// Score for the side to move.
    pub score: Score,
    /// Expected moves, starting with this one.
    pub line: Vec<Move>,
}

impl Choice {
    /// Creates the choice of a player that gives its moves no score.
    #[must_use]
    pub fn unscored(mv: Move, depth: u8, nodes: u64) -> Choice {
        Choice::scored(mv, Score::Value(0), [0.25; 4], depth, nodes)
    }

    /// Creates the choice of a player that knows no more than the move and its score.
    #[must_use]
    pub fn scored(mv: Move, score: Score, chances: [f32; 4], depth: u8, nodes: u64) -> Choice {
        let line = vec![mv];
        Choice {
            mv,
            score,
            chances,
            depth,
            nodes,
            line: line.clone(),
            candidates: vec![ScoredMove { mv, score, line }],
        }
    }
}
