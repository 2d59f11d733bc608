//! Forged interactions, which no client of Discord would send.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::people::access::{place, seen_message};
use crate::people::protocol::Refusal;
use crate::world::World;
use crate::world::changes::interaction::{COMPONENT, Interaction, MODAL};
use crate::world::snowflake::Id;

/// Begins an interaction with any custom id on a message that the person sees: a button, a select
/// with `values`, or a modal with the fields in `form`.
pub(crate) fn forge(
    world: &mut World,
    person: Id,
    message: Id,
    custom_id: &str,
    values: Option<Vec<String>>,
    form: Option<&BTreeMap<String, String>>,
) -> Result<Id, Refusal> {
    let message = seen_message(world, person, message)?;
    let (source, channel) = (message.id, message.channel);
    let authorization = world.authorization_of(message);
    place(world, person, channel)?;
    let (kind, data) = match (form, values) {
        (Some(fields), _) => {
            let rows: Vec<Value> = fields
                .iter()
                .map(|(name, text)| {
                    let field = json!({"type": 4, "id": 2, "custom_id": name, "value": text});
                    json!({"type": 1, "id": 1, "components": [field]})
                })
                .collect();
            (MODAL, json!({"custom_id": custom_id, "components": rows}))
        }
        (None, Some(values)) => (
            COMPONENT,
            json!({"custom_id": custom_id, "component_type": 3, "id": 1, "values": values}),
        ),
        (None, None) => (
            COMPONENT,
            json!({"custom_id": custom_id, "component_type": 2, "id": 1}),
        ),
    };
    let new = Interaction {
        custom_id: Some(custom_id.to_owned()),
        source: Some(source),
        ..world.new_interaction(kind, (person, channel), authorization)
    };
    Ok(world.begin_interaction(new, &data))
}
