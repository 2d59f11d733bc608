//! What people and servers can choose, and what they have chosen.

use crate::i18n::{Language, Words};
use crate::service::{GuildSettings, Orientation, Settings, Theme, Timestamp};

/// Something that can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Setting {
    /// The language.
    Language,
    /// How boards look.
    Theme,
    /// Which side of boards is down.
    Orientation,
    /// How often somebody is reminded.
    Reminders,
    /// Where.
    Reach,
    /// When not.
    Night,
    /// When somebody is away.
    Vacation,
    /// Whether games get threads.
    Threads,
    /// Whether a replay follows the end of a game.
    Replays,
    /// Which clocks games may have.
    Clocks,
    /// Where to play.
    Channels,
    /// Who may play.
    Roles,
    /// Who may call games off.
    Moderators,
}

impl Setting {
    /// Everything.
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
    /// What can be chosen, at most 100 characters.
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

    /// A language to choose; none is that of the person's Discord.
    #[must_use]
    pub fn language_choice(self, language: Option<Language>) -> String {
        match language {
            Some(language) => language.name().to_owned(),
            None => self.text("language-as-discord", &[]),
        }
    }

    /// How boards look; none is as on the server.
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

    /// Which side of boards is down; none is as on the server.
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

    /// What is in force for a person on a server.
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

    /// Something to choose and a choice, for a label.
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
