//! Positions with forced wins from the last plies of games.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use crate::arena::opening;
use crate::wins::{Exhaustive, ForcedWin};
use focus::{Game, Position};
use focus_engine::evaluation::Kind;
use focus_engine::{Engine, Limits, Options, Player, Rng, Stop};

/// Number of plies at the end of a game that are searched for wins.
const LAST: usize = 20;

/// Number of plies after which a game is dropped.
const LONGEST: usize = 600;

/// One move in this many is random, so that wins are missed and games differ.
const RANDOM: usize = 12;

/// Number of nodes for each move.
const NODES: u64 = 300;

/// Size of the player's memory in MiB.
const HASH_MIB: usize = 4;

/// Endless iterator over positions with forced wins.
///
/// The computer player plays games against itself with few nodes and some random moves. The same
/// seed always gives the same positions.
pub struct Harvest {
    kind: Kind,
    seed: u64,
    plies: RangeInclusive<u32>,
    player: Engine,
    /// Number of the next game.
    number: u64,
    /// Positions found in the last game.
    found: Vec<ForcedWin>,
    /// Keys of all positions found.
    seen: HashSet<u64>,
}

impl Harvest {
    /// Creates an iterator over wins in these numbers of plies, at most one per number from each
    /// game.
    #[must_use]
    pub fn new(kind: Kind, seed: u64, plies: RangeInclusive<u32>) -> Harvest {
        Harvest {
            kind,
            seed,
            plies,
            player: Engine::new(Options {
                hash_mib: HASH_MIB,
                ..Options::default()
            }),
            number: 0,
            found: Vec::new(),
            seen: HashSet::new(),
        }
    }

    /// Plays the next game and searches its last positions.
    fn search_next_game(&mut self) {
        let positions = self.play();
        self.number += 1;
        for position in positions.iter().rev().take(LAST) {
            let Some(win) = forced_win(position, &self.plies) else {
                continue;
            };
            let is_new = self.found.iter().all(|found| found.plies != win.plies);
            if is_new && self.seen.insert(position.key()) {
                self.found.push(win);
            }
        }
    }

    /// Plays a game and returns the position before each ply.
    fn play(&mut self) -> Vec<Position> {
        let mut game: Game = opening(self.kind.rules(), self.seed, self.number);
        let mut dice = Rng::of(self.seed, !self.number);
        let mut positions = Vec::new();
        let limits = Limits::nodes(NODES);
        self.player.forget();
        while game.outcome().is_none() {
            if positions.len() == LONGEST {
                return Vec::new();
            }
            positions.push(game.position().clone());
            let moves = game.position().legal_moves();
            let mv = if dice.below(RANDOM) == 0 {
                moves[dice.below(moves.len())]
            } else {
                let choice = self
                    .player
                    .choose(&game, &limits, &Stop::new(), &mut |_| {});
                choice.mv
            };
            if game.play(mv).is_err() {
                break;
            }
        }
        positions
    }
}

impl Iterator for Harvest {
    type Item = ForcedWin;

    fn next(&mut self) -> Option<ForcedWin> {
        while self.found.is_empty() {
            self.search_next_game();
        }
        self.found.pop()
    }
}

/// Returns the position as a forced win if the number of plies is in the range and there is more
/// than one move to choose from.
fn forced_win(position: &Position, plies: &RangeInclusive<u32>) -> Option<ForcedWin> {
    let most = *plies.end();
    let quiet = position.rules().quiet();
    let is_quiet_soon =
        quiet.is_some_and(|limit| u32::from(position.clock()) + most >= u32::from(limit.get()));
    let all = position.legal_moves().len();
    if is_quiet_soon || all < 2 {
        return None;
    }
    let mut search = Exhaustive::new(position);
    let shortest = search.shortest(position, most)?;
    if !plies.contains(&shortest) {
        return None;
    }
    let moves = search.winning_moves(position, most);
    (moves.len() < all).then(|| ForcedWin {
        position: position.clone(),
        plies: shortest,
        moves,
    })
}
