//! Settings of a person, with menus to change them, on two pages.

use std::iter;

use serenity::all::CreateActionRow;

use crate::discord::features::personal::offered::{
    NO_NIGHT, USUAL_ZONES, length, lengths, usual_nights, with_own,
};
use crate::discord::interaction::custom_id::setting::SettingButtonId;
use crate::discord::rest::Outgoing;
use crate::discord::views::button_rows::declared;
use crate::discord::views::setting_menu::{AUTO, setting_menu};
use crate::i18n::{Button, Language, Setting, Words};
use crate::service::{
    GuildSettings, Orientation, PersonSettings, ReminderFrequency, ReminderPlace, ThemeName,
    Timestamp,
};

/// Page of the settings; all menus together are more than Discord's five rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SettingsPage {
    /// Language, boards and vacation.
    General,
    /// Reminders and the hours without them.
    Reminders,
}

/// Returns the message that shows a person's settings on a server or, without one, in direct
/// messages, and changes those of a page.
pub(super) fn settings(
    page: SettingsPage,
    settings: &PersonSettings,
    guild: Option<&GuildSettings>,
    now: Timestamp,
    words: Words,
) -> Outgoing {
    let rows = match page {
        SettingsPage::General => general(settings, guild, now, words),
        SettingsPage::Reminders => reminders(settings, words),
    };
    Outgoing::text(words.settings(settings, guild, now)).rows(rows)
}

fn general(
    settings: &PersonSettings,
    guild: Option<&GuildSettings>,
    now: Timestamp,
    words: Words,
) -> Vec<CreateActionRow> {
    let usual = || words.usual_choice(guild);
    let languages = Language::ALL.map(Some);
    let themes = ThemeName::ALL.iter().copied().map(Some);
    let orientations = Orientation::ALL.iter().copied().map(Some);
    let other = SettingButtonId::ShowReminders;
    vec![
        setting_menu(
            (SettingButtonId::Language, Setting::Language),
            iter::once(None).chain(languages).map(|language| {
                let value = language.map_or(AUTO, Language::code);
                (words.language_choice(language), value)
            }),
            settings.language.as_deref(),
            words,
        ),
        setting_menu(
            (SettingButtonId::Theme, Setting::Theme),
            iter::once(None).chain(themes).map(|theme| {
                let value = theme.map_or(AUTO, ThemeName::name);
                let choice = theme.map_or_else(usual, |theme| words.theme_choice(theme));
                (choice, value)
            }),
            settings.theme.map(ThemeName::name),
            words,
        ),
        setting_menu(
            (SettingButtonId::Orientation, Setting::Orientation),
            iter::once(None).chain(orientations).map(|kind| {
                let value = kind.map_or(AUTO, Orientation::name);
                let choice = kind.map_or_else(usual, |kind| words.orientation_choice(kind));
                (choice, value)
            }),
            settings.orientation.map(Orientation::name),
            words,
        ),
        vacations(settings, now, words),
        CreateActionRow::Buttons(vec![declared(&other, other.face(), words)]),
    ]
}

/// Returns the menu of vacations, in which the number of days still ahead is chosen.
fn vacations(settings: &PersonSettings, now: Timestamp, words: Words) -> CreateActionRow {
    let vacation = &settings.vacation;
    let none = match vacation.lasts(now) {
        Some(_) => words.text("vacation-end", &[]),
        None => words.no_vacation(vacation.days_left(now)),
    };
    let lengths = lengths(vacation, now).into_iter();
    let lengths = lengths.map(|days| (length(days, words), days.to_string()));
    setting_menu(
        (SettingButtonId::Vacation, Setting::Vacation),
        iter::once((none, "0".to_owned())).chain(lengths),
        Some(&vacation.days_ahead(now).to_string()),
        words,
    )
}

fn reminders(settings: &PersonSettings, words: Words) -> Vec<CreateActionRow> {
    let other = SettingButtonId::Show;
    let button = declared(&other, other.face(), words);
    vec![
        setting_menu(
            (SettingButtonId::Reminders, Setting::Reminders),
            ReminderFrequency::ALL
                .iter()
                .map(|often| (words.reminders_choice(*often), often.name())),
            Some(settings.reminders.name()),
            words,
        ),
        setting_menu(
            (SettingButtonId::ReminderPlace, Setting::ReminderPlace),
            ReminderPlace::ALL
                .iter()
                .map(|place| (words.reminder_place(*place), place.name())),
            Some(settings.reminder_place.name()),
            words,
        ),
        nights(settings, words),
        zones(settings, words),
        CreateActionRow::Buttons(vec![button.label(words.button(Button::OtherSettings))]),
    ]
}

