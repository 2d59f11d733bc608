//! Ids of Discord: time-ordered 64-bit numbers, written as strings.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// Discord's epoch, in milliseconds since 1970.
const DISCORD_EPOCH_MS: u64 = 1_420_070_400_000;

/// Snowflake id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Id(u64);

impl Id {
    /// Returns the first id of a millisecond (since 1970).
    pub(crate) fn at(ms: u64) -> Self {
        Self(ms.saturating_sub(DISCORD_EPOCH_MS) << 22)
    }

    /// Returns the creation time of the id, in milliseconds since 1970.
    pub(crate) fn ms(self) -> u64 {
        (self.0 >> 22) + DISCORD_EPOCH_MS
    }

    /// Returns the number.
    pub(crate) fn number(self) -> u64 {
        self.0
    }

    /// Reads an id from JSON, where libraries write either a string or a number.
    pub(crate) fn from_json(value: &Value) -> Option<Self> {
        match value {
            Value::String(text) => text.parse().ok(),
            Value::Number(number) => number.as_u64().map(Self),
            _ => None,
        }
    }
}

impl From<u64> for Id {
    fn from(number: u64) -> Self {
        Self(number)
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Id {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        Self::from_json(&value)
            .ok_or_else(|| D::Error::custom(format!("expected a snowflake, got `{value}`")))
    }
}

/// Source of ids that never repeat and follow the clock.
#[derive(Debug, Default)]
pub(crate) struct IdSource {
    last: u64,
}

impl IdSource {
    /// Returns the first id of the millisecond `now_ms`, or the one after the last id if that is
    /// greater.
    pub(crate) fn next(&mut self, now_ms: u64) -> Id {
        self.last = Id::at(now_ms).number().max(self.last + 1);
        Id(self.last)
    }

    /// Ensures that no id up to `id` is returned again.
    pub(crate) fn saw(&mut self, id: Id) {
        self.last = self.last.max(id.number());
    }
}
