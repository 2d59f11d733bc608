//! Submission of modals.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::people::access::place;
use crate::people::interactions::component::picked;
use crate::people::interactions::upload;
use crate::people::interactions::value::{Reader, text_of};
use crate::people::protocol::Refusal;
use crate::world::World;
use crate::world::changes::interaction::{Interaction, MODAL};
use crate::world::disk::files;
use crate::world::snowflake::Id;

const TEXT_INPUT: u64 = 4;
const RADIO_GROUP: u64 = 21;
const CHECKBOX: u64 = 23;

/// Submits the modal with these values. It stays open until the bot responds.
pub(crate) fn submit(
    world: &mut World,
    person: Id,
    modal: Id,
    values: &BTreeMap<String, Value>,
) -> Result<Id, Refusal> {
    let opener = opener(world, person, modal)?.clone();
    place(world, person, opener.channel)?;
    // Check before storing files that the bot would not receive.
    let is_sent = |asked: &Interaction| {
        asked.kind == MODAL
            && world.is_open(asked)
            && asked
                .triggering
                .as_ref()
                .is_some_and(|by| by.id == opener.id)
    };
    if world.interactions().any(is_sent) {
        return Refusal::new("The modal has been sent and is not answered yet.");
    }
    let form = opener.modal.clone().unwrap_or_default();
    check_types(&form, values)?;
    let mut values = values.clone();
    let files = keep_files(world, opener.channel, &mut values)?;
    let user = world.user(person).expect("acting person");
    let channel = place(world, person, opener.channel)?;
    let reader = Reader::new(world, user, channel, Map::new());
    let (components, mut resolved) = fill(&form, &values, reader)?;
    let custom_id = form["custom_id"].as_str().unwrap_or_default().to_owned();
    let mut data = json!({"custom_id": custom_id, "components": components});
    if !files.is_empty() {
        resolved.insert("attachments".to_owned(), Value::Object(files));
    }
    if !resolved.is_empty() {
        data["resolved"] = Value::Object(resolved);
    }
    let triggering = Some(Box::new(opener.origin()));
    let new = Interaction {
        custom_id: Some(custom_id),
        source: opener.source,
        triggering,
        ..world.new_interaction(MODAL, (person, opener.channel), opener.authorization)
    };
    Ok(world.begin_interaction(new, &data))
}

/// Returns the components of a form filled in with these values, and the users, roles and channels
/// among the values.
fn fill(
    form: &Value,
    values: &BTreeMap<String, Value>,
    reader: Reader<'_>,
) -> Result<(Vec<Value>, Map<String, Value>), Refusal> {
    let mut filler = Filler {
        reader,
        values,
        left: values.keys().collect(),
    };
    let parts = form["components"].as_array().into_iter().flatten();
    let components = parts
        .map(|part| filler.filled(part))
        .collect::<Result<Vec<_>, _>>()?;
    if let Some(unknown) = filler.left.first() {
        return Refusal::new(format!("The modal has no field `{unknown}`."));
    }
    Ok((components, filler.reader.resolved))
}

/// Checks that uploads hold the types of files that they ask for.
fn check_types(form: &Value, values: &BTreeMap<String, Value>) -> Result<(), Refusal> {
    let parts = form["components"].as_array().into_iter().flatten();
    for field in parts.map(|part| &part["component"]) {
        let Some(types) = field["file_types"]
            .as_array()
            .filter(|types| !types.is_empty())
        else {
            continue;
        };
        let name = field["custom_id"].as_str().unwrap_or_default();
        let given = values
            .get(name)
            .and_then(Value::as_array)
            .into_iter()
            .flatten();
        let names = given.filter_map(|file| file["filename"].as_str());
        let fits = |filename: &str| {
            let mut types = types.iter().filter_map(Value::as_str);
            types.any(|kind| files::is_of_kind(filename, kind))
        };
        if let Some(wrong) = names.into_iter().find(|filename| !fits(filename)) {
            return Refusal::new(format!("Field `{name}` does not take `{wrong}`."));
        }
    }
    Ok(())
}

