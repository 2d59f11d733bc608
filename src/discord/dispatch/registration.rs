//! Registration of the commands with Discord when they have changed.

use std::time::Duration;

use serde_json::{Map, Value};
use serenity::all::{ApplicationId, CreateCommand};
use tokio::time::sleep;

use crate::discord::rest::{Rest, RestError};

const FIRST_PAUSE: Duration = Duration::from_secs(5);
const LONGEST_PAUSE: Duration = Duration::from_secs(600);

/// Fields that define a command; all others in Discord's response are its own.
const PARTS: [&str; 18] = [
    "type",
    "name",
    "name_localizations",
    "description",
    "description_localizations",
    "options",
    "choices",
    "value",
    "required",
    "autocomplete",
    "min_value",
    "max_value",
    "min_length",
    "max_length",
    "contexts",
    "integration_types",
    "default_member_permissions",
    "nsfw",
];

/// Registers the commands for all servers and retries until that succeeds; returns Discord's list
/// of them. Nothing waits for it.
pub(crate) async fn register(
    rest: &Rest,
    application: ApplicationId,
    commands: &[CreateCommand],
) -> Value {
    let mut pause = FIRST_PAUSE;
    loop {
        match register_once(rest, application, commands).await {
            Ok(listed) => return listed,
            Err(error) => tracing::warn!(%error, ?pause, "commands not registered; trying again"),
        }
        sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

async fn register_once(
    rest: &Rest,
    application: ApplicationId,
    commands: &[CreateCommand],
) -> Result<Value, RestError> {
    let mut ours =
        serde_json::to_value(commands).map_err(|error| RestError::Unreadable(error.to_string()))?;
    let theirs = rest.commands(application).await?;
    if normalized(&ours) == normalized(&theirs) {
        tracing::info!("commands are up to date");
        return Ok(theirs);
    }
    remove_empty(&mut ours);
    let listed = rest.set_commands(application, &ours).await?;
    tracing::info!("commands registered");
    Ok(listed)
}

/// Reduces a command to the fields that matter in a comparison: without Discord's own fields and
/// empty ones.
fn normalized(value: &Value) -> Value {
    match value {
        Value::Array(items) => Value::Array(items.iter().map(normalized).collect()),
        Value::Object(fields) => {
            let mut kept = Map::new();
            for (name, field) in fields {
                let is_text_by_locale = name.ends_with("_localizations");
                let field = if is_text_by_locale {
                    field.clone()
                } else {
                    normalized(field)
                };
                if PARTS.contains(&name.as_str()) && !is_empty(&field) {
                    kept.insert(name.clone(), field);
                }
            }
            Value::Object(kept)
        }
        // 1 and 1.0 are the same bound.
        Value::Number(number) => number.as_f64().map_or(value.clone(), Value::from),
        Value::Null | Value::Bool(_) | Value::String(_) => value.clone(),
    }
}

/// Removes empty fields: serenity writes all fields of all kinds of options.
fn remove_empty(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(remove_empty),
        Value::Object(fields) => {
            fields.retain(|_, field| !is_empty(field));
            fields.values_mut().for_each(remove_empty);
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        // Discord adds one as the description of commands in menus.
        Value::String(text) => text.is_empty(),
        Value::Bool(true) | Value::Number(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{normalized, remove_empty};

    #[test]
    fn bookkeeping_and_defaults_are_no_change() {
        let ours = json!([{"name": "focus", "description": "d", "options": [
            {"type": 4, "name": "n", "description": "d", "required": false, "min_value": 1}
        ], "name_localizations": {"de": "fokus"}}]);
        let theirs = json!([{"id": "5", "version": "7", "name": "focus", "description": "d",
            "nsfw": false, "default_member_permissions": null, "dm_permission": true, "options": [
            {"type": 4, "name": "n", "description": "d", "min_value": 1.0, "choices": []}
        ], "name_localizations": {"de": "fokus"}}]);
        assert_eq!(normalized(&ours), normalized(&theirs));
    }

    #[test]
    fn an_empty_description_is_none() {
        let ours = json!([{"type": 3, "name": "Replay"}]);
        let theirs = json!([{"type": 3, "name": "Replay", "description": ""}]);
        assert_eq!(normalized(&ours), normalized(&theirs));
    }

    #[test]
    fn an_option_is_sent_without_the_fields_of_other_kinds() {
        let mut commands = json!([{"name": "focus", "nsfw": false, "contexts": [0], "options": [
            {"type": 6, "name": "n", "required": true, "max_value": null, "channel_types": []}
        ]}]);
        let sent = json!([{"name": "focus", "contexts": [0], "options": [
            {"type": 6, "name": "n", "required": true}
        ]}]);
        remove_empty(&mut commands);
        assert_eq!(commands, sent);
    }

    #[test]
    fn a_changed_word_is_a_change() {
        let before = json!([{"name": "focus", "description_localizations": {"de": "alt"}}]);
        let after = json!([{"name": "focus", "description_localizations": {"de": "neu"}}]);
        assert_ne!(normalized(&before), normalized(&after));
    }
}
