//! Checks of components: rows of buttons and selects.

use serde_json::{Value, json};

use crate::rest::validate::form::Fields;

pub(crate) const ROW: i64 = 1;
pub(crate) const BUTTON: i64 = 2;
pub(crate) const STRING_SELECT: i64 = 3;
const CHANNEL_SELECT: i64 = 8;

const LINK: i64 = 5;
const PREMIUM: i64 = 6;

/// Longest URL of a button, in characters.
const LINK_LENGTH: usize = 512;

/// Largest number of options of a select.
const OPTIONS: usize = 25;

/// Ids and text used so far in a message or modal.
#[derive(Debug, Default)]
pub(crate) struct Count {
    pub(crate) custom_ids: Vec<String>,
    pub(crate) ids: i64,
    /// Characters of all text displays.
    pub(crate) text: usize,
}

impl Count {
    /// Returns the id of the next component; like Discord, numbers those that have none.
    pub(crate) fn next_id(&mut self, fields: &mut Fields<'_, '_>) -> i64 {
        self.ids += 1;
        fields
            .number("id", 0, i64::from(i32::MAX))
            .filter(|id| *id != 0)
            .unwrap_or(self.ids)
    }

    /// Returns the custom id, which no other component may have.
    pub(crate) fn custom_id(&mut self, fields: &mut Fields<'_, '_>) -> Option<String> {
        let custom_id = fields.required_text("custom_id", 1, 100)?.to_owned();
        if self.custom_ids.contains(&custom_id) {
            let message = "Component custom id cannot be duplicated";
            fields.fail("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", message);
        }
        self.custom_ids.push(custom_id.clone());
        Some(custom_id)
    }
}

/// Checks a row of up to five buttons, or of one select.
pub(crate) fn row(fields: &mut Fields<'_, '_>, count: &mut Count) -> Value {
    let id = count.next_id(fields);
    let list = fields.list("components", 5).unwrap_or_default();
    if list.is_empty() {
        let message = "Must be between 1 and 5 in length.";
        fields.fail("components", "BASE_TYPE_BAD_LENGTH", message);
    }
    let mut width = 0;
    let inner = fields.items("components", list, |part| {
        let kind = part.number("type", 0, 30).unwrap_or(0);
        width += if kind == BUTTON { 1 } else { 5 };
        if width > 5 && list.len() <= 5 {
            let message = "The specified component exceeds the maximum width";
            part.errors
                .push(&part.path, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message);
        }
        match kind {
            BUTTON => button(part, count),
            STRING_SELECT | 5..=CHANNEL_SELECT => Some(select(part, kind, count)),
            _ => {
                let message = "Value of field \"type\" must be one of (2, 3, 5, 6, 7, 8).";
                part.fail("type", "UNION_TYPE_CHOICES", message);
                None
            }
        }
    });
    json!({"type": ROW, "id": id, "components": inner})
}

/// Checks a button of any style.
pub(crate) fn button(fields: &mut Fields<'_, '_>, count: &mut Count) -> Option<Value> {
    let id = count.next_id(fields);
    let Some(style) = fields.number("style", 1, 6) else {
        fields.missing("style");
        return None;
    };
    let mut button = json!({"type": BUTTON, "id": id, "style": style});
    if let Some(label) = fields.text("label", 0, 80) {
        button["label"] = json!(label);
    }
    if let Some(emoji) = emoji(fields) {
        button["emoji"] = emoji;
    }
    if fields.flag("disabled").unwrap_or(false) {
        button["disabled"] = json!(true);
    }
    let has_face = button["label"]
        .as_str()
        .is_some_and(|label| !label.is_empty())
        || button.get("emoji").is_some();
    let sku = fields.id("sku_id");
    if style == PREMIUM {
        if sku.is_none() || has_face {
            let message = "A premium button has a sku_id and no label or emoji";
            fields.fail("sku_id", "BUTTON_COMPONENT_INVALID", message);
        }
        return Some(button);
    }
    if !has_face {
        let message = "A label or emoji is required";
        fields.fail("label", "BUTTON_COMPONENT_LABEL_REQUIRED", message);
    }
    if style == LINK {
        if fields.get("custom_id").is_some() {
            let message = "A custom id and url cannot both be specified";
            fields.fail("custom_id", "COMPONENT_CUSTOM_ID_URL_EXCLUSIVE", message);
        }
        if let Some(url) = fields.url_within("url", false, LINK_LENGTH) {
            button["url"] = json!(url);
        } else {
            let message = "A url is required for a link button";
            fields.fail("url", "BUTTON_COMPONENT_URL_REQUIRED", message);
        }
        return Some(button);
    }
    if fields.get("url").is_some() {
        let message = "A custom id and url cannot both be specified";
        fields.fail("url", "COMPONENT_CUSTOM_ID_URL_EXCLUSIVE", message);
    }
    button["custom_id"] = json!(count.custom_id(fields));
    Some(button)
}

