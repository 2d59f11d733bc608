//! Shards by number and total: those that this process serves, should connect and connects.

use std::collections::BTreeSet;

use crate::discord::rest::Gateway;
use crate::service::Shard;

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

/// Shards that this process should connect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WantedShards {
    /// All, in the number that Discord recommends.
    All,
    /// A fixed set of shards.
    Set(BTreeSet<Shard>),
}

impl From<Option<ShardRange>> for WantedShards {
    fn from(shards: Option<ShardRange>) -> Self {
        shards.map_or(Self::All, |ShardRange { first, last, total }| {
            let shards = (first..=last).map(|number| Shard { number, total });
            Self::Set(shards.collect())
        })
    }
}

impl WantedShards {
    /// No shard.
    pub const NONE: Self = Self::Set(BTreeSet::new());

    pub(super) fn shards(&self, gateway: &Gateway) -> BTreeSet<Shard> {
        match self {
            Self::All => {
                let total = gateway.shards();
                let shards = (0..total).map(|number| Shard { number, total });
                shards.collect()
            }
            Self::Set(shards) => shards.clone(),
        }
    }
}

/// Shards that this process connects, or is about to disconnect.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Connecting {
    /// The shards.
    pub shards: BTreeSet<Shard>,
    /// Number of times that Discord has refused the total number of shards.
    pub refused_totals: u32,
}
