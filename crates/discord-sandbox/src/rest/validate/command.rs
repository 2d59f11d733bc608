//! Checks of application commands.

use serde_json::Value;

use crate::rest::error::ApiError;
use crate::rest::validate::command_text::{localizations, name};
use crate::rest::validate::form::{self, Fields, FormErrors};
use crate::rest::validate::option;
use crate::world::commands::{CHAT_INPUT, MESSAGE, USER};

/// Largest number of slash commands; context menu commands have a lower limit.
const COMMANDS: usize = 100;
const MENU_COMMANDS: usize = 15;
/// Mask of all permission bits that Discord has room for.
const PERMISSIONS: u64 = (1 << 54) - 1;
/// Largest number of characters in a command's names, descriptions and values together.
const TEXT: usize = 8_000;

/// Checks a complete list of commands.
///
/// # Errors
///
/// A command is invalid, or there are too many of them.
pub(crate) fn commands(value: &Value) -> Result<(), ApiError> {
    let mut errors = FormErrors::default();
    let list = errors.list("", value, usize::MAX);
    let mut names: Vec<(u64, &str)> = Vec::new();
    for (index, value) in list.iter().enumerate() {
        let Some(mut fields) = errors.fields(&index.to_string(), value) else {
            continue;
        };
        check(&mut fields);
        let kind = value["type"].as_u64().unwrap_or(CHAT_INPUT.into());
        let name = value["name"].as_str().unwrap_or_default();
        if names.contains(&(kind, name)) {
            let message = "Application command names must be unique";
            fields.fail("name", "APPLICATION_COMMANDS_DUPLICATE_NAME", message);
        }
        names.push((kind, name));
    }
    check_counts(&mut errors, &names);
    errors.into_result()
}

/// Checks a command.
///
/// # Errors
///
/// The command is invalid.
pub(crate) fn command(value: &Value) -> Result<(), ApiError> {
    form::read("", value, check)
}

fn check_counts(errors: &mut FormErrors, names: &[(u64, &str)]) {
    for (kind, most) in [
        (CHAT_INPUT, COMMANDS),
        (USER, MENU_COMMANDS),
        (MESSAGE, MENU_COMMANDS),
    ] {
        let count = names
            .iter()
            .filter(|(other, _)| *other == u64::from(kind))
            .count();
        if count > most {
            let message = format!("Maximum number of application commands reached ({most})");
            errors.push("", "APPLICATION_COMMANDS_LIMIT_REACHED", message);
        }
    }
}

/// Checks that one more command of a kind can be registered.
///
/// # Errors
///
/// The limit is reached.
pub(crate) fn check_room(kind: u8, count: usize) -> Result<(), ApiError> {
    let most = if kind == CHAT_INPUT {
        COMMANDS
    } else {
        MENU_COMMANDS
    };
    if count < most {
        return Ok(());
    }
    let message = format!("Maximum number of application commands reached ({most})");
    Err(ApiError::new(
        axum::http::StatusCode::BAD_REQUEST,
        30_032,
        message,
    ))
}

fn check(fields: &mut Fields<'_, '_>) {
    let kind = fields.number("type", 1, 3).unwrap_or(i64::from(CHAT_INPUT));
    let is_slash = kind == i64::from(CHAT_INPUT);
    name(fields, "name", is_slash);
    localizations(fields, "name_localizations", 32, is_slash);
    if is_slash {
        fields.required_text("description", 1, 100);
        localizations(fields, "description_localizations", 100, false);
        option::options(fields, 0);
    } else {
        let has_text = fields.get("description").is_some_and(|text| text != "");
        if has_text {
            let message = "Context menu commands cannot have description";
            let code = "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION";
            fields.fail("description", code, message);
        }
        let options = fields.get("options").and_then(Value::as_array);
        if options.is_some_and(|options| !options.is_empty()) {
            let message = "Context menu commands cannot have options";
            let code = "APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS";
            fields.fail("options", code, message);
        }
    }
    if let Some(bits) = fields.get("default_member_permissions") {
        let number = bits.as_u64().or_else(|| bits.as_str()?.parse().ok());
        if number.is_none_or(|number| number > PERMISSIONS) {
            let message = format!("Value {bits} is not a permission set.");
            let code = "PERMISSIONS_TYPE_CONVERT";
            fields.fail("default_member_permissions", code, message);
        }
    }
    for (list, count) in [("contexts", 3), ("integration_types", 2)] {
        let is_known = |value: &Value| value.as_u64().is_some_and(|kind| kind < count);
        fields.set(list, (1, 3), is_known);
    }
    for flag in ["dm_permission", "nsfw"] {
        fields.flag(flag);
    }
    fields.id("id");
    fields.number("handler", 1, 2);
    let length = option::text_length(&Value::Object(fields.object.clone()));
    if length > TEXT {
        let message = format!("Command exceeds maximum size of {TEXT}");
        fields.fail("", "APPLICATION_COMMAND_TOO_LARGE", message);
    }
}
