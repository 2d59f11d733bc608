//! Outcomes of games.

use std::fmt;

use crate::rules::tokens::tokens;
use crate::{Color, ColorSet, DrawRule, Mode, Position, Stuck};

/// Winners of a game and the reason it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winners; empty for a draw.
    pub winners: ColorSet,
    /// Reason the game ended.
    pub termination: Termination,
}

impl Outcome {
    /// Returns whether nobody won.
    #[must_use]
    pub const fn is_draw(self) -> bool {
        self.winners.is_empty()
    }
}

/// Writes the winners' letters, or `=` for a draw.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_draw() {
            return f.write_str("=");
        }
        self.winners.fmt(f)
    }
}

tokens! {
    /// Reason a game ended.
    Termination {
        /// The goal was reached.
        Normal = "normal",
        /// The last opponent resigned.
        Resignation = "resignation",
        /// The last opponent ran out of time.
        Time = "time",
        /// All players still in agreed to a draw.
        Agreement = "agreement",
        /// A position occurred for the third time.
        Repetition = "repetition",
        /// There were too many plies without a capture.
        Quiet = "quiet",
    }
}

impl Position {
    /// Returns a color's score in the race: all its captures plus, if they count, its reserves. The
    /// piece to be placed in the first round of three-way is not a reserve.
    #[must_use]
    pub fn in_front(&self, color: Color) -> u8 {
        let opponents = self.rules().mode().colors().iter();
        let captures: u8 = opponents.map(|of| self.captured(color, *of)).sum();
        if self.rules().pieces_in_front().is_none() || self.is_first_round() {
            captures
        } else {
            captures + self.hand(color)
        }
    }

    /// Returns the outcome if the position alone decides it: the goal is reached, one player or
    /// team is left, or there were too many quiet plies.
    ///
    /// If nobody can move, nobody wins. No game reaches such a position, but an arrangement may be
    /// one.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.is_over() {
            return None;
        }
        self.decide()
    }

    /// Computes [`Position::outcome`] from the pieces alone.
    pub(crate) fn decide(&self) -> Option<Outcome> {
        let won = |winners| Outcome {
            winners,
            termination: Termination::Normal,
        };
        if let Some(winner) = self.race_winner() {
            return Some(won(ColorSet::EMPTY.with(winner)));
        }
        if let Some(winners) = self.last_left() {
            return Some(won(winners));
        }
        self.is_quiet()
            .then(|| self.draw(Termination::Quiet, self.starter()))
    }

    /// Returns a draw, turned into a win if the rules say so.
    #[must_use]
    pub fn draw(&self, termination: Termination, starter: Color) -> Outcome {
        let winners = match self.rules().draw() {
            DrawRule::Split => ColorSet::EMPTY,
            DrawRule::SecondLoses => ColorSet::EMPTY.with(starter),
            DrawRule::SecondWins => ColorSet::EMPTY.with(starter.opposite()),
        };
        Outcome {
            winners,
            termination,
        }
    }

    /// Returns whether a color has reached the goal of the race.
    pub(crate) fn has_won_race(&self, color: Color) -> bool {
        let rules = self.rules();
        let mut opponents = rules.mode().colors().iter().filter(|&&of| of != color);
        rules
            .captures_each()
            .is_some_and(|count| opponents.all(|&of| self.captured(color, of) >= count))
            || rules
                .pieces_in_front()
                .is_some_and(|count| self.in_front(color) >= count)
    }

    /// Returns the color that has reached the goal of the race; if there are several, the one who
    /// moved last.
    fn race_winner(&self) -> Option<Color> {
        let colors = self.rules().mode().colors();
        let side = colors.iter().position(|&color| color == self.side())?;
        let (before, from_side) = colors.split_at(side);
        let latest_first = before.iter().rev().chain(from_side.iter().rev());
        latest_first
            .copied()
            .filter(|&color| !self.out().contains(color))
            .find(|&color| self.has_won_race(color))
    }

    /// Returns the winners if nobody else can move.
    pub(crate) fn last_left(&self) -> Option<ColorSet> {
        let mode = self.rules().mode();
        let able = self.able();
        if mode == Mode::Partners {
            let team = |color: Color| ColorSet::EMPTY.with(color).with(color.opposite());
            let is_alive = |color: Color| able.contains(color) || able.contains(color.opposite());
            return match (is_alive(Color::Orange), is_alive(Color::Green)) {
                (true, true) => None,
                (true, false) => Some(team(Color::Orange)),
                (false, true) => Some(team(Color::Green)),
                (false, false) => Some(ColorSet::EMPTY),
            };
        }
        let left = match self.rules().stuck() {
            Stuck::Out => self.left_from_side(),
            Stuck::Skip => able,
        };
        let still_in = self.still_in();
        if still_in.len() == 1 {
            return Some(still_in);
        }
        (left.len() <= 1).then_some(left)
    }

    /// Returns the colors still in, excluding those who cannot move, starting at the side to move
    /// and up to the first who can.
    fn left_from_side(&self) -> ColorSet {
        let mut left = self.still_in();
        let mut color = self.side();
        while left.len() > 1 && !self.can_act(color) {
            left = left.without(color);
            color = self.next_in(color);
        }
        left
    }
}
