//! Modes of play.

use std::fmt;
use std::str::FromStr;

use crate::rules::tokens::tokens;
use crate::{Color, ColorSet, ParseError};

tokens! {
    /// Number of players, and how they team up.
    Mode {
        /// Two players, orange and blue.
        Duel = "2",
        /// Three players: orange, green, blue.
        ThreeWay = "3",
        /// Orange and blue against green and pink.
        Partners = "4t",
        /// Four players, each alone.
        FreeForAll = "4s",
    }
}

impl Mode {
    /// Returns the colors that play, in turn order.
    #[must_use]
    pub const fn colors(self) -> &'static [Color] {
        match self {
            Mode::Duel => &[Color::Orange, Color::Blue],
            Mode::ThreeWay => &[Color::Orange, Color::Green, Color::Blue],
            Mode::Partners | Mode::FreeForAll => &Color::ALL,
        }
    }

    /// Returns the set of the colors that play.
    #[must_use]
    pub const fn color_set(self) -> ColorSet {
        match self {
            Mode::Duel => ColorSet::EMPTY.with(Color::Orange).with(Color::Blue),
            Mode::ThreeWay => ColorSet::ALL.without(Color::Pink),
            Mode::Partners | Mode::FreeForAll => ColorSet::ALL,
        }
    }

    /// Returns the number of colors that play.
    #[must_use]
    pub const fn seats(self) -> usize {
        self.colors().len()
    }

    /// Returns whether these are some, but not all, of the colors that play.
    #[must_use]
    pub fn is_part(self, colors: ColorSet) -> bool {
        !colors.is_empty() && colors.len() < self.seats()
    }

    /// Returns whether the color plays.
    #[must_use]
    pub const fn has(self, color: Color) -> bool {
        self.color_set().contains(color)
    }

    /// Returns the partner of a color; `None` except in partners mode.
    #[must_use]
    pub const fn partner(self, color: Color) -> Option<Color> {
        match self {
            Mode::Partners => Some(color.opposite()),
            Mode::Duel | Mode::ThreeWay | Mode::FreeForAll => None,
        }
    }

    /// Returns the color whose turn is next.
    #[must_use]
    pub const fn next(self, color: Color) -> Color {
        self.color_set().next_after(color)
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.token())
    }
}

impl FromStr for Mode {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Mode, ParseError> {
        Mode::ALL
            .into_iter()
            .find(|mode| mode.token() == text)
            .ok_or_else(|| ParseError::new("a mode (`2`, `3`, `4t` or `4s`)", text))
    }
}
