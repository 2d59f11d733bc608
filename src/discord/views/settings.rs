//! Settings of a person, with menus to change them.

use serenity::all::{
    CreateActionRow, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
};

use crate::discord::custom_id::settings::SettingId;
use crate::discord::rest::Outgoing;
use crate::i18n::{Language, Setting, Words};
use crate::service::{
    GuildSettings, Orientation, PersonSettings, ReminderFrequency, ReminderPlace, Theme, Timestamp,
};
use focus::{Color, Position};
use focus_render::{Name, Scene};

/// Value in a menu that leaves a setting to Discord or to the server.
pub const AUTO: &str = "auto";

/// Returns the message that shows and changes a person's settings.
#[must_use]
pub fn settings(
    settings: &PersonSettings,
    guild: &GuildSettings,
    now: Timestamp,
    words: Words,
) -> Outgoing {
    let languages = Language::ALL.map(Some);
    let themes = Theme::ALL.iter().copied().map(Some);
    let orientations = Orientation::ALL.iter().copied().map(Some);
    let rows = vec![
        menu(
            (SettingId::Language.to_string(), Setting::Language),
            std::iter::once(None).chain(languages).map(|language| {
                let value = language.map_or(AUTO, Language::code);
                (words.language_choice(language), value)
            }),
            settings.language.as_deref(),
            words,
        ),
        menu(
            (SettingId::Theme.to_string(), Setting::Theme),
            std::iter::once(None).chain(themes).map(|theme| {
                let value = theme.map_or(AUTO, Theme::name);
                (words.theme_choice(theme), value)
            }),
            settings.theme.map(Theme::name),
            words,
        ),
        menu(
            (SettingId::Orientation.to_string(), Setting::Orientation),
            std::iter::once(None).chain(orientations).map(|kind| {
                let value = kind.map_or(AUTO, Orientation::name);
                (words.orientation_choice(kind), value)
            }),
            settings.orientation.map(Orientation::name),
            words,
        ),
        menu(
            (SettingId::Reminders.to_string(), Setting::Reminders),
            ReminderFrequency::ALL
                .iter()
                .copied()
                .map(|often| (words.reminders_choice(often), often.name())),
            Some(settings.reminders.name()),
            words,
        ),
        menu(
            (SettingId::Reach.to_string(), Setting::Reach),
            ReminderPlace::ALL
                .iter()
                .copied()
                .map(|reach| (words.reach_choice(reach), reach.name())),
            Some(settings.reach.name()),
            words,
        ),
    ];
    Outgoing::text(words.settings(settings, guild, now)).rows(rows)
}

/// Returns a menu of labels and values, with the current choice. Each label includes the name of
/// the setting.
pub(super) fn menu(
    (id, topic): (String, Setting),
    choices: impl Iterator<Item = (String, &'static str)>,
    chosen: Option<&str>,
    words: Words,
) -> CreateActionRow {
    let chosen = chosen.unwrap_or(AUTO);
    let options = choices.map(|(label, value)| {
        CreateSelectMenuOption::new(words.setting_choice(topic, &label), value)
            .default_selection(value == chosen)
    });
    let kind = CreateSelectMenuKind::String {
        options: options.collect(),
    };
    let menu = CreateSelectMenu::new(id, kind).placeholder(words.setting(topic));
    CreateActionRow::SelectMenu(menu)
}

/// Returns a position with towers of every color, as a sample of a theme.
#[must_use]
pub(in crate::discord) fn sample(words: Words) -> Scene {
    const TOWERS: &str = "4s x2,O,O/x,B,x2,G,BBB/OP,x,PB,x2,PB,x,B/x,O,x,GGB,GG,x3/O,OP,OO,x,G,OOG,x,P/\
                          PPG,x,GG,x,B,BGP,P,x/OP,x,O,G,x,PPB/x2,OP,B P - O:G1B1 - 38 153";
    let position: Position = TOWERS.parse().expect("a legal position");
    let mut scene = Scene::new(position);
    for color in Color::ALL {
        scene.names[color.index()] = Name {
            wanted: words.color(color),
            plain: String::new(),
        };
    }
    scene
}
