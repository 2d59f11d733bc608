//! Use of buttons and selects.

use serde_json::{Map, Value, json};

use crate::people::handlers::place;
use crate::people::interactions::value::resolve_user;
use crate::people::protocol::Refusal;
use crate::world::World;
use crate::world::changes::ask::Question;
use crate::world::changes::interaction::COMPONENT;
use crate::world::snowflake::Id;

const BUTTON: u64 = 2;
const STRING_SELECT: u64 = 3;
const USER_SELECT: u64 = 5;
const MENTIONABLE_SELECT: u64 = 7;
const RADIO_GROUP: u64 = 21;
const CHECKBOX_GROUP: u64 = 22;

/// Uses a component of a message; `values` are for a select.
pub(crate) fn press(
    world: &mut World,
    person: Id,
    message: Id,
    custom_id: &str,
    values: Option<&[String]>,
) -> Result<Id, Refusal> {
    let message = world
        .message(message)
        .filter(|message| message.is_for(person))
        .ok_or_else(|| Refusal("There is no such message.".to_owned()))?;
    let (id, channel) = (message.id, message.channel);
    let authorization = world.authorization_of(message);
    if !authorization.is_given() {
        return Refusal::new("The application is not here anymore.");
    }
    let place = place(world, person, channel)?;
    let component = message
        .components
        .iter()
        .find_map(|component| find(component, custom_id))
        .ok_or_else(|| Refusal(format!("The message has no component `{custom_id}`.")))?;
    if component["disabled"] == json!(true) {
        return Refusal::new(format!("`{custom_id}` is disabled."));
    }
    let kind = component["type"].as_u64().unwrap_or(0);
    let mut data = json!({"custom_id": custom_id, "component_type": kind, "id": component["id"]});
    match values {
        None if kind == BUTTON => {}
        Some(values) if kind != BUTTON => {
            let values = picked(world, component, values)?;
            let mut resolved = Map::new();
            if matches!(kind, USER_SELECT | MENTIONABLE_SELECT) {
                for id in values.iter().filter_map(|value| value.parse().ok()) {
                    resolve_user(world, place, id, &mut resolved)?;
                }
                data["resolved"] = Value::Object(resolved);
            }
            data["values"] = json!(values);
        }
        _ => return Refusal::new(format!("`{custom_id}` is not used like this.")),
    }
    Ok(world.ask(Question {
        custom_id: Some(custom_id.to_owned()),
        source: Some(id),
        ..Question::new(COMPONENT, (person, channel), authorization, data)
    }))
}

/// Returns the component with this custom id, at any depth.
fn find<'a>(component: &'a Value, custom_id: &str) -> Option<&'a Value> {
    if component["custom_id"] == json!(custom_id) {
        return Some(component);
    }
    let inner = component["components"].as_array().into_iter().flatten();
    inner
        .chain(component.get("accessory"))
        .find_map(|inner| find(inner, custom_id))
}

/// Checks the values picked from a select and converts user names to ids.
pub(crate) fn picked(
    world: &World,
    select: &Value,
    values: &[String],
) -> Result<Vec<String>, Refusal> {
    let least = select["min_values"].as_u64().unwrap_or(1);
    let most = select["max_values"].as_u64().unwrap_or(1);
    let count = values.len() as u64;
    if count < least || count > most {
        return Refusal::new(format!("Pick from {least} to {most} values, not {count}."));
    }
    let kind = select["type"].as_u64();
    values
        .iter()
        .map(|value| match kind {
            Some(STRING_SELECT | RADIO_GROUP | CHECKBOX_GROUP) => {
                let options = select["options"].as_array().into_iter().flatten();
                let mut known = options.filter_map(|option| option["value"].as_str());
                known.find(|known| known == value).map(str::to_owned)
            }
            Some(USER_SELECT | MENTIONABLE_SELECT) => {
                let mut users = world.users();
                let user =
                    users.find(|user| user.username == *value || user.id.to_string() == *value);
                user.map(|user| user.id.to_string())
            }
            _ => Some(value.clone()),
        })
        .zip(values)
        .map(|(known, value)| {
            known.ok_or_else(|| Refusal(format!("`{value}` cannot be picked here.")))
        })
        .collect()
}
