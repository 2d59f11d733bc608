//! Checks of modals.

use serde_json::{Value, json};

use crate::rest::error::ApiError;
use crate::rest::validate::component::{Count, ROW, STRING_SELECT, options, select};
use crate::rest::validate::form::{self, Fields};

const TEXT_INPUT: i64 = 4;
const TEXT_DISPLAY: i64 = 10;
const LABEL: i64 = 18;
const FILE_UPLOAD: i64 = 19;
const RADIO_GROUP: i64 = 21;
const CHECKBOX_GROUP: i64 = 22;
const CHECKBOX: i64 = 23;

/// Largest number of files of an upload, and of options of a group.
const MOST: i64 = 10;

/// Checks the `data` of a modal and converts it to the JSON that the person receives.
///
/// # Errors
///
/// The modal is invalid.
pub(crate) fn modal(data: &Value) -> Result<Value, ApiError> {
    form::read("data", data, |fields| {
        let custom_id = fields.required_text("custom_id", 1, 100);
        let title = fields.required_text("title", 1, 45);
        let list = fields.list("components", 5).unwrap_or_default();
        if list.is_empty() {
            let message = "Must be between 1 and 5 in length.";
            fields.fail("components", "BASE_TYPE_BAD_LENGTH", message);
        }
        let mut count = Count::default();
        let components = fields.items("components", list, |inner| part(inner, &mut count));
        json!({"custom_id": custom_id, "title": title, "components": components})
    })
}

fn part(fields: &mut Fields<'_, '_>, count: &mut Count) -> Option<Value> {
    let id = count.next_id(fields);
    match fields.number("type", 0, 30) {
        Some(ROW) => {
            let list = fields.list("components", 1).unwrap_or_default();
            if list.is_empty() {
                fields.missing("components");
            }
            let input = fields.items("components", list, |inner| text_input(inner, count, true));
            Some(json!({"type": ROW, "id": id, "components": input}))
        }
        Some(LABEL) => {
            let label = fields.required_text("label", 1, 45);
            let description = fields.text("description", 1, 100);
            let mut inner = fields.required_inside("component")?;
            let component = match inner.number("type", 0, 30) {
                Some(TEXT_INPUT) => text_input(&mut inner, count, false),
                Some(kind @ (STRING_SELECT | 5..=8)) => {
                    if inner.flag("disabled") == Some(true) {
                        let message = "Nothing in a modal can be disabled";
                        inner.fail("disabled", "COMPONENT_DISABLED_IN_MODAL", message);
                    }
                    Some(select(&mut inner, kind, count))
                }
                Some(FILE_UPLOAD) => Some(file_upload(&mut inner, count)),
                Some(kind @ (RADIO_GROUP | CHECKBOX_GROUP)) => Some(group(&mut inner, kind, count)),
                Some(CHECKBOX) => Some(checkbox(&mut inner, count)),
                _ => {
                    let message = "The component cannot stand in a label.";
                    inner.fail("type", "UNION_TYPE_CHOICES", message);
                    None
                }
            };
            Some(json!({
                "type": LABEL, "id": id, "label": label, "description": description,
                "component": component,
            }))
        }
        Some(TEXT_DISPLAY) => {
            let content = fields.required_text("content", 1, 4_000);
            Some(json!({"type": TEXT_DISPLAY, "id": id, "content": content}))
        }
        _ => {
            let message = "Value of field \"type\" must be one of (1, 10, 18).";
            fields.fail("type", "UNION_TYPE_CHOICES", message);
            None
        }
    }
}

/// Checks a file upload.
fn file_upload(fields: &mut Fields<'_, '_>, count: &mut Count) -> Value {
    let id = count.next_id(fields);
    let custom_id = count.custom_id(fields);
    let (least, most, required) = range(fields, 1);
    let mut upload = json!({
        "type": FILE_UPLOAD, "id": id, "custom_id": custom_id,
        "min_values": least, "max_values": most, "required": required,
    });
    if let Some(types) = fields.set("file_types", (0, usize::MAX), is_file_type) {
        upload["file_types"] = json!(types);
    }
    upload
}

