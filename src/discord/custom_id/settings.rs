//! Custom ids of buttons and menus for personal settings and data: `s1:<what>`. They name no
//! person, since they act on the data of the person who uses them.

use std::fmt;
use std::str::FromStr;

use strum::{IntoStaticStr, VariantArray};

use crate::discord::custom_id::game::ForeignId;

/// Setting or action of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum SettingId {
    /// Language.
    Language,
    /// Theme of boards.
    Theme,
    /// Side of boards at the bottom.
    Orientation,
    /// Frequency of reminders.
    Reminders,
    /// Place of reminders.
    Reach,
    /// Shows the privacy policy.
    Privacy,
    /// Shows the terms of service.
    Terms,
    /// Sends the stored data.
    Export,
    /// Asks for confirmation to delete the data.
    Erase,
    /// Deletes the data, after confirmation.
    #[strum(serialize = "erase!")]
    EraseForSure,
}

impl SettingId {
    /// Every setting and action.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Returns the token. Tokens are in messages all over Discord, so they must not change.
    fn token(self) -> &'static str {
        self.into()
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
        let mut all = Self::ALL.iter().copied();
        all.find(|id| id.token() == token).ok_or(ForeignId)
    }
}
