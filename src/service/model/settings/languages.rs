//! Languages that people and servers have chosen.

use crate::service::api::ids::{GuildId, PersonId};

/// Person or server that has a language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Chooser {
    /// A person, for answers.
    Person(PersonId),
    /// A server, for public messages.
    Guild(GuildId),
}

/// Latest changes of languages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct LanguageChanges {
    /// Number of changes so far.
    pub(crate) changes: u64,
    /// Number of the last change that `latest` may lack.
    pub(crate) forgotten: u64,
    /// Latest change of each chooser, the oldest first.
    pub(crate) latest: Vec<LanguageChange>,
}

/// Change of a language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LanguageChange {
    /// Number of the change, counted from 1.
    pub(crate) number: u64,
    pub(crate) by: Chooser,
    /// Two-letter ISO 639-1 code, if one was chosen.
    pub(crate) language: Option<String>,
}