/// Returns whether this is a type of files: a kind, or an extension such as `.txt`.
fn is_file_type(value: &Value) -> bool {
    value.as_str().is_some_and(|text| {
        let extension = text.strip_prefix('.').unwrap_or_default();
        ["audio", "image", "video"].contains(&text) || !extension.is_empty()
    })
}

/// Checks a group of radio buttons, one of which can be picked, or of checkboxes.
fn group(fields: &mut Fields<'_, '_>, kind: i64, count: &mut Count) -> Value {
    let id = count.next_id(fields);
    let custom_id = count.custom_id(fields);
    let longest = usize::try_from(MOST).expect("a small number");
    let listed = fields.list("options", longest).map_or(0, <[Value]>::len);
    let listed = i64::try_from(listed).unwrap_or(i64::MAX);
    let (least, most, required) = if kind == RADIO_GROUP {
        if listed == 1 {
            let message = "Must be between 2 and 10 in length.";
            fields.fail("options", "BASE_TYPE_BAD_LENGTH", message);
        }
        (1, 1, fields.flag("required").unwrap_or(true))
    } else {
        range(fields, listed.clamp(1, MOST))
    };
    if listed > 0 && most > listed {
        let message = "max_values must be less than or equal to the number of options";
        fields.fail("max_values", "BASE_TYPE_BAD_LENGTH", message);
    }
    let options = options(fields, longest, most);
    json!({
        "type": kind, "id": id, "custom_id": custom_id, "options": options,
        "min_values": least, "max_values": most, "required": required,
    })
}

/// Checks a checkbox, which never has to be checked.
fn checkbox(fields: &mut Fields<'_, '_>, count: &mut Count) -> Value {
    let id = count.next_id(fields);
    let custom_id = count.custom_id(fields);
    let default = fields.flag("default").unwrap_or(false);
    json!({
        "type": CHECKBOX, "id": id, "custom_id": custom_id, "default": default, "required": false,
    })
}

/// Returns the least and largest number of values of a field, and whether it is required.
fn range(fields: &mut Fields<'_, '_>, default_most: i64) -> (i64, i64, bool) {
    let least = fields.number("min_values", 0, MOST).unwrap_or(1);
    let most = fields.number("max_values", 1, MOST).unwrap_or(default_most);
    let required = fields.flag("required").unwrap_or(true);
    if least > most {
        let message = "min_values must be less than or equal to max_values";
        fields.fail("min_values", "NUMBER_TYPE_MAX", message);
    }
    if least == 0 && required {
        let message = "min_values of 0 needs required to be false";
        fields.fail("min_values", "NUMBER_TYPE_MIN", message);
    }
    (least, most, required)
}

fn text_input(fields: &mut Fields<'_, '_>, count: &mut Count, labeled: bool) -> Option<Value> {
    if fields.number("type", 0, 30) != Some(TEXT_INPUT) {
        let message = "Value of field \"type\" must be one of (4,).";
        fields.fail("type", "UNION_TYPE_CHOICES", message);
        return None;
    }
    let id = count.next_id(fields);
    let custom_id = count.custom_id(fields);
    let style = fields.number("style", 1, 2);
    if style.is_none() {
        fields.missing("style");
    }
    let mut input = json!({
        "type": TEXT_INPUT, "id": id, "custom_id": custom_id, "style": style,
        "required": fields.flag("required").unwrap_or(true),
    });
    if labeled {
        input["label"] = json!(fields.required_text("label", 1, 45));
    } else {
        fields.text("label", 1, 45);
    }
    let least = fields.number("min_length", 0, 4_000);
    let most = fields.number("max_length", 1, 4_000);
    if least.zip(most).is_some_and(|(least, most)| least > most) {
        let message = "min_length must be less than or equal to max_length";
        fields.fail("min_length", "TEXT_INPUT_MIN_LENGTH_TOO_LARGE", message);
    }
    for (name, bound) in [("min_length", least), ("max_length", most)] {
        if let Some(bound) = bound {
            input[name] = json!(bound);
        }
    }
    let longest = usize::try_from(most.unwrap_or(4_000)).unwrap_or(4_000);
    for (name, longest) in [("value", longest), ("placeholder", 100)] {
        if let Some(text) = fields.text(name, 0, longest) {
            input[name] = json!(text);
        }
    }
    Some(input)
}
