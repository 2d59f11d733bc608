//! Session of a shard that outlives its process.

use std::collections::BTreeMap;

use crate::service::api::ids::GuildId;

/// Session of a shard with Discord, which another process can resume, and the data that Discord
/// does not send again when it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptSession {
    /// Discord's name for the session.
    pub id: String,
    /// URL at which it is resumed.
    pub url: String,
    /// Number of the last event.
    pub sequence: u64,
    /// Id of the bot's account.
    pub account: u64,
    /// Name of the bot's account.
    pub name: String,
    /// Id of the bot's application.
    pub application: u64,
    /// Servers of the shard, with their locale; `None` for those that cannot be reached.
    pub guilds: BTreeMap<GuildId, Option<String>>,
}
