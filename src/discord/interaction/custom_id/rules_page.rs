//! Pages of the rules.

use std::fmt;
use std::str::FromStr;

use crate::discord::interaction::custom_id::codec::ForeignId;
use crate::i18n::Topic;
use focus::Mode;

/// Page of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RulesPageId {
    mode: Mode,
    /// Number of the page, counted from 1.
    number: u8,
}

impl RulesPageId {
    /// Returns the first page of a mode.
    #[must_use]
    pub const fn first(mode: Mode) -> Self {
        Self { mode, number: 1 }
    }

    /// Returns the page with this number, counted from 1, if the mode has it.
    #[must_use]
    pub fn new(mode: Mode, number: u8) -> Option<Self> {
        let is_there = (1..=Topic::of(mode).len()).contains(&usize::from(number));
        is_there.then_some(Self { mode, number })
    }

    /// Returns the mode whose rules are shown.
    #[must_use]
    pub const fn mode(self) -> Mode {
        self.mode
    }

    /// Returns the number of the page, counted from 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.number
    }

    /// Returns the topic of the page.
    #[must_use]
    pub fn topic(self) -> Topic {
        Topic::of(self.mode)[usize::from(self.number) - 1]
    }

    /// Returns the previous page, unless this is the first.
    #[must_use]
    pub fn before(self) -> Option<Self> {
        Self::new(self.mode, self.number - 1)
    }

    /// Returns the next page, unless this is the last.
    #[must_use]
    pub fn next(self) -> Option<Self> {
        Self::new(self.mode, self.number + 1)
    }
}

/// Formats as `4t.3`: the mode and the number of the page.
impl fmt::Display for RulesPageId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.mode.token(), self.number)
    }
}

impl FromStr for RulesPageId {
    type Err = ForeignId;

    fn from_str(text: &str) -> Result<Self, ForeignId> {
        let (token, number) = text.split_once('.').ok_or(ForeignId)?;
        let mode = token.parse().map_err(|_| ForeignId)?;
        Self::new(mode, number.parse().map_err(|_| ForeignId)?).ok_or(ForeignId)
    }
}
