//! Settings of people and servers, and their values.

use strum::{IntoStaticStr, VariantArray};

use crate::i18n::{Language, MenuEntry, Words};
use crate::service::{GuildSettings, Orientation, PersonSettings, ThemeName, Timestamp};

/// Setting of a person or a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Setting {
    /// The language.
    Language,
    /// Theme of boards.
    Theme,
    /// Side of boards at the bottom.
    Orientation,
    /// Frequency of reminders.
    Reminders,
    /// Place of reminders.
    ReminderPlace,
    /// Hours without reminders.
    Night,
    /// Time zone of these hours.
    Zone,
    /// Vacation.
    Vacation,
    /// Threads for games.
    Threads,
    /// Replays after games.
    Replays,
    /// Kinds of clocks that games may have.
    Clocks,
    /// Channels to play in.
    Channels,
    /// Roles that may play.
    Roles,
    /// Roles that may call games off.
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
        self.text(&format!("settings-{}", <&str>::from(setting)), &[])
    }

    /// Names a language; `None` is the one of the person's Discord.
    #[must_use]
    pub fn language_choice(self, language: Option<Language>) -> String {
        match language {
            Some(language) => language.name().to_owned(),
            None => self.text("language-as-discord", &[]),
        }
    }

    /// Names a theme.
    #[must_use]
    pub fn theme_choice(self, theme: ThemeName) -> String {
        self.text(&format!("theme-{}", theme.name()), &[])
    }

    /// Names an orientation.
    #[must_use]
    pub fn orientation_choice(self, orientation: Orientation) -> String {
        self.text(&format!("orientation-{}", orientation.name()), &[])
    }

    /// Returns the choice of what is usual on a server or, without one, everywhere.
    #[must_use]
    pub fn usual_choice(self, guild: Option<&GuildSettings>) -> String {
        let id = match guild {
            Some(_) => "as-on-server",
            None => "as-everywhere",
        };
        self.text(id, &[])
    }

    /// Lists a person's settings on a server or, without one, in direct messages.
    #[must_use]
    pub fn settings(
        self,
        settings: &PersonSettings,
        guild: Option<&GuildSettings>,
        now: Timestamp,
    ) -> String {
        let everywhere = GuildSettings::default();
        let usual = guild.unwrap_or(&everywhere);
        let in_force = |choice: String| format!("{} ({choice})", self.usual_choice(guild));
        let language = settings.language.as_deref().and_then(Language::from_code);
        let theme = match settings.theme {
            None => in_force(self.theme_choice(usual.theme)),
            Some(chosen) => self.theme_choice(chosen),
        };
        let orientation = match settings.orientation {
            None => in_force(self.orientation_choice(usual.orientation)),
            Some(chosen) => self.orientation_choice(chosen),
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
            None => self.text("night-none", &[]),
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
        MenuEntry::closed(choice, |choice| {
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
}
