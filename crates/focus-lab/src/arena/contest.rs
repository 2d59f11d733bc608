//! Games between two kinds of players.

use std::fmt;
use std::time::Duration;

use crate::arena::{Openings, Seating, Spec, pairs, sharing};
use focus::{Color, ColorSet, Move, Rules, Termination};
use focus_engine::{Limits, Player, Stop};

/// A match between two kinds of players: rules, limits and seed.
#[derive(Clone, Debug)]
pub struct Contest {
    /// Rules of the games.
    pub rules: Rules,
    /// The two kinds of players.
    pub kinds: [Spec; 2],
    /// Limits of a kind that sets none.
    pub limits: Limits,
    /// Openings of the games.
    pub openings: Openings,
    /// Seed of the openings and of the players' random choices.
    pub seed: u64,
    /// Number of plies, including the opening, after which a game is adjudicated as a draw.
    pub longest: usize,
}

/// One game of a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bout {
    /// Number of the pair, which determines the opening and the seats.
    pub pair: u64,
    /// True if it is the pair's second game.
    pub is_second: bool,
}

/// An ended game of a contest.
#[derive(Clone, Debug)]
pub struct Played {
    /// Seats of the players.
    pub seating: Seating,
    /// Winners of the game; empty for a draw.
    pub winners: ColorSet,
    /// Colors that [share the point](sharing).
    pub sharing: ColorSet,
    /// Reason the game ended; `None` if it was too long.
    pub termination: Option<Termination>,
    /// Color that made the first move.
    pub starter: Color,
    /// Moves of the game, including the opening.
    pub moves: Vec<Move>,
    /// Effort of each kind for its moves. Shape: `[kind]`.
    pub effort: [Effort; 2],
}

/// Resources used for moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Number of moves searched.
    pub moves: u64,
    /// Number of positions visited.
    pub nodes: u64,
    /// Sum of the search depths in plies.
    pub depth: u64,
    /// Time used.
    pub time: Duration,
}

/// Error for a player that broke the rules or a program that did not answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Illegal {
    player: String,
    mv: String,
    position: String,
    /// Reason a program did not answer.
    error: Option<String>,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Illegal {
            player,
            mv,
            position,
            error,
        } = self;
        if let Some(error) = error {
            return write!(f, "expected a move from `{player}`: {error}");
        }
        write!(
            f,
            "expected a legal move, got `{mv}` from `{player}` in `{position}`"
        )
    }
}

impl std::error::Error for Illegal {}

impl Contest {
    /// Returns the seats of a game.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "a remainder below seven")]
    pub fn seating(&self, bout: Bout) -> Seating {
        let pairs = pairs(self.rules.mode());
        let seating = pairs[(bout.pair % pairs.len() as u64) as usize];
        if bout.is_second {
            return seating.swapped();
        }
        seating
    }

    /// Plays a game; returns `None` if it was stopped.
    ///
    /// # Errors
    ///
    /// A player returned an illegal move.
    pub fn play(&self, bout: Bout, stop: &Stop) -> Result<Option<Played>, Illegal> {
        let seating = self.seating(bout);
        let mut game = self.openings.opening(self.rules, self.seed, bout.pair);
        let starter = game
            .plies()
            .first()
            .map_or(game.position().side(), |played| played.color);
        let seed = self.seed ^ bout.pair << 8;
        let mut players: [Box<dyn Player>; 4] = Color::ALL.map(|color| {
            let kind = &self.kinds[seating.kind(color)];
            kind.player(seed ^ color.index() as u64 ^ u64::from(bout.is_second) << 4)
        });
        let mut effort = [Effort::default(); 2];
        while game.outcome().is_none() && game.plies().len() < self.longest {
            let position = game.position();
            let color = position.side();
            let mut mv = position.legal_moves()[0];
            if position.count_moves() > 1 {
                let kind = seating.kind(color);
                let limits = self.kinds[kind].limits(self.limits);
                let player = &mut players[color.index()];
                let began = limits.clock.now();
                let choice = player.choose(&game, &limits, stop, &mut |_| {});
                let effort = &mut effort[kind];
                effort.moves += 1;
                effort.nodes += choice.nodes;
                effort.depth += u64::from(choice.depth);
                let of_process = player.processor_time();
                effort.time += of_process.unwrap_or_else(|| began.elapsed());
                mv = choice.mv;
            }
            if stop.is_stopped() {
                return Ok(None);
            }
            let text = position.to_string();
            game.play(mv).map_err(|_| Illegal {
                player: players[color.index()].name(),
                mv: mv.to_string(),
                position: text,
                error: players[color.index()].error().map(str::to_owned),
            })?;
        }
        let outcome = game.outcome();
        Ok(Some(Played {
            seating,
            winners: outcome.map_or(ColorSet::EMPTY, |outcome| outcome.winners),
            sharing: sharing(&game),
            termination: outcome.map(|outcome| outcome.termination),
            starter,
            moves: game.plies().iter().map(|played| played.mv).collect(),
            effort,
        }))
    }
}

impl Played {
    /// Returns the points of the first kind, from 0 to 1.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.seating.points(self.sharing)
    }
}
