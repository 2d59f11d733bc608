//! Version of the journal, and upgrade of journals of earlier versions.

use serde::Deserialize;
use serde_json::{Value, json};

use crate::world::permissions::{CONNECT, USE_EXTERNAL_APPS};

/// Version of the line format.
pub(crate) const VERSION: u32 = 3;

/// First line of a journal.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum First {
    Head { version: u32 },
}

/// Returns the version of a journal that starts with this line, if it is an earlier one.
pub(crate) fn earlier(head: &[u8]) -> Option<u32> {
    let First::Head { version } = serde_json::from_slice(head).ok()?;
    (1..VERSION).contains(&version).then_some(version)
}

/// Converts the lines of a journal of this version to the current version.
pub(crate) fn upgraded(version: u32, mut lines: Vec<Value>) -> Vec<Value> {
    if version == 1 {
        add_guilds(&mut lines);
    }
    add_permissions(&mut lines);
    if let Some(head) = lines.first_mut() {
        head["head"]["version"] = json!(VERSION);
    }
    lines
}

/// Converts from version 1, whose worlds had a single guild: channels name their guild, and the
/// guild lists the people who left it, instead of each person.
fn add_guilds(lines: &mut [Value]) {
    let mut guild = Value::Null;
    let mut left = Vec::new();
    for line in &mut *lines {
        if let Some(kept) = line.get_mut("guild") {
            guild = kept["id"].clone();
        } else if let Some(user) = line.get("user") {
            left.retain(|id| *id != user["id"]);
            if user["is_member"] == false {
                left.push(user["id"].clone());
            }
        } else if let Some(channel) = line.get_mut("channel") {
            let is_direct = !channel["recipient"].is_null();
            channel["guild"] = if is_direct {
                Value::Null
            } else {
                guild.clone()
            };
        }
    }
    for line in lines {
        if let Some(kept) = line.get_mut("guild") {
            kept["left"] = json!(left);
        }
    }
}

/// Converts from version 2, which lacked the permissions to enter voice channels and to let
/// installed applications speak in public; as on Discord, everybody has them, including the bot.
fn add_permissions(lines: &mut [Value]) {
    let guilds = lines.iter_mut().filter_map(|line| line.get_mut("guild"));
    for guild in guilds {
        let id = guild["id"].clone();
        let roles = guild["roles"].as_array_mut().into_iter().flatten();
        for role in roles.filter(|role| role["id"] == id || !role["managed_by"].is_null()) {
            let bits = role["permissions"].as_u64().unwrap_or(0);
            role["permissions"] = json!(bits | CONNECT | USE_EXTERNAL_APPS);
        }
    }
}
