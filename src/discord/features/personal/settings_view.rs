//! Settings of a person, with menus to change them.

use crate::discord::interaction::custom_id::setting::SettingId;
use crate::discord::rest::Outgoing;
use crate::discord::views::setting_menu::{AUTO, setting_menu};
use crate::i18n::{Language, Setting, Words};
use crate::service::{
    GuildSettings, Orientation, PersonSettings, ReminderFrequency, ReminderPlace, Theme, Timestamp,
};

/// Returns the message that shows and changes a person's settings.
#[must_use]
pub(super) fn settings(
    settings: &PersonSettings,
    guild: &GuildSettings,
    now: Timestamp,
    words: Words,
) -> Outgoing {
    let languages = Language::ALL.map(Some);
    let themes = Theme::ALL.iter().copied().map(Some);
    let orientations = Orientation::ALL.iter().copied().map(Some);
    let rows = vec![
        setting_menu(
            (SettingId::Language.to_string(), Setting::Language),
            std::iter::once(None).chain(languages).map(|language| {
                let value = language.map_or(AUTO, Language::code);
                (words.language_choice(language), value)
            }),
            settings.language.as_deref(),
            words,
        ),
        setting_menu(
            (SettingId::Theme.to_string(), Setting::Theme),
            std::iter::once(None).chain(themes).map(|theme| {
                let value = theme.map_or(AUTO, Theme::name);
                (words.theme_choice(theme), value)
            }),
            settings.theme.map(Theme::name),
            words,
        ),
        setting_menu(
            (SettingId::Orientation.to_string(), Setting::Orientation),
            std::iter::once(None).chain(orientations).map(|kind| {
                let value = kind.map_or(AUTO, Orientation::name);
                (words.orientation_choice(kind), value)
            }),
            settings.orientation.map(Orientation::name),
            words,
        ),
        setting_menu(
            (SettingId::Reminders.to_string(), Setting::Reminders),
            ReminderFrequency::ALL
                .iter()
                .copied()
                .map(|often| (words.reminders_choice(often), often.name())),
            Some(settings.reminders.name()),
            words,
        ),
        setting_menu(
            (SettingId::ReminderPlace.to_string(), Setting::ReminderPlace),
            ReminderPlace::ALL
                .iter()
                .copied()
                .map(|place| (words.reminder_place(place), place.name())),
            Some(settings.reminder_place.name()),
            words,
        ),
    ];
    Outgoing::text(words.settings(settings, guild, now)).rows(rows)
}
