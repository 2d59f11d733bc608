//! What a button or menu about a person's own things carries: `s1:<what>`. It says nothing of a
//! person, as whoever uses it changes what is his own.

use std::fmt;
use std::str::FromStr;

use crate::discord::custom_id::game::ForeignId;

/// What of a person's own is shown or changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SettingId {
    /// A person's language.
    Language,
    /// How a person's boards look.
    Theme,
    /// Which side of a person's boards is down.
    Orientation,
    /// How often a person is reminded.
    Reminders,
    /// Where.
    Reach,
    /// Shows what is kept, and why.
    Privacy,
    /// Shows on what terms people play.
    Terms,
    /// Hands out what is kept.
    Export,
    /// Asks whether to delete it.
    Erase,
    /// Deletes it, having asked.
    EraseForSure,
}

impl SettingId {
    /// Everything.
    pub const ALL: [Self; 10] = [
        Self::Language,
        Self::Theme,
        Self::Orientation,
        Self::Reminders,
        Self::Reach,
        Self::Privacy,
        Self::Terms,
        Self::Export,
        Self::Erase,
        Self::EraseForSure,
    ];

    /// These tokens are in messages all over Discord and stay as they are.
    fn token(self) -> &'static str {
        match self {
            Self::Language => "language",
            Self::Theme => "theme",
            Self::Orientation => "orientation",
            Self::Reminders => "reminders",
            Self::Reach => "reach",
            Self::Privacy => "privacy",
            Self::Terms => "terms",
            Self::Export => "export",
            Self::Erase => "erase",
            Self::EraseForSure => "erase!",
        }
    }
}

impl fmt::Display for SettingId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "s1:{}", self.token())
    }
}

impl FromStr for SettingId {
    type Err = ForeignId;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let token = text.strip_prefix("s1:").ok_or(ForeignId)?;
        let setting = Self::ALL.into_iter().find(|id| id.token() == token);
        setting.ok_or(ForeignId)
    }
}
