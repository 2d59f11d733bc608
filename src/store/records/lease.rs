//! Records of the processes that share a store, and of the shards that they hold.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Entry of the table of leases; the key holds its kind and its subject.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum LeaseRecord {
    /// Number of shards that the processes share.
    Total {
        /// Number of shards.
        shards: u32,
        /// Time when people could last reach all of them, in milliseconds since 1970.
        seen: u64,
    },
    /// Running process, which writes this repeatedly.
    Process {
        /// Time when people could last reach its shards, in milliseconds since 1970.
        at: u64,
        /// Shards that people could not reach at that time.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        away: Vec<AwayRecord>,
        /// Name under which the database knows its connections.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        session: Option<String>,
        /// Requests that Discord refused, if there were any lately.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limits: Option<LimitsRecord>,
    },
    /// Shard, and the process that holds it.
    Shard {
        /// Number of the process; `None` if the shard is free.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        owner: Option<u64>,
        /// Time when people could last reach the shard before this was written, in milliseconds
        /// since 1970.
        seen: u64,
    },
    /// Bucket of shards, of which one may begin a session at a time.
    Start {
        /// Time from which the next session may begin, in milliseconds since 1970.
        next: u64,
    },
    /// Session of a shard that no process serves at the moment.
    Session(SessionRecord),
}

/// Session of a shard with Discord.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionRecord {
    /// Time when it was left, in milliseconds since 1970.
    pub at: u64,
    /// Discord's name for it.
    pub id: String,
    /// URL at which it is resumed.
    pub url: String,
    /// Number of the last event.
    pub sequence: u64,
    /// Discord id of the bot's account.
    pub account: u64,
    /// Name of the bot's account.
    pub name: String,
    /// Discord id of the bot's application.
    pub application: u64,
    /// Discord ids of the servers, by locale.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub servers: BTreeMap<String, Vec<u64>>,
    /// Discord ids of the servers that cannot be reached.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub away: Vec<u64>,
}

/// Refusals of a process's requests by Discord.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LimitsRecord {
    /// Number of refusals in the last ten minutes.
    pub refused: u32,
    /// Number of milliseconds for which the network in front of Discord lets nothing through.
    pub closed: u64,
}

/// Shard that people cannot reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AwayRecord {
    /// Number of the shard.
    pub shard: u32,
    /// Total number of shards.
    pub total: u32,
    /// Time when people could last reach it, in milliseconds since 1970.
    pub since: u64,
}
