//! Games that cannot be shown in their channel: notification of players, and moving to another
//! channel.

use std::collections::BTreeMap;
use std::time::Duration;

use serenity::all::UserId;

use crate::discord::board::publisher::Obstacle;
use crate::discord::bot::{Bot, named};
use crate::discord::features::respond::Act;
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::response::Reply;
use crate::discord::rest::{Outgoing, RestError};
use crate::discord::runtime::error::BotError;
use crate::i18n::{Done, Words};
use crate::service::{
    ChannelId, GameId, GameSummary, GameView, GuildId, PersonId, Refusal, Request, View,
};

/// People to move, each with their words and games.
pub(crate) type Movers = BTreeMap<PersonId, (Words, Vec<GameView>)>;

/// Number of attempts at a direct message.
const TRIES: usize = 5;
/// Pause before the next attempt.
const LATER: Duration = Duration::from_secs(60);

impl Bot {
    /// Moves a game to the channel of the person who asks.
    pub(crate) async fn go_on_here(
        &self,
        asker: &RequestContext,
        mut reply: Reply<'_>,
        number: Option<&str>,
    ) {
        let old = match reply.wait(self.meant(asker, number)).await {
            Ok(old) => old,
            Err(error) => {
                return reply
                    .say(self.explain(asker.words, None, error).await)
                    .await;
            }
        };
        let (game, from) = (old.id(), old.place());
        let request = Request::MoveToChannel {
            game,
            place: asker.place,
            is_lost: from
                .guild
                .is_some_and(|guild| self.guild_locales.is_lost(guild)),
        };
        let update = self.request(&asker.actor, request);
        let act = Act::by_command(Some(Done::GoesOn));
        self.act(asker, reply, act, update).await;
    }

    /// Returns the game with this number; without one, the only running game played elsewhere, or
    /// else the game that the request can refer to here.
    async fn meant(&self, asker: &RequestContext, number: Option<&str>) -> Result<View, BotError> {
        let (game, person) = (named(asker, number), asker.actor.person);
        let (place, parent) = (asker.place, asker.parent);
        let here = place.channel;
        self.ask(move |service| -> Result<View, BotError> {
            service.check_channel(place, parent)?;
            if let Some(game) = game? {
                return Ok(service.view(game)?);
            }
            let games = service.games_of(person)?.into_iter();
            let is_meant =
                |game: &GameSummary| game.begun && !game.is_out && game.place.channel != here;
            let games = games.filter(is_meant);
            let games: Vec<_> = games.map(|game| game.id).collect();
            match games[..] {
                [game] => Ok(service.view(game)?),
                [] => Ok(service.view(service.find(person, here)?)?),
                _ => Err(BotError::Refused(Refusal::WhichGame(games))),
            }
        })
        .await
    }

    /// Shows a game that nobody asked for just now; if that fails, tells the person to move.
    pub(crate) async fn show_or_tell(&self, game: GameId) {
        if let Err(obstacle) = self.show(game).await {
            self.tell_mover(game, &obstacle, None).await;
        }
    }

    /// Tells the person to move about the obstacle in a direct message, unless they are the one who
    /// just asked.
    pub(crate) async fn tell_mover(
        &self,
        game: GameId,
        obstacle: &Obstacle,
        asked: Option<PersonId>,
    ) {
        match obstacle {
            Obstacle::Permissions(permissions) => {
                let blocked =
                    |words: Words, view: &GameView| words.blocked(game, view.place, permissions);
                self.tell_once(game, asked, blocked).await;
            }
            Obstacle::Gone(_) | Obstacle::Lost => self.place_gone(game, asked).await,
            Obstacle::Later => {}
        }
    }

    /// Tells the people to move in a deleted channel, or in its threads, whose deletion Discord
    /// does not report.
    pub(crate) async fn channel_gone(&self, guild: GuildId, channel: ChannelId) {
        let games = self.ask_later(move |service| service.games_below(guild, channel));
        let movers = self.movers(games.await.unwrap_or_default()).await;
        self.places_gone(movers).await;
    }