fn emoji(fields: &mut Fields<'_, '_>) -> Option<Value> {
    let mut inner = fields.inside("emoji")?;
    let (id, name) = (inner.id("id"), inner.required_text("name", 0, 32));
    let is_letters = name.is_some_and(|name| name.is_empty() || name.is_ascii());
    if id.is_none() && is_letters {
        inner.fail("name", "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji");
    }
    Some(match id {
        Some(id) => json!({"id": id, "name": name, "animated": false}),
        None => json!({"name": name}),
    })
}

/// Checks a select of strings, users, roles or channels.
pub(crate) fn select(fields: &mut Fields<'_, '_>, kind: i64, count: &mut Count) -> Value {
    let id = count.next_id(fields);
    let custom_id = count.custom_id(fields);
    let least = fields.number("min_values", 0, 25).unwrap_or(1);
    let most = fields.number("max_values", 1, 25).unwrap_or(1);
    let mut select = json!({
        "type": kind, "id": id, "custom_id": custom_id, "min_values": least, "max_values": most,
    });
    if least > most {
        let message = "min_values must be less than or equal to max_values";
        let code = "SELECT_COMPONENT_MIN_VALUES_TOO_LARGE";
        fields.fail("min_values", code, message);
    }
    if let Some(placeholder) = fields.text("placeholder", 0, 150) {
        select["placeholder"] = json!(placeholder);
    }
    if fields.flag("disabled").unwrap_or(false) {
        select["disabled"] = json!(true);
    }
    if let Some(required) = fields.flag("required") {
        select["required"] = json!(required);
    }
    if let Some(kinds) = fields.channel_types() {
        select["channel_types"] = json!(kinds);
    }
    if let Some(values) = default_values(fields, kind, (least, most)) {
        select["default_values"] = json!(values);
    }
    if kind == STRING_SELECT {
        let options = options(fields, OPTIONS, most);
        if i64::try_from(options.len()).is_ok_and(|length| most > length) {
            let message = "max_values must be less than or equal to the number of options";
            let code = "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE";
            fields.fail("max_values", code, message);
        }
        select["options"] = json!(options);
    }
    select
}

/// Checks the default values of a select of users, roles or channels; like Discord, returns their
/// ids as strings, even if they were sent as numbers.
fn default_values(
    fields: &mut Fields<'_, '_>,
    kind: i64,
    (least, most): (i64, i64),
) -> Option<Vec<Value>> {
    fields.get("default_values")?;
    let list = fields.list("default_values", OPTIONS)?;
    let kinds: &[&str] = match kind {
        5 => &["user"],
        6 => &["role"],
        7 => &["user", "role"],
        CHANNEL_SELECT => &["channel"],
        _ => &[],
    };
    let values = fields.items("default_values", list, |inner| {
        inner.require("id");
        let id = inner.id("id");
        let kind = inner.get("type");
        if !kinds
            .iter()
            .any(|known| kind.is_some_and(|kind| kind == known))
        {
            let message = format!("Value must be one of {kinds:?}.");
            inner.fail("type", "BASE_TYPE_CHOICES", message);
        }
        Some(json!({"id": id, "type": kind}))
    });
    let count = i64::try_from(list.len()).unwrap_or(i64::MAX);
    if count > 0 && !(least..=most).contains(&count) {
        let message = format!("Must be between {least} and {most} in length.");
        fields.fail("default_values", "BASE_TYPE_BAD_LENGTH", message);
    }
    Some(values)
}

/// Checks up to `longest` options, of which at most `most` may be preselected.
pub(crate) fn options(fields: &mut Fields<'_, '_>, longest: usize, most: i64) -> Vec<Value> {
    let list = fields.list("options", longest).unwrap_or_default();
    if list.is_empty() {
        fields.missing("options");
    }
    let mut values = Vec::new();
    let mut defaults = 0;
    let options = fields.items("options", list, |inner| {
        let label = inner.required_text("label", 1, 100);
        let value = inner.required_text("value", 1, 100);
        let mut option = json!({"label": label, "value": value});
        if let Some(description) = inner.text("description", 0, 100) {
            option["description"] = json!(description);
        }
        if let Some(emoji) = emoji(inner) {
            option["emoji"] = emoji;
        }
        if inner.flag("default").unwrap_or(false) {
            option["default"] = json!(true);
            defaults += 1;
        }
        if values.contains(&value) {
            let message = "The specified option value is already used";
            inner.fail("value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message);
        }
        values.push(value);
        Some(option)
    });
    if defaults > most {
        let message = "More options are set as default than may be picked";
        let code = "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES";
        fields.fail("options", code, message);
    }
    options
}
