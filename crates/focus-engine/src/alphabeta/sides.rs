//! Who plays against whom.

use crate::alphabeta::score::{self, EVEN, TURNED_DRAW, WIN};
use focus::{Color, ColorSet, Mode, Outcome, Position};

/// One of two sides; the sign of a score goes by it, never by the ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Team {
    /// Of the first color still in.
    First,
    /// Of the others.
    Second,
}

/// The two sides of a position in which two are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sides {
    /// Team of each color; none for a color that is out. Shape: `[color]`.
    teams: [Option<Team>; 4],
    /// Colors that left or are out.
    out: ColorSet,
    /// Seats whose turn comes around.
    pub(crate) movers: usize,
}

impl Sides {
    /// The sides of a duel, of partners, or of the last two of three or four; else none.
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

    /// Team of a color; none for one that is out.
    pub(crate) const fn team(&self, color: Color) -> Option<Team> {
        self.teams[color.index()]
    }

    /// Whether two colors win together.
    pub(crate) fn are_together(&self, color: Color, other: Color) -> bool {
        self.team(color) == self.team(other)
    }

    /// Score of a position that is over, for the team of the side it names.
    pub(super) fn score_of_end(&self, position: &Position, ply: usize) -> i32 {
        match position.outcome() {
            Some(outcome) => self.score_of(outcome, position.side(), ply),
            None => EVEN,
        }
    }

    /// Score of an outcome for the team of a color.
    pub(super) fn score_of(&self, outcome: Outcome, color: Color, ply: usize) -> i32 {
        let mut winners = outcome.winners.iter();
        match winners.next() {
            None => EVEN,
            Some(winner) if self.are_together(winner, color) => WIN - score::plies(ply),
            Some(_) => score::plies(ply) - WIN,
        }
    }

    /// Score of a position that came before in the line, as if it would come a third time.
    pub(super) fn score_of_cycle(&self, outcome: Outcome, color: Color) -> i32 {
        match outcome.winners.iter().next() {
            None => EVEN,
            Some(winner) if self.are_together(winner, color) => TURNED_DRAW,
            Some(_) => -TURNED_DRAW,
        }
    }
}
