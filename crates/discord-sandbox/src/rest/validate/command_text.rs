//! Checks of the texts of commands and of their options: names and localizations.

use crate::rest::validate::form::{Fields, join};
use crate::world::model::LOCALES;

/// Checks a name; those of slash commands and options are lowercase without spaces.
pub(crate) fn name(fields: &mut Fields<'_, '_>, field: &str, is_slash: bool) {
    let Some(name) = fields.required_text(field, 1, 32) else {
        return;
    };
    if is_slash && !is_slash_name(name) {
        let message = "Command name is invalid";
        fields.fail(field, "APPLICATION_COMMAND_INVALID_NAME", message);
    }
}

/// Checks the localizations of a text.
pub(crate) fn localizations(fields: &mut Fields<'_, '_>, field: &str, most: usize, is_slash: bool) {
    let Some(value) = fields.get(field) else {
        return;
    };
    let path = fields.at(field);
    let Some(texts) = fields.errors.object(&path, value) else {
        return;
    };
    for (locale, text) in texts.iter().filter(|(_, text)| !text.is_null()) {
        let path = join(&path, locale);
        if !LOCALES.contains(&locale.as_str()) {
            let message = format!("Value must be one of Discord's locales, not {locale}.");
            fields.errors.push(&path, "DICT_TYPE_KEY_INVALID", message);
        }
        let text = text.as_str().unwrap_or_default();
        fields.errors.length(&path, text, 1, most);
        if is_slash && !is_slash_name(text) {
            let message = "Command name is invalid";
            fields
                .errors
                .push(&path, "APPLICATION_COMMAND_INVALID_NAME", message);
        }
    }
}

/// Returns whether the name matches `^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$` and has no
/// uppercase letters.
fn is_slash_name(name: &str) -> bool {
    name.chars().all(|letter| {
        let is_mark = matches!(letter, '\u{900}'..='\u{97f}' | '\u{e00}'..='\u{e7f}');
        let is_fine = letter.is_alphanumeric() || "-_'".contains(letter) || is_mark;
        is_fine && letter.to_lowercase().eq([letter])
    })
}
