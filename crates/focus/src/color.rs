//! The four colors, and sets of them.

use std::fmt;
use std::str::FromStr;

use crate::ParseError;

/// A player; in FOCUS a piece is nothing but its color.
///
/// Colors are ordered clockwise around the board, which is also the order of turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Color {
    /// `O`, west.
    Orange,
    /// `G`, north.
    Green,
    /// `B`, east.
    Blue,
    /// `P`, south.
    Pink,
}

impl Color {
    /// Every color, in the order of turns.
    pub const ALL: [Color; 4] = [Color::Orange, Color::Green, Color::Blue, Color::Pink];

    /// Returns the position of the color in [`Color::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the color at a position in [`Color::ALL`].
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Color> {
        match index {
            0 => Some(Color::Orange),
            1 => Some(Color::Green),
            2 => Some(Color::Blue),
            3 => Some(Color::Pink),
            _ => None,
        }
    }

    /// Returns the color encoded in the two lowest bits.
    pub(crate) const fn from_bits(bits: u16) -> Color {
        match bits & 3 {
            0 => Color::Orange,
            1 => Color::Green,
            2 => Color::Blue,
            _ => Color::Pink,
        }
    }

    /// Returns the capital letter that stands for the color in notation.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Color::Orange => 'O',
            Color::Green => 'G',
            Color::Blue => 'B',
            Color::Pink => 'P',
        }
    }

    /// Returns the color that a capital letter stands for.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Color> {
        match letter {
            'O' => Some(Color::Orange),
            'G' => Some(Color::Green),
            'B' => Some(Color::Blue),
            'P' => Some(Color::Pink),
            _ => None,
        }
    }

    /// Returns the color across the board, which is the partner in partners mode.
    #[must_use]
    pub const fn opposite(self) -> Color {
        match self {
            Color::Orange => Color::Blue,
            Color::Green => Color::Pink,
            Color::Blue => Color::Orange,
            Color::Pink => Color::Green,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Color::Orange => "Orange",
            Color::Green => "Green",
            Color::Blue => "Blue",
            Color::Pink => "Pink",
        })
    }
}

impl FromStr for Color {
    type Err = ParseError;

    /// Reads a letter or an English name, ignoring case.
    fn from_str(text: &str) -> Result<Color, ParseError> {
        Color::ALL
            .into_iter()
            .find(|color| {
                let (name, letter) = (color.to_string(), color.letter().to_string());
                text.eq_ignore_ascii_case(&name) || text.eq_ignore_ascii_case(&letter)
            })
            .ok_or_else(|| ParseError::new("a color (O, G, B, P or its name)", text))
    }
}

/// A set of colors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ColorSet(u8);

impl ColorSet {
    /// The empty set.
    pub const EMPTY: ColorSet = ColorSet(0);
    /// The set of all four colors.
    pub const ALL: ColorSet = ColorSet(0b1111);

    /// Returns whether the color is in the set.
    #[must_use]
    pub const fn contains(self, color: Color) -> bool {
        self.0 & (1 << color.index()) != 0
    }

    /// Returns the set with this color added.
    #[must_use]
    pub const fn with(self, color: Color) -> ColorSet {
        ColorSet(self.0 | 1 << color.index())
    }

    /// Returns the set with this color removed.
    #[must_use]
    pub const fn without(self, color: Color) -> ColorSet {
        ColorSet(self.0 & !(1 << color.index()))
    }

    /// Returns the set without the colors of another.
    #[must_use]
    pub const fn minus(self, other: ColorSet) -> ColorSet {
        ColorSet(self.0 & !other.0)
    }

    /// Returns the first color of the set after this one, in the order of turns; this one if there
    /// is no other.
    ///
    /// ```
    /// use focus::{Color, ColorSet};
    ///
    /// let duelists = ColorSet::EMPTY.with(Color::Orange).with(Color::Blue);
    /// assert_eq!(duelists.next_after(Color::Blue), Color::Orange);
    /// assert_eq!(ColorSet::EMPTY.next_after(Color::Pink), Color::Pink);
    /// ```
    #[must_use]
    pub const fn next_after(self, color: Color) -> Color {
        let (bits, next) = (self.0 as u32, color as u32 + 1);
        // The next four turns; the last is the color's own.
        let turns = (bits | bits << 4) >> next | 0b1000;
        Color::ALL[(next + turns.trailing_zeros()) as usize % 4]
    }

    /// Returns the number of colors.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns whether the set contains no color.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the colors in the order of [`Color::ALL`].
    #[must_use = "iterators are lazy"]
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Color> {
        Color::ALL
            .into_iter()
            .filter(move |&color| self.contains(color))
    }
}

impl FromIterator<Color> for ColorSet {
    fn from_iter<I: IntoIterator<Item = Color>>(colors: I) -> ColorSet {
        colors.into_iter().fold(ColorSet::EMPTY, ColorSet::with)
    }
}

/// Writes the letters in the order of [`Color::ALL`], or nothing for the empty set.
impl fmt::Display for ColorSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter()
            .try_for_each(|color| write!(f, "{}", color.letter()))
    }
}
