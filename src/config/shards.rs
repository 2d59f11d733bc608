//! Division of servers among processes.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// Range of shards out of a total, such as the first two of four.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shards {
    /// First shard, counted from 0.
    pub first: u32,
    /// Last shard.
    pub last: u32,
    /// Total number of shards.
    pub total: u32,
}

/// Error of a text that is not a range of shards.
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
