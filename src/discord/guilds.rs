//! The language of every server, as Discord tells it.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::session::GuildId;
use crate::wording::Language;

/// Which language to use in public. Discord says it anew after every start.
#[derive(Debug, Default)]
pub struct Guilds {
    languages: Mutex<HashMap<GuildId, Language>>,
}

impl Guilds {
    /// Notes the locale of a server.
    pub fn learn(&self, guild: GuildId, locale: &str) {
        let mut languages = self
            .languages
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        languages.insert(guild, Language::from_locale(locale));
    }

    /// Forgets a server that the bot has left.
    pub fn forget(&self, guild: GuildId) {
        self.languages
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .remove(&guild);
    }

    /// Whether the bot is on a server, as far as Discord has said.
    #[must_use]
    pub fn knows(&self, guild: GuildId) -> bool {
        let languages = self
            .languages
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        languages.contains_key(&guild)
    }

    /// On how many servers the bot is, as far as Discord has said.
    #[must_use]
    pub fn count(&self) -> usize {
        self.languages
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .len()
    }

    /// The language of a server; English where it is not known.
    #[must_use]
    pub fn language(&self, guild: Option<GuildId>) -> Language {
        let languages = self
            .languages
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        guild
            .and_then(|guild| languages.get(&guild).copied())
            .unwrap_or_default()
    }
}
