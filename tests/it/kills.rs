//! How often a process is killed.

use std::env;

/// What `FOCUSBOT_KILLS` says, or else what is enough for every day.
pub(crate) fn count(usual: usize) -> usize {
    env::var("FOCUSBOT_KILLS").map_or(usual, |text| text.parse().expect("a number of kills"))
}
