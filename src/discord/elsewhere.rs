//! Games that cannot be shown where they are played: who is told, and how they go on elsewhere.

use serenity::all::UserId;

use crate::discord::act::Act;
use crate::discord::announce::{Obstacle, channel_id, message_id};
use crate::discord::asker::Asker;
use crate::discord::bot::{Bot, named};
use crate::discord::reply::Reply;
use crate::discord::rest::{Outgoing, RestError};
use crate::discord::trouble::Trouble;
use crate::discord::views;
use crate::session::{
    ChannelId, GameId, GameView, GuildId, PersonId, Refusal, Request, Summary, View,
};
use crate::wording::{Done, Words};

impl Bot {
    /// Lets a game go on in the channel of the person who asks.
    pub(super) async fn go_on_here(
        &self,
        asker: &Asker,
        mut reply: Reply<'_>,
        number: Option<&str>,
    ) {
        let old = match reply.wait(self.meant(asker, number)).await {
            Ok(old) => old,
            Err(trouble) => {
                return reply
                    .say(self.explain(asker.words, None, trouble).await)
                    .await;
            }
        };
        let (game, from) = (old.id(), old.place());
        let request = Request::GoOn {
            game,
            place: asker.place,
            is_lost: from.guild.is_some_and(|guild| self.guilds.is_lost(guild)),
        };
        let update = self.request(&asker.actor, request);
        let act = Act::by_command(Some(Done::GoesOn));
        self.act(asker, reply, act, update).await;
        self.leave_behind(&old).await;
    }

    /// The game with this number; without one, the only running game that is played elsewhere, or
    /// else the one that is meant here.
    async fn meant(&self, asker: &Asker, number: Option<&str>) -> Result<View, Trouble> {
        let (game, person) = (named(asker, number), asker.actor.person);
        let (place, parent) = (asker.place, asker.parent);
        let here = place.channel;
        self.ask(move |service| -> Result<View, Trouble> {
            service.check_channel(place, parent)?;
            if let Some(game) = game? {
                return Ok(service.view(game)?);
            }
            let games = service.games_of(person)?.into_iter();
            let is_meant =
                |game: &Summary| game.begun && !game.is_out && game.place.channel != here;
            let games = games.filter(is_meant);
            let games: Vec<_> = games.map(|game| game.id).collect();
            match games[..] {
                [game] => Ok(service.view(game)?),
                [] => Ok(service.view(service.find(person, here)?)?),
                _ => Err(Trouble::Refused(Refusal::WhichGame(games))),
            }
        })
        .await
    }

    /// Points from a board that was left behind to the one in its place.
    async fn leave_behind(&self, old: &View) {
        let game = old.id();
        let new = self.ask(move |service| service.view(game)).await;
        let (Some(message), Ok(new)) = (old.message(), new) else {
            return;
        };
        let link = views::link(new.place(), new.message());
        let (true, Some(link)) = (new.place() != old.place(), link) else {
            return;
        };
        let words = self.public_words(old.place().guild);
        let change = Outgoing::text(words.goes_on_there(game, &link));
        let channel = channel_id(old.place().channel);
        if let Err(error) = self.rest.edit(channel, message_id(message), &change).await {
            tracing::debug!(%game, %error, "an old board stays as it was");
        }
    }

    /// Shows a game that nobody asked for just now; if that cannot be, the person to move is told.
    pub(super) async fn show_or_tell(&self, game: GameId) {
        if let Err(obstacle) = self.show(game).await {
            self.tell_mover(game, &obstacle, None).await;
        }
    }

    /// Tells the person to move in private what is in the way, unless it is the one who has just
    /// asked.
    pub(super) async fn tell_mover(
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
            Obstacle::Gone(_) => self.place_gone(game, asked).await,
            Obstacle::Later => {}
        }
    }

    /// Tells those who are to move in a channel that is gone.
    pub(super) async fn channel_gone(&self, channel: ChannelId) {
        let games = self.ask(move |service| service.games_in(channel)).await;
        for game in games.unwrap_or_default() {
            self.place_gone(game.id, None).await;
        }
    }

    /// Tells those who are to move on a server that is gone.
    pub(super) async fn guild_gone(&self, guild: GuildId) {
        let games = self.ask(move |service| service.games_on(guild)).await;
        for game in games.unwrap_or_default() {
            self.place_gone(game, None).await;
        }
    }

    /// Tells the person to move that the channel of a game is gone, unless it is the one who has
    /// just asked.
    async fn place_gone(&self, game: GameId, asked: Option<PersonId>) {
        self.tell_once(game, asked, |words, _| words.channel_gone(game))
            .await;
    }

    /// Tells the person to move why a game cannot be shown where it is. There may be several signs
    /// of it: that a channel is deleted, and every attempt to show something there; each person is
    /// told once.
    async fn tell_once(
        &self,
        game: GameId,
        asked: Option<PersonId>,
        text: impl FnOnce(Words, &GameView) -> String,
    ) {
        let Ok(view) = self.game(game).await else {
            return;
        };
        let Some(color) = view.to_move() else {
            return;
        };
        let person = view.person(color);
        let Some(person) = person.filter(|person| Some(person.id) != asked) else {
            return;
        };
        let is_new = {
            // What is being shown is noted first: noted later, it would be a sign that all is well.
            let _turn = self.lanes.enter(game).await;
            self.ask(move |service| service.note_lost(game, color))
                .await
        };
        if is_new.unwrap_or(false) {
            let text = text(self.words_for(person.id, &view), &view);
            self.tell(person.id, game, text).await;
        }
    }

    /// Says something to one person about a game, as long as the person lets the bot.
    pub(super) async fn tell(&self, person: PersonId, game: GameId, text: String) {
        if let Err(error) = self
            .try_to_tell(person, &Outgoing::text(text).never_twice())
            .await
        {
            tracing::info!(%game, %error, "somebody could not be told");
        }
    }

    /// Sends a message to one person.
    pub(super) async fn try_to_tell(
        &self,
        person: PersonId,
        message: &Outgoing,
    ) -> Result<(), RestError> {
        let channel = self.rest.open_direct(UserId::new(person.0)).await?;
        self.rest.post(channel, message).await.map(drop)
    }
}
