//! Settings of people and servers, and their values.

use crate::i18n::{Language, Words};
use crate::service::{GuildSettings, Orientation, Settings, Theme, Timestamp};

/// Setting of a person or a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    Reach,
    /// Hours without reminders.
    Night,
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
    pub const ALL: [Self; 13] = [
        Self::Language,
        Self::Theme,
        Self::Orientation,
        Self::Reminders,
        Self::Reach,
        Self::Night,
        Self::Vacation,
        Self::Threads,
        Self::Replays,
        Self::Clocks,
        Self::Channels,
        Self::Roles,
        Self::Moderators,
    ];
}

impl Words {
    /// Names a setting, in at most 100 characters.
    #[must_use]
    pub fn setting(self, setting: Setting) -> String {
        let id = match setting {
            Setting::Language => "settings-language",
            Setting::Theme => "settings-theme",
            Setting::Orientation => "settings-orientation",
            Setting::Reminders => "settings-reminders",
            Setting::Reach => "settings-reach",
            Setting::Night => "settings-night",
            Setting::Vacation => "settings-vacation",
            Setting::Threads => "settings-threads",
            Setting::Replays => "settings-replays",
            Setting::Clocks => "settings-clocks",
            Setting::Channels => "settings-channels",
            Setting::Roles => "settings-roles",
            Setting::Moderators => "settings-moderators",
        };
        self.text(id, &[])
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
    pub fn theme_choice(self, theme: Option<Theme>) -> String {
        let id = match theme {
            Some(Theme::Tower) => "theme-tower",
            Some(Theme::Contrast) => "theme-contrast",
            Some(Theme::Flat) => "theme-flat",
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
    pub fn settings(self, settings: &Settings, guild: &GuildSettings, now: Timestamp) -> String {
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
        lines.extend(self.wishes(settings, now));
        lines.join("\n")
    }

    /// Returns a setting and one of its values, for a label.
    #[must_use]
    pub fn setting_choice(self, setting: Setting, choice: &str) -> String {
        let args = [
            ("what", self.setting(setting).into()),
            ("choice", choice.into()),
        ];
        self.text("settings-label", &args)
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
