//! Settings of people and servers, and their values.

use strum::{IntoStaticStr, VariantArray};

use crate::i18n::{Language, MenuEntry, Words};
use crate::service::{GuildSettings, Orientation, PersonSettings, ThemeName, Timestamp};

/// Setting of a person or a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray, IntoStaticStr)]
pub enum Setting {
    /// The language.
    #[strum(serialize = "settings-language")]
    Language,
    /// Theme of boards.
    #[strum(serialize = "settings-theme")]
    Theme,
    /// Side of boards at the bottom.
    #[strum(serialize = "settings-orientation")]
    Orientation,
    /// Frequency of reminders.
    #[strum(serialize = "settings-reminders")]
    Reminders,
    /// Place of reminders.
    #[strum(serialize = "settings-reminder-place")]
    ReminderPlace,
    /// Hours without reminders.
    #[strum(serialize = "settings-night")]
    Night,
    /// Time zone of these hours.
    #[strum(serialize = "settings-zone")]
    Zone,
    /// Vacation.
    #[strum(serialize = "settings-vacation")]
    Vacation,
    /// Threads for games.
    #[strum(serialize = "settings-threads")]
    Threads,
    /// Replays after games.
    #[strum(serialize = "settings-replays")]
    Replays,
    /// Kinds of clocks that games may have.
    #[strum(serialize = "settings-clocks")]
    Clocks,
    /// Channels to play in.
    #[strum(serialize = "settings-channels")]
    Channels,
    /// Roles that may play.
    #[strum(serialize = "settings-roles")]
    Roles,
    /// Roles that may call games off.
    #[strum(serialize = "settings-moderators")]
    Moderators,
}

impl Setting {
    /// Every setting.
    pub const ALL: &'static [Self] = Self::VARIANTS;
}

impl Words {
    /// Names a setting, in at most 100 characters.
    #[must_use]
    pub fn setting(self, setting: Setting) -> String {
        self.text(setting.into(), &[])
    }

    /// Names a language; `None` is the one of the person's Discord.
    #[must_use]
    pub fn language_choice(self, language: Option<Language>) -> String {
        match language {
            Some(language) => language.name().to_owned(),
            None => self.text("language-as-discord", &[]),
        }
    }

    /// Names a theme; `None` is the server's.
    #[must_use]
    pub fn theme_choice(self, theme: Option<ThemeName>) -> String {
        let id = match theme {
            Some(ThemeName::Tower) => "theme-tower",
            Some(ThemeName::Contrast) => "theme-contrast",
            Some(ThemeName::Flat) => "theme-flat",
            None => "as-on-server",
        };
        self.text(id, &[])
    }

    /// Names an orientation; `None` is the server's.
    #[must_use]
    pub fn orientation_choice(self, orientation: Option<Orientation>) -> String {
        let id = match orientation {
            Some(Orientation::Fixed) => "orientation-fixed",
            Some(Orientation::Mover) => "orientation-mover",
            Some(Orientation::Mine) => "orientation-mine",
            None => "as-on-server",
        };
        self.text(id, &[])
    }

    /// Lists a person's settings on a server.
    #[must_use]
    pub fn settings(
        self,
        settings: &PersonSettings,
        guild: &GuildSettings,
        now: Timestamp,
    ) -> String {
        let language = settings.language.as_deref().and_then(Language::from_code);
        let theme = match settings.theme {
            None => self.as_on_server(self.theme_choice(Some(guild.theme))),
            chosen => self.theme_choice(chosen),
        };
        let orientation = match settings.orientation {
            None => self.as_on_server(self.orientation_choice(Some(guild.orientation))),
            chosen => self.orientation_choice(chosen),
        };
        let mut lines = vec![
            self.text("settings-title", &[]),
            self.choice_line(Setting::Language, self.language_choice(language)),
            self.choice_line(Setting::Theme, theme),
            self.choice_line(Setting::Orientation, orientation),
            self.text("settings-scope", &[]),
        ];
        lines.extend(self.reminder_preferences(settings, now));
        lines.join("\n")
    }

    /// Describes a person's reminders and vacation, one line each.
    fn reminder_preferences(self, settings: &PersonSettings, now: Timestamp) -> Vec<String> {
        let reminders = self.reminders_choice(settings.reminders);
        let night = match settings.night {
            None => self.no_night(),
            Some(night) => self.night(night, &settings.zone.to_string()),
        };
        let days = settings.vacation.days_left(now);
        let vacation = match settings.vacation.lasts(now) {
            None => self.no_vacation(days),
            Some(until) => {
                let until = format!("<t:{}:f>", until.seconds());
                let args = [("until", until.into()), ("days", days.into())];
                self.text("vacation-until", &args)
            }
        };
        vec![
            self.choice_line(Setting::Reminders, reminders),
            self.choice_line(
                Setting::ReminderPlace,
                self.reminder_place(settings.reminder_place),
            ),
            self.choice_line(Setting::Night, night),
            self.choice_line(Setting::Vacation, vacation),
            self.text("settings-typed", &[]),
        ]
    }

    /// Returns a setting and one of its values, in a menu.
    #[must_use]
    pub fn setting_choice(self, setting: Setting, choice: &str) -> MenuEntry {
        MenuEntry::named(choice, |choice| {
            let args = [
                ("what", self.setting(setting).into()),
                ("choice", choice.into()),
            ];
            self.text("settings-label", &args)
        })
    }

    pub(in crate::i18n) fn choice_line(self, setting: Setting, choice: String) -> String {
        let args = [
            ("what", self.setting(setting).into()),
            ("choice", choice.into()),
        ];
        self.text("settings-line", &args)
    }

    fn as_on_server(self, choice: String) -> String {
        self.text("as-on-server-now", &[("choice", choice.into())])
    }
}
