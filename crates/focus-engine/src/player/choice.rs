//! Whoever can be asked for a move.

use std::time::Duration;

use crate::{Limits, Score, Stop};
use focus::{Game, Move};

/// A player that thinks.
pub trait Player: Send {
    /// How it is called in reports.
    fn name(&self) -> String;

    /// Chooses a move in a game that is not over.
    ///
    /// Says what it has found so far whenever it knows more. Even a search that is stopped at
    /// once has a legal move.
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

    /// Why it could not choose, if what it chose last is no move for that reason.
    fn trouble(&self) -> Option<&str> {
        None
    }

    /// Forgets what it learned in earlier searches: another game begins.
    fn forget(&mut self) {}
}

/// What a search has found so far.
#[derive(Clone, Debug)]
pub struct Info {
    /// Plies looked ahead, before extensions.
    pub depth: u8,
    /// Positions visited.
    pub nodes: u64,
    /// Time since the search began; zero where no clock is read.
    pub elapsed: Duration,
    /// How the side to move stands.
    pub score: Score,
    /// The moves expected, the one to play first.
    pub line: Vec<Move>,
}

/// The outcome of a search.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The move to play.
    pub mv: Move,
    /// How the side to move stands.
    pub score: Score,
    /// Expected result of each color; they sum to 1. Shape: `[color]`.
    pub chances: [f32; 4],
    /// Plies looked ahead, before extensions.
    pub depth: u8,
    /// Positions visited.
    pub nodes: u64,
    /// The moves expected, the one to play first.
    pub line: Vec<Move>,
    /// The best moves with their scores, the best first; at least the one to play.
    pub candidates: Vec<(Move, Score)>,
}
