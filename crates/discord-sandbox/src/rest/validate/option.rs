//! Checks of the options of slash commands.

use serde_json::Value;

use crate::rest::validate::command_text::{localizations, name};
use crate::rest::validate::form::Fields;

const SUB_COMMAND: i64 = 1;
const SUB_COMMAND_GROUP: i64 = 2;
const STRING: i64 = 3;
const INTEGER: i64 = 4;
const NUMBER: i64 = 10;

/// Largest integer that every client can represent.
const LARGEST: i64 = (1 << 53) - 1;

/// Largest number of options, subcommands or choices.
pub(crate) const MOST: usize = 25;

/// Checks the options of a command (depth 0), of a group (1) or of a subcommand (2).
pub(crate) fn options(fields: &mut Fields<'_, '_>, depth: u8) {
    let list = fields.list("options", MOST).unwrap_or_default();
    let mut names: Vec<&str> = Vec::new();
    let mut is_optional_seen = false;
    let kinds = fields.items("options", list, |inner| {
        let kind = option(inner, depth);
        let own_name = inner
            .get("name")
            .and_then(Value::as_str)
            .unwrap_or_default();
        if names.contains(&own_name) {
            let message = "Option name already exists in this command";
            let code = "APPLICATION_COMMAND_OPTION_NAME_ALREADY_EXISTS";
            inner.fail("name", code, message);
        }
        names.push(own_name);
        let is_required = inner.flag("required").unwrap_or(false);
        if is_required && is_optional_seen {
            let message = "Required options must be placed before non-required options";
            let code = "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID";
            inner.fail("required", code, message);
        }
        is_optional_seen |= !is_required;
        kind
    });
    let branches = kinds
        .iter()
        .filter(|kind| **kind <= SUB_COMMAND_GROUP)
        .count();
    if branches > 0 && branches < kinds.len() {
        let message = "Sub-command and sub-command group option types are mutually exclusive to \
                       all other types";
        let code = "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID";
        fields.fail("options", code, message);
    }
}

fn option(fields: &mut Fields<'_, '_>, depth: u8) -> Option<i64> {
    let Some(kind) = fields.number("type", 1, 11) else {
        fields.missing("type");
        return None;
    };
    name(fields, "name", true);
    localizations(fields, "name_localizations", 32, true);
    fields.required_text("description", 1, 100);
    localizations(fields, "description_localizations", 100, false);
    let fits = match kind {
        SUB_COMMAND => depth < 2,
        SUB_COMMAND_GROUP => depth == 0,
        _ => depth != 1,
    };
    if !fits {
        let message = "This option type cannot stand at this depth";
        fields.fail("type", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message);
    }
    match kind {
        SUB_COMMAND => options(fields, 2),
        SUB_COMMAND_GROUP => {
            if fields
                .get("options")
                .and_then(Value::as_array)
                .is_none_or(Vec::is_empty)
            {
                fields.missing("options");
            }
            options(fields, 1);
        }
        _ => leaf(fields, kind),
    }
    Some(kind)
}

fn leaf(fields: &mut Fields<'_, '_>, kind: i64) {
    let has_choices = choices(fields, kind);
    if fields.flag("autocomplete").unwrap_or(false) {
        if has_choices {
            let message = "Autocomplete cannot be used together with choices";
            let code = "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES";
            fields.fail("autocomplete", code, message);
        }
        if !matches!(kind, STRING | INTEGER | NUMBER) {
            let message = "Autocomplete is not available for this option type";
            let code = "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_TYPE";
            fields.fail("autocomplete", code, message);
        }
    }
    let least = fields.number("min_length", 0, 6_000);
    let most = fields.number("max_length", 1, 6_000);
    if least.zip(most).is_some_and(|(least, most)| least > most) {
        let message = "min_length must be less than or equal to max_length";
        let code = "APPLICATION_COMMAND_OPTIONS_MIN_LENGTH_TOO_LARGE";
        fields.fail("min_length", code, message);
    }
    for name in ["min_value", "max_value"] {
        if kind == INTEGER {
            fields.number(name, -LARGEST, LARGEST);
        } else if fields.get(name).is_some_and(|value| !value.is_number()) {
            let message = "The value is not a number.";
            fields.fail(name, "NUMBER_TYPE_COERCE", message);
        }
    }
    fields.channel_types();
    let bound = |name: &str| fields.get(name).and_then(Value::as_f64);
    if bound("min_value")
        .zip(bound("max_value"))
        .is_some_and(|(least, most)| least > most)
    {
        let message = "min_value must be less than or equal to max_value";
        let code = "APPLICATION_COMMAND_OPTIONS_MIN_VALUE_TOO_LARGE";
        fields.fail("min_value", code, message);
    }
}

fn choices(fields: &mut Fields<'_, '_>, kind: i64) -> bool {
    let list = fields.list("choices", MOST).unwrap_or_default();
    if !list.is_empty() && !matches!(kind, STRING | INTEGER | NUMBER) {
        let message = "Choices are not available for this option type";
        let code = "APPLICATION_COMMAND_OPTIONS_CHOICES_TYPE";
        fields.fail("choices", code, message);
        return true;
    }
    check_choices(fields, list, kind);
    !list.is_empty()
}

/// Checks the choices of an option, or of an autocomplete response (kind 0 accepts any value).
pub(crate) fn check_choices<'a>(fields: &mut Fields<'a, '_>, list: &'a [Value], kind: i64) {
    let mut names: Vec<&str> = Vec::new();
    fields.items("choices", list, |inner| {
        let own_name = inner.required_text("name", 1, 100).unwrap_or_default();
        localizations(inner, "name_localizations", 100, false);
        if kind != 0 && names.contains(&own_name) {
            let message = "Choice name already exists in this option";
            let code = "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS";
            inner.fail("name", code, message);
        }
        names.push(own_name);
        let value = inner.get("value");
        let is_exact = |value: &serde_json::Number| {
            let number = value.as_i64();
            number.map_or(value.is_f64(), |number| number.abs() <= LARGEST)
        };
        let fits = match (kind, value) {
            (INTEGER, Some(Value::Number(value))) => value.is_i64() && is_exact(value),
            (NUMBER | 0, Some(Value::Number(value))) => is_exact(value),
            (STRING | 0, Some(Value::String(_))) => true,
            _ => false,
        };
        if !fits {
            let message = "Could not interpret the value as the option's type.";
            inner.fail("value", "BASE_TYPE_CONVERT", message);
        }
        inner.text_if_string("value", 100);
        Some(())
    });
}

/// Returns the number of characters in names, descriptions and values; a text with localizations
/// counts as its longest one.
pub(crate) fn text_length(value: &Value) -> usize {
    let length = |value: &Value| value.as_str().map_or(0, |text| text.chars().count());
    let longest = |name: &str| {
        let texts = value[format!("{name}_localizations")].as_object();
        let translated = texts
            .into_iter()
            .flat_map(|texts| texts.values())
            .map(length)
            .max();
        length(&value[name]).max(translated.unwrap_or(0))
    };
    let inside = ["options", "choices"]
        .into_iter()
        .filter_map(|list| value[list].as_array());
    longest("name")
        + longest("description")
        + length(&value["value"])
        + inside.flatten().map(text_length).sum::<usize>()
}