/// Stores the files in the values and replaces them with their ids.
fn keep_files(
    world: &mut World,
    channel: Id,
    values: &mut BTreeMap<String, Value>,
) -> Result<Map<String, Value>, Refusal> {
    let mut kept = Map::new();
    for list in values.values_mut().filter_map(Value::as_array_mut) {
        let files = list.iter().filter(|item| item.is_object());
        let files = files.enumerate();
        let files = files.map(|(index, file)| (index.to_string(), file.clone()));
        let files = upload::keep(world, channel, &files.collect())?;
        list.retain(|item| !item.is_object());
        for file in files.into_values() {
            list.push(file["id"].clone());
            kept.insert(text_of(&file["id"]), file);
        }
    }
    Ok(kept)
}

/// Closes the modal without submitting it.
pub(crate) fn close(world: &mut World, person: Id, modal: Id) -> Result<(), Refusal> {
    let opener = opener(world, person, modal)?.clone();
    world.close_modal(opener, modal);
    Ok(())
}

fn opener(world: &World, person: Id, modal: Id) -> Result<&Interaction, Refusal> {
    world
        .interactions()
        .filter(|asked| asked.user == person)
        .find(|asked| {
            asked
                .modal
                .as_ref()
                .is_some_and(|open| open["id"] == json!(modal))
        })
        .ok_or_else(|| Refusal("This modal is not open.".to_owned()))
}

/// Modal that is being filled in.
struct Filler<'a> {
    reader: Reader<'a>,
    values: &'a BTreeMap<String, Value>,
    /// Names of values whose field was not found yet.
    left: Vec<&'a String>,
}

impl Filler<'_> {
    /// Returns a row or a label of the modal as it is submitted.
    fn filled(&mut self, part: &Value) -> Result<Value, Refusal> {
        let mut sent = json!({"type": part["type"], "id": part["id"]});
        if let Some(field) = part.get("component") {
            sent["component"] = self.field_value(field)?;
        } else if let Some(fields) = part["components"].as_array() {
            let fields = fields.iter().map(|field| self.field_value(field));
            sent["components"] = Value::Array(fields.collect::<Result<_, _>>()?);
        }
        Ok(sent)
    }

    fn field_value(&mut self, field: &Value) -> Result<Value, Refusal> {
        let name = field["custom_id"].as_str().unwrap_or_default();
        self.left.retain(|known| *known != name);
        let given = self.values.get(name);
        let mut sent = json!({"type": field["type"], "id": field["id"], "custom_id": name});
        let is_required = field["required"].as_bool().unwrap_or(true);
        if field["type"].as_u64() == Some(TEXT_INPUT) {
            let given = given.or_else(|| field.get("value"));
            let text = given.and_then(Value::as_str).unwrap_or_default();
            check_length(field, text, is_required)?;
            sent["value"] = json!(text);
            return Ok(sent);
        }
        if field["type"].as_u64() == Some(CHECKBOX) {
            let given = given.and_then(Value::as_bool);
            sent["value"] = json!(given.or_else(|| field["default"].as_bool()));
            return Ok(sent);
        }
        let chosen: Vec<String> = match given {
            Some(Value::Array(items)) => items
                .iter()
                .filter_map(Value::as_str)
                .map(str::to_owned)
                .collect(),
            Some(Value::String(item)) => vec![item.clone()],
            Some(_) => Vec::new(),
            None => preset(field),
        };
        let chosen = if chosen.is_empty() && !is_required {
            chosen
        } else {
            picked(&mut self.reader, field, &chosen)?
        };
        if field["type"].as_u64() == Some(RADIO_GROUP) {
            sent["value"] = json!(chosen.first());
        } else {
            sent["values"] = json!(chosen);
        }
        Ok(sent)
    }
}

/// Returns the options of a field that are chosen at first.
fn preset(field: &Value) -> Vec<String> {
    let options = field["options"].as_array().into_iter().flatten();
    let preset = options.filter(|option| option["default"] == true);
    let values = preset.filter_map(|option| option["value"].as_str());
    values.map(str::to_owned).collect()
}

/// Checks the length of a text in a field.
fn check_length(field: &Value, text: &str, is_required: bool) -> Result<(), Refusal> {
    let length = text.encode_utf16().count() as u64;
    let least = field["min_length"].as_u64().unwrap_or(0);
    let most = field["max_length"].as_u64().unwrap_or(4_000);
    let is_missing = is_required && length == 0;
    if is_missing || length > most || (length < least && length > 0) {
        let name = field["custom_id"].as_str().unwrap_or_default();
        return Refusal::new(format!(
            "Field `{name}` wants {least} to {most} characters."
        ));
    }
    Ok(())
}
