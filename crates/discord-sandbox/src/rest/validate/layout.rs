//! Checks of all components of a message, and of those that only messages made of components can
//! hold.

use serde_json::{Value, json};

use crate::rest::error::ApiError;
use crate::rest::validate::component::{BUTTON, Count, ROW, button, row};
use crate::rest::validate::form::{Fields, FormErrors, each_object, join};

const SECTION: i64 = 9;
const TEXT_DISPLAY: i64 = 10;
const THUMBNAIL: i64 = 11;
const MEDIA_GALLERY: i64 = 12;
const FILE: i64 = 13;
const SEPARATOR: i64 = 14;
const CONTAINER: i64 = 17;

/// Largest number of rows of a message without the flag for components only.
const ROWS: usize = 5;
/// Largest number of components of a message with that flag.
const V2_COMPONENTS: i64 = 40;
/// Largest number of characters of all its text displays together.
const V2_TEXT: usize = 4_000;

/// Scheme of the URL of an attached file.
const ATTACHMENT: &str = "attachment://";

/// Checks the components of a message and converts them to the JSON that Discord returns.
pub(crate) fn components(errors: &mut FormErrors, value: &Value, v2: bool) -> Vec<Value> {
    let most = if v2 { usize::MAX } else { ROWS };
    let list = errors.list("components", value, most);
    let mut count = Count::default();
    let checked = list
        .iter()
        .enumerate()
        .filter_map(|(index, value)| {
            let mut fields = errors.fields(&format!("components.{index}"), value)?;
            match fields.number("type", 1, 30) {
                Some(ROW) => Some(row(&mut fields, &mut count)),
                Some(kind) if v2 => component(&mut fields, kind, &mut count),
                Some(_) => {
                    let message = "Value of field \"type\" must be one of (1,).";
                    fields.fail("type", "UNION_TYPE_CHOICES", message);
                    None
                }
                None => {
                    fields.missing("type");
                    None
                }
            }
        })
        .collect();
    if v2 && count.ids > V2_COMPONENTS {
        let message = format!("Total number of components cannot exceed {V2_COMPONENTS}");
        let code = "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED";
        errors.push("components", code, message);
    }
    if count.text > V2_TEXT {
        let message = format!("Components displayable text size exceeds maximum size of {V2_TEXT}");
        let code = "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED";
        errors.push("components", code, message);
    }
    checked
}

/// Checks a top-level component other than a row.
fn component(fields: &mut Fields<'_, '_>, kind: i64, count: &mut Count) -> Option<Value> {
    match kind {
        SECTION => section(fields, count),
        CONTAINER => Some(container(fields, count)),
        TEXT_DISPLAY => {
            let id = count.next_id(fields);
            let content = fields.required_text("content", 1, V2_TEXT);
            count.text += content.map_or(0, |content| content.chars().count());
            Some(json!({"type": kind, "id": id, "content": content}))
        }
        MEDIA_GALLERY => {
            let id = count.next_id(fields);
            let items = fields.list("items", 10).unwrap_or_default();
            if items.is_empty() {
                fields.missing("items");
            }
            let items = fields.items("items", items, |item| Some(picture(item)));
            Some(json!({"type": kind, "id": id, "items": items}))
        }
        FILE => {
            let id = count.next_id(fields);
            let spoiler = fields.flag("spoiler").unwrap_or(false);
            let url = media(fields, "file");
            if url.is_some_and(|url| !url.starts_with(ATTACHMENT)) {
                let message = "A file can only be one that is attached";
                fields.fail("file", "URL_TYPE_INVALID_URL", message);
            }
            Some(json!({"type": kind, "id": id, "file": {"url": url}, "spoiler": spoiler}))
        }
        SEPARATOR => {
            let id = count.next_id(fields);
            let spacing = fields.number("spacing", 1, 2).unwrap_or(1);
            let divider = fields.flag("divider").unwrap_or(true);
            Some(json!({"type": kind, "id": id, "spacing": spacing, "divider": divider}))
        }
        _ => {
            let message = "Value of field \"type\" must be one of (1, 9, 10, 12, 13, 14, 17).";
            fields.fail("type", "UNION_TYPE_CHOICES", message);
            None
        }
    }
}

/// Checks a picture of a gallery or an accessory of a section.
fn picture(fields: &mut Fields<'_, '_>) -> Value {
    let url = media(fields, "media");
    let description = fields.text("description", 1, 1_024);
    let spoiler = fields.flag("spoiler").unwrap_or(false);
    json!({"media": {"url": url}, "description": description, "spoiler": spoiler})
}

/// Returns the URL of a picture or a file, which must exist.
fn media<'a>(fields: &mut Fields<'a, '_>, name: &str) -> Option<&'a str> {
    let mut inner = fields.required_inside(name)?;
    inner.require("url");
    inner.url("url", true)
}

fn section(fields: &mut Fields<'_, '_>, count: &mut Count) -> Option<Value> {
    let id = count.next_id(fields);
    let inner = inside(fields, count, 3, |kind| kind == TEXT_DISPLAY);
    let mut part = fields.required_inside("accessory")?;
    let accessory = match part.number("type", 0, 30) {
        Some(BUTTON) => button(&mut part, count),
        Some(THUMBNAIL) => {
            let id = count.next_id(&mut part);
            let mut thumbnail = picture(&mut part);
            thumbnail["type"] = json!(THUMBNAIL);
            thumbnail["id"] = json!(id);
            Some(thumbnail)
        }
        _ => {
            let message = "Value of field \"type\" must be one of (2, 11).";
            part.fail("type", "UNION_TYPE_CHOICES", message);
            None
        }
    };
    Some(json!({"type": SECTION, "id": id, "components": inner, "accessory": accessory}))
}

fn container(fields: &mut Fields<'_, '_>, count: &mut Count) -> Value {
    let id = count.next_id(fields);
    let color = fields.number("accent_color", 0, 0xff_ff_ff);
    let spoiler = fields.flag("spoiler").unwrap_or(false);
    let inner = inside(fields, count, 40, |kind| kind != CONTAINER);
    json!({
        "type": CONTAINER, "id": id, "accent_color": color, "spoiler": spoiler, "components": inner,
    })
}

fn inside(
    fields: &mut Fields<'_, '_>,
    count: &mut Count,
    most: usize,
    fits: impl Fn(i64) -> bool,
) -> Vec<Value> {
    let list = fields.list("components", most).unwrap_or_default();
    if list.is_empty() {
        fields.missing("components");
    }
    fields.items("components", list, |part| {
        match part.number("type", 1, 30) {
            Some(kind) if !fits(kind) => {
                let message = "The component cannot stand here.";
                part.fail("type", "UNION_TYPE_CHOICES", message);
                None
            }
            Some(ROW) => Some(row(part, count)),
            Some(kind) => component(part, kind, count),
            None => {
                part.missing("type");
                None
            }
        }
    })
}

/// Checks that the attachments shown by components are among those with these names.
///
/// # Errors
///
/// A component shows an attachment that does not exist.
pub(crate) fn check_attachments(components: &[Value], names: &[String]) -> Result<(), ApiError> {
    let mut errors = FormErrors::default();
    for (index, component) in components.iter().enumerate() {
        let path = format!("components.{index}");
        each_object(&path, component, &mut |path, object| {
            let url = object.get("url").and_then(Value::as_str);
            let name = url.and_then(|url| url.strip_prefix(ATTACHMENT));
            if name.is_some_and(|name| !names.iter().any(|known| known == name)) {
                let message = "The referenced attachment was not found";
                let code = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND";
                errors.push(&join(path, "url"), code, message);
            }
        });
    }
    errors.into_result()
}
