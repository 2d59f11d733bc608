//! Languages of servers, as sent by Discord.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::i18n::Language;
use crate::service::GuildId;

/// Languages to use in public. Discord sends them again after every start.
#[derive(Debug, Default)]
pub struct Guilds(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    languages: HashMap<GuildId, Language>,
    /// Servers that Discord has only announced.
    expected: HashSet<GuildId>,
}

impl Guilds {
    /// Notes an announced server.
    pub fn expect(&self, guild: GuildId) {
        let mut known = self.known();
        // The server may arrive before its announcement is handled.
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

    /// Removes a server that the bot has left.
    pub fn forget(&self, guild: GuildId) {
        let mut known = self.known();
        known.expected.remove(&guild);
        known.languages.remove(&guild);
    }

    /// Returns whether the bot is not on a server, as far as Discord has said.
    #[must_use]
    pub fn is_lost(&self, guild: GuildId) -> bool {
        let known = self.known();
        !known.languages.contains_key(&guild) && !known.expected.contains(&guild)
    }

    /// Returns whether a server is announced but has not arrived yet.
    #[must_use]
    pub fn expects(&self, guild: GuildId) -> bool {
        self.known().expected.contains(&guild)
    }

    /// Returns the number of servers that the bot is on, as far as Discord has said.
    #[must_use]
    pub fn count(&self) -> usize {
        self.known().languages.len()
    }

    /// Returns the language of a server; English if it is unknown.
    #[must_use]
    pub fn language(&self, guild: Option<GuildId>) -> Language {
        let known = self.known();
        guild
            .and_then(|guild| known.languages.get(&guild).copied())
            .unwrap_or_default()
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        // Each statement that changes the contents leaves them consistent.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
