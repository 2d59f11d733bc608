//! Checks of the components that only messages made of components can hold.

use serde_json::{Value, json};

use crate::rest::validate::component::{BUTTON, Count, ROW, button, row};
use crate::rest::validate::form::Fields;

const SECTION: i64 = 9;
const TEXT_DISPLAY: i64 = 10;
const THUMBNAIL: i64 = 11;
const MEDIA_GALLERY: i64 = 12;
const FILE: i64 = 13;
const SEPARATOR: i64 = 14;
const CONTAINER: i64 = 17;

/// Checks a top-level component other than a row.
pub(crate) fn component(
    fields: &mut Fields<'_, '_>,
    kind: i64,
    count: &mut Count,
) -> Option<Value> {
    match kind {
        SECTION => section(fields, count),
        CONTAINER => Some(container(fields, count)),
        TEXT_DISPLAY => {
            let id = count.next_id(fields);
            let content = fields.required_text("content", 1, 4_000);
            Some(json!({"type": kind, "id": id, "content": content}))
        }
        MEDIA_GALLERY => {
            let id = count.next_id(fields);
            let items = fields.list("items", 10).unwrap_or_default();
            if items.is_empty() {
                let path = fields.at("items");
                fields.errors.required(&path);
            }
            for (index, item) in items.iter().enumerate() {
                let path = fields.at(&format!("items.{index}"));
                if let Some(object) = fields.errors.object(&path, item) {
                    picture(&mut Fields::new(object, &path, fields.errors));
                }
            }
            Some(json!({"type": kind, "id": id, "items": items}))
        }
        FILE => {
            let id = count.next_id(fields);
            fields.flag("spoiler");
            if media(fields, "file").is_some_and(|url| !url.starts_with("attachment://")) {
                let message = "A file can only be one that is attached";
                fields.fail("file", "URL_TYPE_INVALID_URL", message);
            }
            Some(json!({"type": kind, "id": id, "file": fields.get("file")}))
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
fn picture(fields: &mut Fields<'_, '_>) {
    media(fields, "media");
    fields.text("description", 1, 1_024);
    fields.flag("spoiler");
}

/// Returns the URL of a picture or a file, which must exist.
fn media<'a>(fields: &mut Fields<'a, '_>, name: &str) -> Option<&'a str> {
    let path = fields.at(name);
    let Some(value) = fields.get(name) else {
        fields.errors.required(&path);
        return None;
    };
    let object = fields.errors.object(&path, value)?;
    let mut inner = Fields::new(object, &path, fields.errors);
    if inner.get("url").is_none() {
        let path = inner.at("url");
        inner.errors.required(&path);
    }
    inner.url("url", true)
}

fn section(fields: &mut Fields<'_, '_>, count: &mut Count) -> Option<Value> {
    let id = count.next_id(fields);
    let inner = inside(fields, count, 3, |kind| kind == TEXT_DISPLAY);
    let path = fields.at("accessory");
    let Some(value) = fields.get("accessory") else {
        fields.errors.required(&path);
        return None;
    };
    let object = fields.errors.object(&path, value)?;
    let mut part = Fields::new(object, &path, fields.errors);
    let accessory = match part.number("type", 0, 30) {
        Some(BUTTON) => button(&mut part, count),
        Some(THUMBNAIL) => {
            let id = count.next_id(&mut part);
            picture(&mut part);
            let mut thumbnail = Value::Object(object.clone());
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
        let path = fields.at("components");
        fields.errors.required(&path);
    }
    let mut inner = Vec::new();
    for (index, value) in list.iter().enumerate() {
        let path = fields.at(&format!("components.{index}"));
        let Some(object) = fields.errors.object(&path, value) else {
            continue;
        };
        let mut part = Fields::new(object, &path, fields.errors);
        match part.number("type", 1, 30) {
            Some(kind) if !fits(kind) => {
                part.fail(
                    "type",
                    "UNION_TYPE_CHOICES",
                    "The component cannot stand here.",
                );
            }
            Some(ROW) => inner.push(row(&mut part, count)),
            Some(kind) => inner.extend(component(&mut part, kind, count)),
            None => {
                let path = part.at("type");
                part.errors.required(&path);
            }
        }
    }
    inner
}
