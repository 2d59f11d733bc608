//! How servers are divided among processes.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// Shards of a number of shards, such as the first two of four.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shards {
    /// The first, counted from 0.
    pub first: u32,
    /// The last.
    pub last: u32,
    /// How many there are.
    pub total: u32,
}

/// A text that names no shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected shards of a total, such as `0-3 of 8`, `5 of 8`, or `8` for all eight")]
pub struct NoShards;

impl FromStr for Shards {
    type Err = NoShards;

    fn from_str(text: &str) -> Result<Self, NoShards> {
        let number = |text: &str| text.trim().parse::<u32>().map_err(|_| NoShards);
        let shards = match text.split_once("of") {
            None => {
                let total = number(text)?;
                let last = total.checked_sub(1).ok_or(NoShards)?;
                Self {
                    first: 0,
                    last,
                    total,
                }
            }
            Some((part, total)) => {
                let (first, last) = part.split_once('-').unwrap_or((part, part));
                Self {
                    first: number(first)?,
                    last: number(last)?,
                    total: number(total)?,
                }
            }
        };
        let is_part = shards.first <= shards.last && shards.last < shards.total;
        is_part.then_some(shards).ok_or(NoShards)
    }
}

impl fmt::Display for Shards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{} of {}", self.first, self.last, self.total)
    }
}
