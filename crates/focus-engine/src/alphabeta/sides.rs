//! The two sides of a game.

use crate::alphabeta::score::{self, EVEN, TURNED_DRAW, WIN};
use focus::{Color, ColorSet, Mode, Outcome, Position};

/// One of two sides; the sign of a score depends on the team, never on the ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Team {
    /// Team of the first color still in the game.
    First,
    /// Team of the other colors.
    Second,
}

/// Sides of a position in which exactly two are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sides {
    /// Team of each color; `None` for a color that is out. Shape: `[color]`.
    teams: [Option<Team>; 4],
    /// Colors that are out or have left.
    out: ColorSet,
    /// Number of seats that still take turns.
    pub(crate) movers: usize,
}

impl Sides {
    /// Returns the sides of a duel, of partners, or of the last two of three or four; otherwise
    /// `None`.
    pub(crate) fn of(position: &Position) -> Option<Sides> {
        let still_in = position.still_in();
        let mut teams = [None; 4];
        let movers = still_in.len();
        match position.rules().mode() {
            Mode::Partners => {
                for color in Color::ALL {
                    let is_first = matches!(color, Color::Orange | Color::Blue);
                    let team = if is_first { Team::First } else { Team::Second };
                    teams[color.index()] = Some(team);
                }
            }
            Mode::Duel | Mode::ThreeWay | Mode::FreeForAll => {
                if movers != 2 {
                    return None;
                }
                for (color, team) in still_in.iter().zip([Team::First, Team::Second]) {
                    teams[color.index()] = Some(team);
                }
            }
        }
        Some(Sides {
            teams,
            out: position.out(),
            movers,
        })
    }

    /// Returns the team of a color; `None` for a color that is out.
    pub(crate) const fn team(&self, color: Color) -> Option<Team> {
        self.teams[color.index()]
    }

    /// Returns the team of a color that takes turns; `None` for one that is out or has left.
    pub(crate) fn team_of_mover(&self, color: Color) -> Option<Team> {
        self.team(color).filter(|_| !self.out.contains(color))
    }

    /// Returns whether two colors are on the same team.
    pub(crate) fn are_together(&self, color: Color, other: Color) -> bool {
        self.team(color) == self.team(other)
    }

    /// Returns the score of a position that is over, for the team of its side to move.
    pub(crate) fn score_of_end(&self, position: &Position, ply: usize) -> i32 {
        match position.outcome() {
            Some(outcome) => self.score_of(outcome, position.side(), ply),
            None => EVEN,
        }
    }

    /// Returns the score of an outcome for the team of a color.
    pub(crate) fn score_of(&self, outcome: Outcome, color: Color, ply: usize) -> i32 {
        let mut winners = outcome.winners.iter();
        match winners.next() {
            None => EVEN,
            Some(winner) if self.are_together(winner, color) => WIN - score::plies(ply),
            Some(_) => score::plies(ply) - WIN,
        }
    }

    /// Returns the score of a repeated position in the searched line, valued as if the draw were
    /// likely.
    pub(crate) fn score_of_cycle(&self, outcome: Outcome, color: Color) -> i32 {
        match outcome.winners.iter().next() {
            None => EVEN,
            Some(winner) if self.are_together(winner, color) => TURNED_DRAW,
            Some(_) => -TURNED_DRAW,
        }
    }
}
