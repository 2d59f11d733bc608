//! Shards, and the guild of an event.

use serde_json::Value;

/// One of the parts into which a bot divides its guilds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    pub(crate) number: u64,
    pub(crate) total: u64,
}

impl Shard {
    /// Reads the `shard` field of IDENTIFY; without it, there is a single shard.
    pub(crate) fn read(field: Option<&Value>) -> Option<Self> {
        let Some(field) = field.filter(|field| !field.is_null()) else {
            return Some(Self {
                number: 0,
                total: 1,
            });
        };
        let [number, total] = field.as_array()?.as_slice() else {
            return None;
        };
        let (number, total) = (number.as_u64()?, total.as_u64()?);
        (number < total).then_some(Self { number, total })
    }

    /// Returns whether the shard includes a guild, given by its id in JSON.
    pub(crate) fn has(self, guild: &Value) -> bool {
        let id = guild.as_str().and_then(|id| id.parse::<u64>().ok());
        // Events without a guild go to the first shard.
        let number = id.map_or(0, |id| (id >> 22) % self.total);
        number == self.number
    }
}

/// Returns the id, in JSON, of the guild that an event belongs to, or null.
pub(crate) fn guild_of<'a>(event: &str, data: &'a Value) -> &'a Value {
    let is_guild = matches!(event, "GUILD_CREATE" | "GUILD_DELETE");
    &data[if is_guild { "id" } else { "guild_id" }]
}
