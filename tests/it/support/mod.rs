//! Means of several tests: scripted players, and the program as tests run it.

pub(crate) mod kills;
#[cfg(all(feature = "discord", feature = "sandbox"))]
pub(crate) mod players;
pub(crate) mod program;

use std::fmt::Display;
#[cfg(all(feature = "discord", feature = "sandbox"))]
use std::time::Duration;

/// Time in which the bot must respond where a test is about something else: a busy machine takes
/// longer than Discord allows.
#[cfg(all(feature = "discord", feature = "sandbox"))]
pub(crate) const RESPONSE_LIMIT: Duration = Duration::from_secs(60);

/// Returns a move as it is in running text, where no line ends at its hyphen.
pub(crate) fn unbroken(mv: impl Display) -> String {
    mv.to_string().replace('-', "\u{2011}")
}
