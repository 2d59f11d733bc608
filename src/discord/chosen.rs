//! The languages that people and servers have chosen, at hand: requests must reach the game
//! service in the order of their events, so that none can wait for a look into the store first.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serenity::all::Interaction;

use crate::session::settings::ChosenLanguages;
use crate::session::{GuildId, PersonId};
use crate::wording::Language;

/// What the store holds of languages, read once at the start and changed with it.
#[derive(Debug, Default)]
pub struct Chosen {
    people: Mutex<HashMap<PersonId, Own>>,
    guilds: Mutex<HashMap<GuildId, Language>>,
}

/// A language of a person's own.
#[derive(Clone, Copy, Debug)]
struct Own {
    language: Language,
    /// That of the person's Discord, as far as it is known.
    instead_of: Option<Language>,
}

impl Chosen {
    /// Takes over what the store holds.
    pub fn learn(&self, chosen: &ChosenLanguages) {
        for (person, language) in &chosen.people {
            self.learn_person(*person, Some(language));
        }
        for (guild, language) in &chosen.guilds {
            self.learn_guild(*guild, Some(language));
        }
    }

    /// Notes what a person has chosen now, by its two letters, and says in which language to
    /// answer, if that is not the one of the interaction.
    pub fn learn_person(&self, person: PersonId, language: Option<&str>) -> Option<Language> {
        let mut people = lock(&self.people);
        let instead_of = people.remove(&person).and_then(|own| own.instead_of);
        // A language of a newer program counts as none.
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

    /// Notes what has been chosen for a server now, by its two letters.
    pub fn learn_guild(&self, guild: GuildId, language: Option<&str>) {
        let mut guilds = lock(&self.guilds);
        match language.and_then(Language::from_code) {
            Some(language) => guilds.insert(guild, language),
            None => guilds.remove(&guild),
        };
    }

    /// The language a person has chosen.
    #[must_use]
    pub fn of_person(&self, person: PersonId) -> Option<Language> {
        lock(&self.people).get(&person).map(|own| own.language)
    }

    /// The language chosen for a server.
    #[must_use]
    pub fn of_guild(&self, guild: GuildId) -> Option<Language> {
        lock(&self.guilds).get(&guild).copied()
    }

    /// Lets a person's own choice stand in for the language of the person's Discord.
    pub fn stand_in(&self, interaction: &mut Interaction) {
        let (user, locale) = match interaction {
            Interaction::Command(asked) | Interaction::Autocomplete(asked) => {
                (asked.user.id, &mut asked.locale)
            }
            Interaction::Component(asked) => (asked.user.id, &mut asked.locale),
            Interaction::Modal(asked) => (asked.user.id, &mut asked.locale),
            _ => return,
        };
        if let Some(own) = lock(&self.people).get_mut(&PersonId(user.get())) {
            own.instead_of = Some(Language::from_locale(locale));
            own.language.code().clone_into(locale);
        }
    }
}

fn lock<K, V>(map: &Mutex<HashMap<K, V>>) -> MutexGuard<'_, HashMap<K, V>> {
    map.lock().unwrap_or_else(PoisonError::into_inner)
}
