//! Menu of a setting.

use std::fmt::Display;

use serenity::all::{CreateActionRow, CreateSelectMenu, CreateSelectMenuKind};

use crate::discord::views::button_rows::menu_option;
use crate::i18n::{Setting, Words};

/// Value in a menu that leaves a setting to Discord or to the server.
pub(crate) const AUTO: &str = "auto";

/// Returns a menu of choices and values, with the current choice. Each label includes the name of
/// the setting.
pub(crate) fn setting_menu<V: AsRef<str> + Into<String>>(
    (id, topic): (impl Display, Setting),
    choices: impl Iterator<Item = (String, V)>,
    chosen: Option<&str>,
    words: Words,
) -> CreateActionRow {
    let chosen = chosen.unwrap_or(AUTO);
    let options = choices.map(|(choice, value)| {
        let is_chosen = value.as_ref() == chosen;
        menu_option(words.setting_choice(topic, &choice), value).default_selection(is_chosen)
    });
    let kind = CreateSelectMenuKind::String {
        options: options.collect(),
    };
    let menu = CreateSelectMenu::new(id.to_string(), kind).placeholder(words.setting(topic));
    CreateActionRow::SelectMenu(menu)
}
