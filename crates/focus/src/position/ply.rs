//! Ply numbers.

use std::fmt;
use std::str::FromStr;

use crate::ParseError;

/// Number of the next ply: 1, 2, 3…, preceded by `s1` and `s2` in the exchange opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ply(i32);

impl Ply {
    /// `s1`, the starter's exchange.
    pub const FIRST_EXCHANGE: Ply = Ply(-1);
    /// `s2`, the second player's exchange.
    pub const SECOND_EXCHANGE: Ply = Ply(0);
    /// `1`, the first move.
    pub const FIRST: Ply = Ply(1);

    /// Returns the ply with this number, starting from 1.
    #[must_use]
    pub fn new(number: u32) -> Option<Ply> {
        let number = i32::try_from(number).ok()?;
        (number >= 1).then_some(Ply(number))
    }

    /// Returns the number, or `None` for an exchange.
    #[must_use]
    pub fn number(self) -> Option<u32> {
        u32::try_from(self.0).ok().filter(|&number| number >= 1)
    }

    /// Returns whether this is an exchange.
    #[must_use]
    pub const fn is_exchange(self) -> bool {
        self.0 < 1
    }

    /// Returns whether this is ply 1, 2 or 3.
    pub(crate) const fn is_in_first_three(self) -> bool {
        matches!(self.0, 1..=3)
    }

    /// Returns whether the player who started is to move, provided that nobody passes or drops out.
    pub(crate) const fn is_starters(self) -> bool {
        self.0 & 1 == 1
    }

    /// Returns the ply after this one.
    #[must_use]
    pub const fn next(self) -> Ply {
        Ply(self.0.saturating_add(1))
    }
}

impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            number @ 1.. => write!(f, "{number}"),
            before => write!(f, "s{}", before + 2),
        }
    }
}

impl FromStr for Ply {
    type Err = ParseError;

    /// Reads exactly what `Display` writes: no sign, no leading zeros.
    fn from_str(text: &str) -> Result<Ply, ParseError> {
        let ply = match text {
            "s1" => Some(Ply::FIRST_EXCHANGE),
            "s2" => Some(Ply::SECOND_EXCHANGE),
            _ if text.starts_with(|first: char| matches!(first, '1'..='9')) => {
                text.parse().ok().and_then(Ply::new)
            }
            _ => None,
        };
        let expected = "a ply number from 1, or `s1` or `s2`";
        ply.ok_or_else(|| ParseError::new(expected, text))
    }
}
