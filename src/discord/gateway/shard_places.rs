//! Shards by number and total: those that this process serves, should connect and connects.

use std::collections::BTreeSet;

use crate::discord::rest::Gateway;

/// Range of shards that this process serves, out of a total.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShardRange {
    /// First shard.
    pub first: u32,
    /// Last shard.
    pub last: u32,
    /// Total number of shards, including those of other processes.
    pub total: u32,
}

/// Number of a shard, and total number of shards.
pub type ShardPlace = [u32; 2];

/// Shards that this process should connect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WantedShards {
    /// All, in the number that Discord recommends.
    All,
    /// A fixed set of shards.
    Set(BTreeSet<ShardPlace>),
}

impl From<Option<ShardRange>> for WantedShards {
    fn from(shards: Option<ShardRange>) -> Self {
        shards.map_or(Self::All, |part| {
            Self::Set(
                (part.first..=part.last)
                    .map(|number| [number, part.total])
                    .collect(),
            )
        })
    }
}

impl WantedShards {
    /// No shard.
    pub const NONE: Self = Self::Set(BTreeSet::new());

    pub(super) fn places(&self, gateway: &Gateway) -> BTreeSet<ShardPlace> {
        match self {
            Self::All => {
                let total = gateway.shards();
                (0..total).map(|number| [number, total]).collect()
            }
            Self::Set(places) => places.clone(),
        }
    }
}

/// Shards that this process connects, or is about to disconnect.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Connecting {
    /// The shards.
    pub places: BTreeSet<ShardPlace>,
    /// Number of times that Discord has refused the total number of shards.
    pub refused_totals: u32,
}
