//! Number of times that tests kill a process.

use std::env;

/// Returns the value of `FOCUSBOT_KILLS`, or else the usual number.
pub(crate) fn count(usual: usize) -> usize {
    env::var("FOCUSBOT_KILLS").map_or(usual, |text| text.parse().expect("a number of kills"))
}
