//! Use of buttons and selects.

use serde_json::{Map, Value, json};

use crate::people::access::{place, seen_message};
use crate::people::interactions::value::{resolve_place, resolve_role, resolve_user};
use crate::people::protocol::Refusal;
use crate::world::World;
use crate::world::changes::interaction::{COMPONENT, Interaction};
use crate::world::model::{Channel, User};
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
            let picker = Picker {
                world,
                user,
                channel: place,
            };
            let mut resolved = Map::new();
            let values = picker.picked(component, values, &mut resolved)?;
            if !resolved.is_empty() {
                data["resolved"] = Value::Object(resolved);
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

/// Person who picks values from a select in a channel.
#[derive(Clone, Copy)]
pub(crate) struct Picker<'a> {
    pub(crate) world: &'a World,
    pub(crate) user: &'a User,
    pub(crate) channel: &'a Channel,
}

impl Picker<'_> {
    /// Returns the picked values, with ids for user names, and adds what they stand for to
    /// `resolved`.
    ///
    /// # Errors
    ///
    /// The select does not offer a value, or wants another number of them.
    pub(crate) fn picked(
        self,
        select: &Value,
        values: &[String],
        resolved: &mut Map<String, Value>,
    ) -> Result<Vec<String>, Refusal> {
        let least = select["min_values"].as_u64().unwrap_or(1);
        let most = select["max_values"].as_u64().unwrap_or(1);
        let count = values.len() as u64;
        if count < least || count > most {
            return Refusal::new(format!("Pick from {least} to {most} values, not {count}."));
        }
        let found = values.iter().map(|value| {
            self.found(select, value, resolved)
                .ok_or_else(|| Refusal(format!("`{value}` cannot be picked here.")))
        });
        found.collect()
    }

    fn found(
        self,
        select: &Value,
        value: &str,
        resolved: &mut Map<String, Value>,
    ) -> Option<String> {
        match select["type"].as_u64() {
            Some(STRING_SELECT | RADIO_GROUP | CHECKBOX_GROUP) => {
                let options = select["options"].as_array().into_iter().flatten();
                let mut known = options.filter_map(|option| option["value"].as_str());
                known.find(|known| *known == value).map(str::to_owned)
            }
            Some(USER_SELECT) => self.person(value, resolved),
            Some(ROLE_SELECT) => self.role(value, resolved),
            Some(MENTIONABLE_SELECT) => self
                .person(value, resolved)
                .or_else(|| self.role(value, resolved)),
            Some(CHANNEL_SELECT) => self.place(select, value, resolved),
            _ => Some(value.to_owned()),
        }
    }

    fn person(self, value: &str, resolved: &mut Map<String, Value>) -> Option<String> {
        let mut users = self.world.users();
        let user = users.find(|user| user.username == value || user.id.to_string() == value)?;
        resolve_user(self.world, self.channel, user.id, resolved).ok()?;
        Some(user.id.to_string())
    }

    fn role(self, value: &str, resolved: &mut Map<String, Value>) -> Option<String> {
        let id = resolve_role(self.world, self.channel, value, resolved)?;
        Some(id.to_string())
    }

    fn place(
        self,
        select: &Value,
        value: &str,
        resolved: &mut Map<String, Value>,
    ) -> Option<String> {
        let kinds = select["channel_types"].as_array();
        let kinds: Vec<u8> = kinds
            .into_iter()
            .flatten()
            .filter_map(|kind| u8::try_from(kind.as_u64()?).ok())
            .collect();
        let here = (self.user, self.channel);
        let id = resolve_place(self.world, here, &kinds, value, resolved)?;
        Some(id.to_string())
    }
}
