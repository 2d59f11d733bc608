//! Checks of embeds.

use serde_json::{Value, json};

use crate::rest::validate::form::{Fields, FormErrors};

/// Largest number of embeds of a message.
const EMBEDS: usize = 10;
/// Largest number of characters in all embeds of a message together.
const TOTAL: usize = 6_000;

/// Checks embeds and converts them to the JSON that Discord returns.
pub(crate) fn embeds(errors: &mut FormErrors, value: &Value) -> Vec<Value> {
    let list = errors.list("embeds", value, EMBEDS);
    let mut total = 0;
    let mut checked = Vec::new();
    for (index, value) in list.iter().enumerate() {
        if let Some(mut fields) = errors.fields(&format!("embeds.{index}"), value) {
            let embed = embed(&mut fields);
            total += size(&embed);
            checked.push(embed);
        }
    }
    if total > TOTAL {
        let message = format!("Embed size exceeds maximum size of {TOTAL}");
        errors.push("embeds", "MAX_EMBED_SIZE_EXCEEDED", message);
    }
    checked
}

fn embed(fields: &mut Fields<'_, '_>) -> Value {
    let mut embed = json!({"type": "rich"});
    fields.text("type", 0, usize::MAX);
    if let Some(title) = fields.text("title", 0, 256) {
        embed["title"] = json!(title);
    }
    if let Some(description) = fields.text("description", 0, 4_096) {
        embed["description"] = json!(description);
    }
    if let Some(url) = fields.url("url", false) {
        embed["url"] = json!(url);
    }
    if let Some(color) = fields.number("color", 0, 0xff_ff_ff) {
        embed["color"] = json!(color);
    }
    if let Some(time) = fields.text("timestamp", 1, 64) {
        let known =
            time::OffsetDateTime::parse(time, &time::format_description::well_known::Rfc3339);
        if known.is_err() {
            let message = format!("Could not parse {time}. Should be ISO8601.");
            fields.fail("timestamp", "DATE_TIME_TYPE_PARSE", message);
        }
        embed["timestamp"] = json!(time);
    }
    for (place, texts) in [("footer", [("text", 2_048)]), ("author", [("name", 256)])] {
        if let Some(part) = part(fields, place, &texts) {
            embed[place] = part;
        }
    }
    for place in ["image", "thumbnail"] {
        if let Some(image) = image(fields, place) {
            embed[place] = image;
        }
    }
    let rows = embed_fields(fields);
    if !rows.is_empty() {
        embed["fields"] = json!(rows);
    }
    let is_empty = [
        "title",
        "description",
        "fields",
        "image",
        "thumbnail",
        "footer",
        "author",
    ]
    .iter()
    .all(|part| embed.get(part).is_none_or(|part| *part == json!("")));
    if is_empty {
        fields.missing("description");
    }
    embed
}

fn part(fields: &mut Fields<'_, '_>, place: &str, texts: &[(&str, usize)]) -> Option<Value> {
    let mut inner = fields.inside(place)?;
    let mut part = json!({});
    for &(name, most) in texts {
        if let Some(text) = inner.required_text(name, 1, most) {
            part[name] = json!(text);
        }
    }
    for (name, attachment) in [("icon_url", true), ("url", false)] {
        if let Some(url) = inner.url(name, attachment) {
            part[name] = json!(url);
        }
    }
    Some(part)
}

fn image(fields: &mut Fields<'_, '_>, place: &str) -> Option<Value> {
    let mut inner = fields.inside(place)?;
    inner.require("url");
    for number in ["width", "height", "placeholder_version"] {
        inner.number(number, 0, i64::from(i32::MAX));
    }
    inner.text("placeholder", 0, 64);
    inner.flag("is_animated");
    let url = inner.url("url", true)?;
    let mut image = json!({"url": url, "proxy_url": url, "width": 0, "height": 0, "flags": 0});
    if let Some(description) = inner.text("description", 0, 1_024) {
        image["description"] = json!(description);
    }
    Some(image)
}

fn embed_fields(fields: &mut Fields<'_, '_>) -> Vec<Value> {
    let list = fields.list("fields", 25).unwrap_or_default();
    fields.items("fields", list, |inner| {
        let name = inner.required_text("name", 1, 256);
        let value = inner.required_text("value", 1, 1_024);
        let inline = inner.flag("inline").unwrap_or(false);
        Some(json!({"name": name, "value": value, "inline": inline}))
    })
}

/// Returns the number of characters that count toward the limit for all embeds.
fn size(embed: &Value) -> usize {
    let count = |value: &Value| value.as_str().map_or(0, |text| text.chars().count());
    let rows = embed["fields"].as_array().into_iter().flatten();
    count(&embed["title"])
        + count(&embed["description"])
        + count(&embed["footer"]["text"])
        + count(&embed["author"]["name"])
        + rows
            .map(|row| count(&row["name"]) + count(&row["value"]))
            .sum::<usize>()
}
