//! Languages to speak in: with everybody on a server, and with each player.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::discord::interaction::guild_locales::GuildLocales;
use crate::discord::interaction::locale_cache::LocaleCache;
use crate::discord::interaction::service_client::ServiceClient;
use crate::i18n::{Language, Words};
use crate::service::{GameView, GuildId, PersonId, Place};

/// Languages that Discord reports, and those that people and servers have chosen.
#[derive(Debug, Default)]
pub(crate) struct Languages {
    /// Languages of servers, as Discord reports them.
    pub(crate) guilds: GuildLocales,
    /// Languages that people and servers have chosen.
    pub(crate) chosen: LocaleCache,
    /// Number of changes of chosen languages that `chosen` knows.
    known: Mutex<Option<u64>>,
}

impl Languages {
    /// Returns the words used in public at a place: in the language chosen for the server, or else
    /// in the one that Discord reports for it or that was heard there.
    #[must_use]
    pub(crate) fn words_at(&self, place: Place) -> Words {
        let chosen = place.guild.and_then(|guild| self.chosen.of_guild(guild));
        let is_reported = place.guild.is_some() && !place.is_visited();
        let heard = || self.guilds.heard(place).filter(|_| !is_reported);
        let language = chosen.or_else(heard);
        Words::new(language.unwrap_or_else(|| self.guilds.language(place.guild)))
    }

    /// Returns whether the public language of a server is unknown until Discord reports the server.
    pub(crate) fn is_muted(&self, guild: GuildId) -> bool {
        self.guilds.is_unknown(guild) && self.chosen.of_guild(guild).is_none()
    }

    /// Returns the words for a player who has not just sent a request, in the chosen language, or
    /// that of the player's Discord client, or else that of the server.
    #[must_use]
    pub(crate) fn words_for(&self, person: PersonId, view: &GameView) -> Words {
        let mut seen = view.languages.iter();
        let seen = seen.find(|(player, _)| *player == person);
        let seen = seen.and_then(|(_, code)| Language::from_code(code));
        let own = self.chosen.of_person(person);
        own.or_else(|| seen.map(Words::new))
            .unwrap_or_else(|| self.words_at(view.place))
    }

    /// Reads the languages that people and servers have chosen since the last time.
    pub(crate) async fn learn_chosen(&self, service: &ServiceClient) {
        let known = *self.known();
        match service
            .ask(move |service| service.language_news(known))
            .await
        {
            Ok(news) => {
                self.chosen.learn(&news);
                *self.known() = Some(news.changes);
            }
            Err(error) => tracing::warn!(
                ?error,
                "languages chosen through other processes could not be read"
            ),
        }
    }

    fn known(&self) -> MutexGuard<'_, Option<u64>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
