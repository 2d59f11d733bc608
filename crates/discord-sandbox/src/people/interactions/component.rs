//! Use of buttons and selects.

use serde_json::{Map, Value, json};

use crate::people::access::{place, seen_message};
use crate::people::interactions::value::Reader;
use crate::people::protocol::Refusal;
use crate::world::World;
use crate::world::changes::interaction::{COMPONENT, Interaction};
use crate::world::snowflake::Id;

const BUTTON: u64 = 2;
const STRING_SELECT: u64 = 3;
const USER_SELECT: u64 = 5;
const ROLE_SELECT: u64 = 6;
const MENTIONABLE_SELECT: u64 = 7;
const CHANNEL_SELECT: u64 = 8;
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
    let message = seen_message(world, person, message)?;
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
            let user = world.user(person).expect("acting person");
            let mut reader = Reader::new(world, user, place, Map::new());
            let values = picked(&mut reader, component, values)?;
            if !reader.resolved.is_empty() {
                data["resolved"] = Value::Object(reader.resolved);
            }
            data["values"] = json!(values);
        }
        _ => return Refusal::new(format!("`{custom_id}` is not used like this.")),
    }
    let new = Interaction {
        custom_id: Some(custom_id.to_owned()),
        source: Some(id),
        ..world.new_interaction(COMPONENT, (person, channel), authorization)
    };
    Ok(world.begin_interaction(new, &data))
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

/// Returns the values picked from a select, with ids for user names.
///
/// # Errors
///
/// The select does not offer a value, or wants another number of them.
pub(crate) fn picked(
    reader: &mut Reader<'_>,
    select: &Value,
    values: &[String],
) -> Result<Vec<String>, Refusal> {
    let least = select["min_values"].as_u64().unwrap_or(1);
    let most = select["max_values"].as_u64().unwrap_or(1);
    let count = values.len() as u64;
    if count < least || count > most {
        return Refusal::new(format!("Pick from {least} to {most} values, not {count}."));
    }
    let picked = values.iter().map(|value| {
        found(reader, select, value)
            .ok_or_else(|| Refusal(format!("`{value}` cannot be picked here.")))
    });
    picked.collect()
}

fn found(reader: &mut Reader<'_>, select: &Value, value: &str) -> Option<String> {
    let id = match select["type"].as_u64() {
        Some(STRING_SELECT | RADIO_GROUP | CHECKBOX_GROUP) => {
            let options = select["options"].as_array().into_iter().flatten();
            let mut known = options.filter_map(|option| option["value"].as_str());
            return known.find(|known| *known == value).map(str::to_owned);
        }
        Some(USER_SELECT) => reader.person(value),
        Some(ROLE_SELECT) => reader.role(value),
        Some(MENTIONABLE_SELECT) => reader.person(value).or_else(|| reader.role(value)),
        Some(CHANNEL_SELECT) => {
            let kinds = select["channel_types"].as_array().into_iter().flatten();
            let kinds = kinds.filter_map(|kind| u8::try_from(kind.as_u64()?).ok());
            reader.place(&kinds.collect::<Vec<_>>(), value)
        }
        _ => return Some(value.to_owned()),
    };
    id.map(|id| id.to_string())
}