fn nights(settings: &PersonSettings, words: Words) -> CreateActionRow {
    let own = settings.night.map(|night| night.to_string());
    let nights = with_own(own.clone(), usual_nights()).map(|night| (night.clone(), night));
    setting_menu(
        (SettingButtonId::Night, Setting::Night),
        iter::once((words.text("night-none", &[]), NO_NIGHT.to_owned())).chain(nights),
        Some(own.as_deref().unwrap_or(NO_NIGHT)),
        words,
    )
}

fn zones(settings: &PersonSettings, words: Words) -> CreateActionRow {
    let own = settings.zone.to_string();
    let usual = USUAL_ZONES.map(str::to_owned);
    setting_menu(
        (SettingButtonId::Zone, Setting::Zone),
        with_own(Some(own.clone()), usual).map(|zone| (zone.clone(), zone)),
        Some(&own),
        words,
    )
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::{SettingsPage, settings};
    use crate::discord::views::button_rows::{OPTIONS, ROWS};
    use crate::i18n::{Language, Words};
    use crate::service::{GuildSettings, PersonSettings, Timestamp};

    /// 2027-01-15.
    const NOW: Timestamp = Timestamp(1_800_000_000_000);

    /// Returns settings with values that are not in the usual menus, as far as such values exist.
    fn unusual() -> PersonSettings {
        let mut settings = PersonSettings {
            night: "1-5".parse().ok(),
            zone: "America/Argentina/Buenos_Aires".parse().expect("a zone"),
            ..PersonSettings::default()
        };
        assert_eq!(settings.vacation.take(NOW, 6), Ok(()));
        settings
    }

    /// Returns the rows of both pages, as Discord's JSON.
    fn pages(person: &PersonSettings, words: Words) -> [Vec<Value>; 2] {
        let guild = GuildSettings::default();
        [SettingsPage::General, SettingsPage::Reminders].map(|page| {
            let message = settings(page, person, Some(&guild), NOW, words);
            let json = serde_json::to_value(message).expect("json");
            json["components"].as_array().expect("rows").clone()
        })
    }

    #[test]
    fn menus_fit_in_every_language() {
        for words in Language::ALL.map(Words::new) {
            for rows in [PersonSettings::default(), unusual()].map(|one| pages(&one, words)) {
                for rows in rows {
                    assert!(rows.len() <= ROWS);
                    let menus = rows.iter().map(|row| &row["components"][0]["options"]);
                    for menu in menus.filter_map(Value::as_array) {
                        fits(menu);
                    }
                }
            }
        }
    }

    /// Checks the limits of a menu, and that one value is chosen.
    #[track_caller]
    fn fits(options: &[Value]) {
        assert!(options.len() <= OPTIONS);
        for option in options {
            let label = option["label"].as_str().expect("a label");
            assert!(label.chars().count() <= 40, "{label}");
        }
        let chosen = options.iter().filter(|option| option["default"] == true);
        assert_eq!(chosen.count(), 1, "{options:?}");
    }

    #[test]
    fn what_is_in_force_is_chosen() {
        let rows = pages(&unusual(), Words::new(Language::English)).concat();
        let chosen = |menu: &str| {
            let mut menus = rows.iter().map(|row| &row["components"][0]);
            let menu = menus.find(|found| found["custom_id"] == menu);
            let options = menu.and_then(|menu| menu["options"].as_array());
            let mut options = options.expect("a menu").iter();
            let option = options.find(|option| option["default"] == true);
            option.and_then(|option| option["label"].as_str())
        };
        assert_eq!(chosen("s1:night"), Some("Quiet hours: 1-5"));
        let zone = "Time zone: America/Argentina/Buenos_Air…";
        assert_eq!(chosen("s1:zone"), Some(zone));
        assert_eq!(chosen("s1:vacation"), Some("Vacation: 6 days"));
    }
}
