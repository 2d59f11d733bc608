//! Checks of application commands.

use serde_json::{Map, Value};

use crate::rest::error::ApiError;
use crate::rest::validate::command_text::{localizations, name};
use crate::rest::validate::form::{Fields, FormErrors, join};
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
        let path = index.to_string();
        let Some(object) = errors.object(&path, value) else {
            continue;
        };
        check(&mut errors, &path, object);
        let kind = object
            .get("type")
            .and_then(Value::as_u64)
            .unwrap_or(CHAT_INPUT.into());
        let name = object
            .get("name")
            .and_then(Value::as_str)
            .unwrap_or_default();
        if names.contains(&(kind, name)) {
            let message = "Application command names must be unique";
            errors.push(
                &join(&path, "name"),
                "APPLICATION_COMMANDS_DUPLICATE_NAME",
                message,
            );
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
    let mut errors = FormErrors::default();
    if let Some(object) = errors.object("", value) {
        check(&mut errors, "", object);
    }
    errors.into_result()
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

fn check(errors: &mut FormErrors, path: &str, object: &Map<String, Value>) {
    let mut fields = Fields::new(object, path, errors);
    let kind = fields.number("type", 1, 3).unwrap_or(i64::from(CHAT_INPUT));
    let is_slash = kind == i64::from(CHAT_INPUT);
    name(&mut fields, "name", is_slash);
    localizations(&mut fields, "name_localizations", 32, is_slash);
    if is_slash {
        fields.required_text("description", 1, 100);
        localizations(&mut fields, "description_localizations", 100, false);
        option::options(&mut fields, 0);
    } else {
        let has_text = fields.get("description").is_some_and(|text| text != "");
        if has_text {
            let message = "Context menu commands cannot have description";
            fields.fail(
                "description",
                "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION",
                message,
            );
        }
        let options = fields.get("options").and_then(Value::as_array);
        if options.is_some_and(|options| !options.is_empty()) {
            let message = "Context menu commands cannot have options";
            fields.fail(
                "options",
                "APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS",
                message,
            );
        }
    }
    if let Some(bits) = fields.get("default_member_permissions") {
        let number = bits.as_u64().or_else(|| bits.as_str()?.parse().ok());
        if number.is_none_or(|number| number > PERMISSIONS) {
            let message = format!("Value {bits} is not a permission set.");
            fields.fail(
                "default_member_permissions",
                "PERMISSIONS_TYPE_CONVERT",
                message,
            );
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
    let length = option::text_length(&Value::Object(object.clone()));
    if length > TEXT {
        let message = format!("Command exceeds maximum size of {TEXT}");
        errors.push(path, "APPLICATION_COMMAND_TOO_LARGE", message);
    }
}
