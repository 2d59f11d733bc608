//! The language of every server, as Discord tells it.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::i18n::Language;
use crate::service::GuildId;

/// Which language to use in public. Discord says it anew after every start.
#[derive(Debug, Default)]
pub struct Guilds(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    languages: HashMap<GuildId, Language>,
    /// Servers of which Discord has said only that it will tell of them.
    expected: HashSet<GuildId>,
}

impl Guilds {
    /// Notes a server of which Discord will tell.
    pub fn expect(&self, guild: GuildId) {
        let mut known = self.known();
        // Servers may be told of before what announced them is looked at.
        if !known.languages.contains_key(&guild) {
            known.expected.insert(guild);
        }
    }

    /// Notes the locale of a server.
    pub fn learn(&self, guild: GuildId, locale: &str) {
        let mut known = self.known();
        known.expected.remove(&guild);
        let language = Language::from_locale(locale);
        known.languages.insert(guild, language);
    }

    /// Forgets a server that the bot has left.
    pub fn forget(&self, guild: GuildId) {
        let mut known = self.known();
        known.expected.remove(&guild);
        known.languages.remove(&guild);
    }

    /// Whether the bot is not on a server, as far as Discord has said.
    #[must_use]
    pub fn is_lost(&self, guild: GuildId) -> bool {
        let known = self.known();
        !known.languages.contains_key(&guild) && !known.expected.contains(&guild)
    }

    /// Whether Discord will tell of a server, but has not yet.
    #[must_use]
    pub fn expects(&self, guild: GuildId) -> bool {
        self.known().expected.contains(&guild)
    }

    /// On how many servers the bot is, as far as Discord has said.
    #[must_use]
    pub fn count(&self) -> usize {
        self.known().languages.len()
    }

    /// The language of a server; English where it is not known.
    #[must_use]
    pub fn language(&self, guild: Option<GuildId>) -> Language {
        let known = self.known();
        guild
            .and_then(|guild| known.languages.get(&guild).copied())
            .unwrap_or_default()
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        // What is inside is whole after each line of code that changes it.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
