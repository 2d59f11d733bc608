//! Cache of the languages that people and servers have chosen, and of those in which people's clients
//! were last seen.

use parking_lot::Mutex;

use crate::discord::interaction::incoming::Incoming;
use crate::discord::runtime::bounded_map::BoundedMap;
use crate::i18n::{Language, Words};
use crate::service::people::languages::LanguageNews;
use crate::service::{Chooser, GuildId, PersonId};

/// Chosen languages, as far as they have been read from the store, and languages of clients.
#[derive(Debug, Default)]
pub struct LocaleCache {
    chosen: Mutex<Chosen>,
    /// Languages of clients with their last interaction.
    seen: Mutex<BoundedMap<PersonId, Client>>,
}

#[derive(Debug, Default)]
struct Chosen {
    /// Choices; `None` for a person or server without one.
    languages: BoundedMap<Chooser, Option<Language>>,
    /// Number of times that all of them were forgotten.
    losses: u64,
}

/// Language of a person's client.
#[derive(Clone, Copy, Debug)]
struct Client {
    language: Language,
    /// True if the person had chosen another language at the time of the interaction.
    is_replaced: bool,
}

/// Choice that must be read from the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unread;

impl LocaleCache {
    /// Notes the languages chosen through other processes.
    pub fn learn(&self, news: &LanguageNews) {
        let mut chosen = self.chosen.lock();
        if news.has_gaps {
            chosen.languages.clear();
            chosen.losses += 1;
        }
        for (chooser, language) in &news.chosen {
            // A value that is being read from the store right now may be older.
            chosen.languages.put(*chooser, known(language.as_deref()));
        }
    }

    /// Returns the number of times that all choices were forgotten, for [`Self::add`].
    #[must_use]
    pub fn losses(&self) -> u64 {
        self.chosen.lock().losses
    }

    /// Notes choices by their two-letter codes, unless all were forgotten since they were read from
    /// the store, after that number of `losses`; returns the languages.
    pub fn add(&self, losses: u64, choices: &[(Chooser, Option<String>)]) -> Vec<Option<Language>> {
        let mut chosen = self.chosen.lock();
        let is_new = chosen.losses == losses;
        let choices = choices.iter().map(|(chooser, language)| {
            let language = known(language.as_deref());
            if !is_new {
                return language;
            }
            // A language chosen in the meantime is newer.
            *chosen.languages.get_or_insert(*chooser, || language)
        });
        choices.collect()
    }

    /// Returns the language that a person or server has chosen.
    ///
    /// # Errors
    ///
    /// The choice is not in the cache.
    pub fn get(&self, chooser: Chooser) -> Result<Option<Language>, Unread> {
        let known = self.chosen.lock().languages.get(&chooser).copied();
        known.ok_or(Unread)
    }

    /// Notes a person's new choice by its two-letter code, and returns the language of the response
    /// if it differs from the interaction's.
    pub fn learn_person(&self, person: PersonId, language: Option<&str>) -> Option<Language> {
        let language = known(language);
        self.choose(Chooser::Person(person), language);
        language.or_else(|| self.replaced(person))
    }

    /// Notes a server's new choice by its two-letter code.
    pub fn learn_guild(&self, guild: GuildId, language: Option<&str>) {
        self.choose(Chooser::Guild(guild), known(language));
    }

    fn choose(&self, chooser: Chooser, language: Option<Language>) {
        self.chosen.lock().languages.put(chooser, language);
    }

    /// Forgets a person.
    pub fn forget(&self, person: PersonId) {
        self.choose(Chooser::Person(person), None);
        self.seen.lock().pop(&person);
    }

    /// Returns the texts for a person who has chosen this language.
    #[must_use]
    pub fn words_in(&self, language: Language, person: PersonId) -> Words {
        let client = self.replaced(person).unwrap_or(language);
        Words::new(client).in_language(language)
    }

    /// Returns the language of a person's client with the last interaction.
    #[must_use]
    pub fn seen(&self, person: PersonId) -> Option<Language> {
        let client = self.seen.lock().get(&person).copied();
        client.map(|client| client.language)
    }

    /// Returns the language of a person's client if a language chosen by the person has replaced
    /// it.
    fn replaced(&self, person: PersonId) -> Option<Language> {
        let client = self.seen.lock().get(&person).copied();
        let client = client.filter(|client| client.is_replaced);
        client.map(|client| client.language)
    }

    /// Remembers the locale of an interaction, and replaces it with the language that the person has
    /// chosen.
    pub fn stand_in(&self, interaction: &mut Incoming) {
        let person = interaction.person();
        let locale = match interaction {
            Incoming::Command(asked) | Incoming::Autocomplete(asked) => &mut asked.locale,
            Incoming::Press(press) => &mut press.interaction.locale,
            Incoming::Form(form) => &mut form.interaction.locale,
        };
        let chosen = self.get(Chooser::Person(person)).ok().flatten();
        let client = Client {
            language: Language::from_locale(locale),
            is_replaced: chosen.is_some(),
        };
        self.seen.lock().put(person, client);
        if let Some(chosen) = chosen {
            let client = client.language.code();
            *locale = format!("{}{IN_PLACE_OF}{client}", chosen.code());
        }
    }
}

/// Returns the language with a two-letter code; one that only a newer version knows counts as none.
fn known(language: Option<&str>) -> Option<Language> {
    language.and_then(Language::from_code)
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

#[cfg(test)]
mod tests {
    use super::{LanguageNews, LocaleCache, Unread};
    use crate::i18n::Language;
    use crate::service::{Chooser, PersonId};

    const ANNA: PersonId = PersonId(1);

    #[test]
    fn choice_made_while_an_older_one_is_read_stays() {
        let (cache, anna) = (LocaleCache::default(), Chooser::Person(ANNA));
        assert_eq!(cache.get(anna), Err(Unread));
        let losses = cache.losses();
        cache.learn_person(ANNA, Some("de"));
        let found = cache.add(losses, &[(anna, Some("fr".to_owned()))]);
        assert_eq!(found, [Some(Language::German)]);
        assert_eq!(cache.get(anna), Ok(Some(Language::German)));
        cache.learn_person(ANNA, None);
        assert_eq!(cache.get(anna), Ok(None));
    }

    #[test]
    fn choice_read_before_a_gap_in_the_news_is_read_again() {
        let (cache, anna) = (LocaleCache::default(), Chooser::Person(ANNA));
        let french = [(anna, Some("fr".to_owned()))];
        let losses = cache.losses();
        cache.learn(&LanguageNews {
            has_gaps: true,
            ..LanguageNews::default()
        });
        assert_eq!(cache.add(losses, &french), [Some(Language::French)]);
        assert_eq!(cache.get(anna), Err(Unread));
        cache.add(cache.losses(), &french);
        assert_eq!(cache.get(anna), Ok(Some(Language::French)));
    }
}
