//! Languages of messages: to everybody on a server, and to each player.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::time::timeout;

use crate::discord::interaction::guild_locales::GuildLocales;
use crate::discord::interaction::locale_cache::{LocaleCache, Unread};
use crate::discord::interaction::service_client::ServiceClient;
use crate::i18n::{Language, Words};
use crate::service::{Chooser, GameView, GuildId, PersonId, Place};

/// Languages that Discord reports, and those that people and servers have chosen.
#[derive(Debug)]
pub(crate) struct Languages {
    service: Arc<ServiceClient>,
    /// Languages of servers, as Discord reports them.
    pub(crate) guilds: GuildLocales,
    /// Languages that people and servers have chosen, read from the store when they are needed.
    pub(crate) chosen: LocaleCache,
    /// Number of language changes that `chosen` already reflects.
    known: Mutex<Option<u64>>,
}

impl Languages {
    pub(crate) fn new(service: Arc<ServiceClient>) -> Self {
        Self {
            service,
            guilds: GuildLocales::default(),
            chosen: LocaleCache::default(),
            known: Mutex::default(),
        }
    }

    /// Returns the words used in public at a place: in the language chosen for the server, or else
    /// in the one that Discord reports for it or that was heard there.
    pub(crate) async fn words_at(&self, place: Place) -> Words {
        let chosen = match place.guild {
            Some(guild) => self.chosen_by(Chooser::Guild(guild)).await,
            None => None,
        };
        let is_reported = place.joined_server().is_some();
        let heard = || self.guilds.heard(place).filter(|_| !is_reported);
        let language = chosen.or_else(heard);
        Words::new(language.unwrap_or_else(|| self.guilds.language(place.guild)))
    }

    /// Returns the words used in public for a game.
    pub(crate) async fn words_of(&self, view: &GameView) -> Words {
        self.words_among(view.place, &view.languages).await
    }

    /// Returns the words used in public for a table or game of people with these languages.
    ///
    /// On a server, they are those of the place. Elsewhere they are those of the host, who is the
    /// first: the next person to press something may speak another language.
    pub(crate) async fn words_among(
        &self,
        place: Place,
        languages: &[(PersonId, String)],
    ) -> Words {
        if place.guild.is_none()
            && let Some((host, code)) = languages.first()
        {
            let chosen = self.chosen_by(Chooser::Person(*host)).await;
            if let Some(language) = chosen.or_else(|| Language::from_code(code)) {
                return Words::new(language);
            }
        }
        self.words_at(place).await
    }

    /// Returns whether the public language of a place is unknown until Discord reports its server.
    pub(crate) async fn is_muted(&self, guild: Option<GuildId>) -> bool {
        match guild.filter(|guild| self.guilds.is_unknown(*guild)) {
            Some(guild) => self.chosen_by(Chooser::Guild(guild)).await.is_none(),
            None => false,
        }
    }

    /// Returns the words for a player who has not just sent a request, in the chosen language, or
    /// that of the player's Discord client, or else that of the server.
    pub(crate) async fn words_for(&self, person: PersonId, view: &GameView) -> Words {
        if let Some(language) = self.chosen_by(Chooser::Person(person)).await {
            return self.chosen.words_in(language, person);
        }
        let mut seen = view.languages.iter();
        let seen = seen.find(|(player, _)| *player == person);
        match seen.and_then(|(_, code)| Language::from_code(code)) {
            Some(seen) => Words::new(seen),
            None => self.words_at(view.place).await,
        }
    }

    /// Returns the words for a person who writes a message, which names no language: in the chosen
    /// one, or else in that of the client with the last interaction.
    pub(crate) async fn last_words_for(&self, person: PersonId) -> Option<Words> {
        match self.chosen_by(Chooser::Person(person)).await {
            Some(language) => Some(self.chosen.words_in(language, person)),
            None => self.chosen.seen(person).map(Words::new),
        }
    }

    /// Reads the languages that these people have chosen, unless they are known. An interaction that
    /// has begun cannot wait for that, because requests must reach the game service in the order of
    /// their events. If it takes a third of the time after which responses are deferred, they are
    /// answered in the languages of their clients.
    pub(crate) async fn meet(
        &self,
        people: impl Iterator<Item = PersonId>,
        defers_after: Duration,
    ) {
        let people = people.map(Chooser::Person);
        let strangers = people.filter(|person| self.chosen.get(*person).is_err());
        let strangers: Vec<_> = strangers.collect();
        if strangers.is_empty() {
            return;
        }
        let looked = timeout(defers_after / 3, self.look_up(strangers)).await;
        if looked.is_err() {
            tracing::warn!("chosen languages are not known yet");
        }
    }

    async fn chosen_by(&self, chooser: Chooser) -> Option<Language> {
        match self.chosen.get(chooser) {
            Ok(known) => known,
            Err(Unread) => self.look_up(vec![chooser]).await.pop().flatten(),
        }
    }

    /// Reads the choices of people and servers from the store; returns none if that fails.
    async fn look_up(&self, choosers: Vec<Chooser>) -> Vec<Option<Language>> {
        let losses = self.chosen.losses();
        let choices = self
            .service
            .ask(move |service| service.chosen_languages(&choosers));
        match choices.await {
            Ok(choices) => self.chosen.add(losses, &choices),
            Err(error) => {
                tracing::warn!(%error, "chosen languages could not be read");
                Vec::new()
            }
        }
    }

    /// Reads the languages that people and servers have chosen since the last time.
    pub(crate) async fn learn_chosen(&self) {
        let known = *self.known.lock();
        match self
            .service
            .ask(move |service| service.language_news(known))
            .await
        {
            Ok(news) => {
                self.chosen.learn(&news);
                *self.known.lock() = Some(news.changes);
            }
            Err(error) => tracing::warn!(
                %error,
                "languages chosen through other processes could not be read"
            ),
        }
    }
}
