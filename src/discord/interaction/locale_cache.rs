//! Cache of the languages that people and servers have chosen, and of those in which people's clients
//! were last seen. Requests must reach the game service in the order of their events, so they cannot
//! wait for a lookup in the store first.

use std::collections::{HashMap, HashSet};
use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};

use lru::LruCache;

use crate::discord::interaction::incoming::Incoming;
use crate::i18n::{Language, Words};
use crate::service::people::languages::LanguageNews;
use crate::service::{Chooser, GuildId, PersonId};

/// Number of people whose clients' languages are remembered.
const SEEN: NonZeroUsize = NonZeroUsize::new(10_000).expect("a positive number");

/// Chosen languages, loaded from the store at the start and updated with it, and languages of clients.
#[derive(Debug)]
pub struct LocaleCache {
    people: Mutex<HashMap<PersonId, Own>>,
    guilds: Mutex<HashMap<GuildId, Language>>,
    /// Languages of clients with their last interaction.
    seen: Mutex<LruCache<PersonId, Language>>,
}

impl Default for LocaleCache {
    fn default() -> Self {
        Self {
            people: Mutex::default(),
            guilds: Mutex::default(),
            seen: Mutex::new(LruCache::new(SEEN)),
        }
    }
}

/// Language that a person has chosen.
#[derive(Clone, Copy, Debug)]
struct Own {
    language: Language,
    /// Language of the person's client, if it is known.
    instead_of: Option<Language>,
}

impl LocaleCache {
    /// Notes the languages read from the store.
    pub fn learn(&self, news: &LanguageNews) {
        if news.is_all {
            let choosers: HashSet<_> = news.chosen.iter().map(|(chooser, _)| *chooser).collect();
            lock(&self.people).retain(|person, _| choosers.contains(&Chooser::Person(*person)));
            lock(&self.guilds).retain(|guild, _| choosers.contains(&Chooser::Guild(*guild)));
        }
        for (chooser, language) in &news.chosen {
            match chooser {
                Chooser::Person(person) => drop(self.learn_person(*person, language.as_deref())),
                Chooser::Guild(guild) => self.learn_guild(*guild, language.as_deref()),
            }
        }
    }

    /// Notes a person's new choice by its two-letter code, and returns the language of the response
    /// if it differs from the interaction's.
    pub fn learn_person(&self, person: PersonId, language: Option<&str>) -> Option<Language> {
        let mut people = lock(&self.people);
        let instead_of = people.remove(&person).and_then(|own| own.instead_of);
        // A language that only a newer version knows counts as none.
        let Some(language) = language.and_then(Language::from_code) else {
            return instead_of;
        };
        let own = Own {
            language,
            instead_of,
        };
        people.insert(person, own);
        Some(language)
    }

    /// Forgets a person.
    pub fn forget(&self, person: PersonId) {
        lock(&self.people).remove(&person);
        lock(&self.seen).pop(&person);
    }

    /// Notes a server's new choice by its two-letter code.
    pub fn learn_guild(&self, guild: GuildId, language: Option<&str>) {
        let mut guilds = lock(&self.guilds);
        match language.and_then(Language::from_code) {
            Some(language) => guilds.insert(guild, language),
            None => guilds.remove(&guild),
        };
    }

    /// Returns the texts in the language that a person has chosen.
    #[must_use]
    pub fn of_person(&self, person: PersonId) -> Option<Words> {
        let own = lock(&self.people).get(&person).copied()?;
        let client = own.instead_of.unwrap_or(own.language);
        Some(Words::new(client).in_language(own.language))
    }

    /// Returns the texts for a person who writes a message, which names no language: in the chosen
    /// one, or else in that of the client with the last interaction.
    #[must_use]
    pub fn last_of_person(&self, person: PersonId) -> Option<Words> {
        let seen = || lock(&self.seen).get(&person).copied().map(Words::new);
        self.of_person(person).or_else(seen)
    }

    /// Returns the language that a server has chosen.
    #[must_use]
    pub fn of_guild(&self, guild: GuildId) -> Option<Language> {
        lock(&self.guilds).get(&guild).copied()
    }

    /// Remembers the locale of an interaction, and replaces it with the language that the person has
    /// chosen.
    pub fn stand_in(&self, interaction: &mut Incoming) {
        let (user, locale) = match interaction {
            Incoming::Command(asked) | Incoming::Autocomplete(asked) => {
                (asked.user.id, &mut asked.locale)
            }
            Incoming::Press(press) => {
                let asked = &mut press.interaction;
                (asked.user.id, &mut asked.locale)
            }
            Incoming::Form(form) => {
                let asked = &mut form.interaction;
                (asked.user.id, &mut asked.locale)
            }
        };
        let (person, client) = (PersonId(user.get()), Language::from_locale(locale));
        lock(&self.seen).put(person, client);
        if let Some(own) = lock(&self.people).get_mut(&person) {
            own.instead_of = Some(client);
            *locale = format!("{}{IN_PLACE_OF}{}", own.language.code(), client.code());
        }
    }
}

/// Separator between a chosen language and that of the client, in the form of a private use subtag
/// (RFC 5646, 2.2.7).
const IN_PLACE_OF: &str = "-x-";

/// Returns the texts for the locale of an interaction, which may contain a chosen language.
#[must_use]
pub fn words_of(locale: &str) -> Words {
    let (language, client) = locale.split_once(IN_PLACE_OF).unwrap_or((locale, locale));
    Words::new(Language::from_locale(client)).in_language(Language::from_locale(language))
}

fn lock<T>(map: &Mutex<T>) -> MutexGuard<'_, T> {
    map.lock().unwrap_or_else(PoisonError::into_inner)
}