    /// Gives up finished games on a server that the bot has left, and tells the people to move
    /// there.
    pub(crate) async fn lose_server(&self, guild: GuildId) {
        self.end_outage(guild).await;
        let movers = self.movers_on(guild).await;
        self.forget_server(guild).await;
        self.guild_locales.forget(guild);
        self.metrics.guilds(self.guild_locales.count());
        // It may take long.
        self.places_gone(movers).await;
    }

    /// Returns the people to move on a server.
    async fn movers_on(&self, guild: GuildId) -> Movers {
        let games = self.ask_later(move |service| service.games_on(guild)).await;
        self.movers(games.unwrap_or_default()).await
    }

    /// Returns the people to move in some games.
    async fn movers(&self, games: Vec<GameId>) -> Movers {
        let mut movers = Movers::new();
        for game in games {
            let Ok(view) = self.game(game).await else {
                continue;
            };
            if let Some(person) = to_move(&view) {
                let words = self.words_for(person, &view);
                let (_, views) = movers.entry(person).or_insert((words, Vec::new()));
                views.push(view);
            }
        }
        movers
    }

    /// Tells people to move in games whose channel was deleted, each of them once about all.
    async fn places_gone(&self, movers: Movers) {
        for (person, (words, views)) in movers {
            let mut lost = Vec::new();
            for view in &views {
                if self.is_news(view).await {
                    lost.push(view.id);
                }
            }
            if let Some(game) = lost.first() {
                self.tell(person, *game, words.channels_gone(&lost)).await;
            }
        }
    }

    /// Tells the person to move that the channel of a game was deleted, unless they are the one who
    /// just asked.
    async fn place_gone(&self, game: GameId, asked: Option<PersonId>) {
        self.tell_once(game, asked, |words, _| words.channels_gone(&[game]))
            .await;
    }

    /// Tells the person to move why a game cannot be shown at its place.
    async fn tell_once(
        &self,
        game: GameId,
        asked: Option<PersonId>,
        text: impl FnOnce(Words, &GameView) -> String,
    ) {
        let Ok(view) = self.game(game).await else {
            return;
        };
        let Some(person) = to_move(&view).filter(|person| Some(*person) != asked) else {
            return;
        };
        if self.is_news(&view).await {
            let text = text(self.words_for(person, &view), &view);
            self.tell(person, game, text).await;
        }
    }

    /// Returns whether the person to move has not been told yet that a game cannot be shown at its
    /// place, and records that they are told. The cause may be noticed several times, by the
    /// deletion of the channel and by every attempt to show something there; each person is told
    /// once.
    async fn is_news(&self, view: &GameView) -> bool {
        let (game, color) = (view.id, view.to_move());
        let Some(color) = color else { return false };
        // A message being shown is recorded first: recorded later, it would signal that all is
        // well.
        let _turn = self.game_locks.enter(game).await;
        let noted = self.ask(move |service| service.note_lost(game, color));
        noted.await.unwrap_or(false)
    }

    /// Sends a person a direct message about a game, with retries, unless the person blocks the
    /// bot. Messages to many people take a while.
    pub(crate) async fn tell(&self, person: PersonId, game: GameId, text: String) {
        let message = Outgoing::text(text).never_twice();
        for _ in 0..TRIES {
            match self.try_to_tell(person, &message).await {
                Ok(()) => return,
                Err(RestError::GaveUp(why)) => {
                    tracing::info!(%game, why, "somebody is told later");
                    self.clock.sleep(LATER).await;
                }
                Err(error) => {
                    return tracing::info!(%game, %error, "somebody could not be told");
                }
            }
        }
        tracing::warn!(%game, "somebody could not be told");
    }

    /// Attempts once to send a message to a person.
    pub(crate) async fn try_to_tell(
        &self,
        person: PersonId,
        message: &Outgoing,
    ) -> Result<(), RestError> {
        let (person, now) = (UserId::new(person.0), self.clock.now());
        let channel = self.direct_messages.open(&self.rest, person, now).await?;
        let told = self.rest.post(channel, message).await;
        match &told {
            Err(error) if error.is_unknown_channel() => self.direct_messages.forget(person),
            Err(error) => self.direct_messages.note(person, error, now),
            Ok(_) => {}
        }
        told.map(drop)
    }
}

/// Returns the person to move; `None` for a computer.
fn to_move(view: &GameView) -> Option<PersonId> {
    let person = view.person(view.to_move()?)?;
    Some(person.id)
}
