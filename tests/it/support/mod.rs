//! Means of several tests: scripted players, and the program as tests run it.

pub(crate) mod kills;
#[cfg(all(feature = "discord", feature = "sandbox"))]
pub(crate) mod players;
pub(crate) mod program;

use std::fmt::Display;

/// Returns a move as it is in running text, where no line ends at its hyphen.
pub(crate) fn unbroken(mv: impl Display) -> String {
    mv.to_string().replace('-', "\u{2011}")
}
