//! Upgrade of journals of version 1, whose worlds had a single guild.

use serde::Deserialize;
use serde_json::{Value, json};

/// First line of a journal of version 1.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum First {
    Head { version: u32 },
}

/// Returns whether a journal that starts with this line is of version 1.
pub(crate) fn is_first(head: &[u8]) -> bool {
    serde_json::from_slice(head).is_ok_and(|First::Head { version }| version == 1)
}

/// Converts the lines to the current version: channels name their guild, and the guild lists the
/// people who left it, instead of each person.
pub(crate) fn upgraded(mut lines: Vec<Value>) -> Vec<Value> {
    let mut guild = Value::Null;
    let mut left = Vec::new();
    for line in &mut lines {
        if let Some(head) = line.get_mut("head") {
            head["version"] = json!(2);
        } else if let Some(kept) = line.get_mut("guild") {
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
    for line in &mut lines {
        if let Some(kept) = line.get_mut("guild") {
            kept["left"] = json!(left);
        }
    }
    lines
}
