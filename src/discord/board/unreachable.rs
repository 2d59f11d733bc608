//! Games that cannot be shown in their channel: notification of players, and moving to another
//! channel.

use std::collections::BTreeMap;
use std::time::Duration;

use serenity::all::UserId;

use crate::discord::board::delivery::user_install;
use crate::discord::board::publisher::not_shown::Obstacle;
use crate::discord::board::publisher::{self, waiting_updates};
use crate::discord::board::respond::{self, Command};
use crate::discord::board::{explain, outages};
use crate::discord::bot::Bot;
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::error::BotError;
use crate::discord::interaction::response::Reply;
use crate::discord::interaction::service_client::named;
use crate::discord::rest::{Outgoing, RestError};
use crate::i18n::{Done, Words};
use crate::service::{
    ChannelId, GameId, GameSummary, GameView, GuildId, PersonId, Refusal, Request, View,
};
use focus::Color;

/// People to move, each with their words and games.
pub(crate) type Movers = BTreeMap<PersonId, (Words, Vec<GameView>)>;

/// Number of attempts at a direct message.
const TRIES: usize = 5;
/// Pause before the next attempt.
const LATER: Duration = Duration::from_secs(60);

/// Moves a game to the channel of the person who asks.
pub(crate) async fn go_on_here(
    bot: &Bot,
    context: &RequestContext,
    mut reply: Reply<'_>,
    number: Option<&str>,
) {
    let old = match reply.wait(meant(bot, context, number)).await {
        Ok(old) => old,
        Err(error) => {
            return reply
                .say(explain::explain(bot, context.words, None, error).await)
                .await;
        }
    };
    let (game, from) = (old.id(), old.place());
    let request = Request::MoveToChannel {
        game,
        place: context.place,
        is_lost: from
            .guild
            .is_some_and(|guild| bot.languages.guilds.is_lost(guild)),
    };
    let update = bot.service.request(context, request);
    let act = Command::typed(Some(Done::GoesOn));
    respond::carry_out(bot, context, reply, act, update).await;
}

/// Returns the game with this number; without one, the only running game played elsewhere, or
/// else the game that the request can refer to here.
async fn meant(
    bot: &Bot,
    context: &RequestContext,
    number: Option<&str>,
) -> Result<View, BotError> {
    let (game, person) = (named(context, number), context.actor.person);
    let (place, parent) = (context.place, context.parent);
    let here = place.channel;
    bot.service
        .ask(move |service| -> Result<View, BotError> {
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
pub(crate) async fn show_or_tell(bot: &Bot, game: GameId) {
    if let Err(obstacle) = publisher::show(bot, game).await {
        tell_mover(bot, game, &obstacle, None).await;
    }
}

/// Tells the person to move about the obstacle in a direct message, unless they are the one who
/// just asked.
pub(crate) async fn tell_mover(
    bot: &Bot,
    game: GameId,
    obstacle: &Obstacle,
    asked: Option<PersonId>,
) {
    match obstacle {
        Obstacle::Permissions(permissions) => {
            let blocked =
                |words: Words, view: &GameView| words.blocked(game, view.place, permissions);
            tell_once(bot, game, asked, blocked).await;
        }
        Obstacle::Gone(_) | Obstacle::Lost => place_gone(bot, game, asked).await,
        Obstacle::NoToken => user_install::tell_unseen(bot, game, asked).await,
        Obstacle::Later => {}
    }
}

/// Tells the people to move in a deleted channel, or in its threads, whose deletion Discord
/// does not report.
pub(crate) async fn channel_gone(bot: &Bot, guild: GuildId, channel: ChannelId) {
    let games = bot
        .service
        .ask_later(move |service| service.games_below(guild, channel));
    let movers = movers(bot, games.await.unwrap_or_default()).await;
    places_gone(bot, movers).await;
}

/// Gives up finished games on a server that the bot has left, and tells the people to move
/// there.
pub(crate) async fn lose_server(bot: &Bot, guild: GuildId) {
    outages::end_outage(bot, guild).await;
    let movers = movers_on(bot, guild).await;
    waiting_updates::forget_server(bot, guild).await;
    bot.languages.guilds.forget(guild);
    let now = bot.clock.now();
    let noted = bot
        .service
        .ask_aside(move |service| service.server_left(guild, now));
    if let Err(error) = noted.await {
        tracing::error!(?error, "the removal from a server could not be recorded");
    }
    bot.languages.guilds.report_count(&bot.metrics);
    // It may take long.
    places_gone(bot, movers).await;
}

/// Returns the people to move on a server.
async fn movers_on(bot: &Bot, guild: GuildId) -> Movers {
    let games = bot
        .service
        .ask_later(move |service| service.games_on(guild))
        .await;
    let mut movers = movers(bot, games.unwrap_or_default()).await;
    // Those where the bot is no member go on as before.
    for (_, views) in movers.values_mut() {
        views.retain(|view| !view.place.is_visited());
    }
    movers
}

/// Returns the people to move in some games.
async fn movers(bot: &Bot, games: Vec<GameId>) -> Movers {
    let mut movers = Movers::new();
    for game in games {
        let Ok(view) = bot.service.game(game).await else {
            continue;
        };
        if let Some(person) = to_move(&view) {
            let words = bot.languages.words_for(person, &view);
            let (_, views) = movers.entry(person).or_insert((words, Vec::new()));
            views.push(view);
        }
    }
    movers
}

/// Tells people to move in games whose channel was deleted, each of them once about all.
async fn places_gone(bot: &Bot, movers: Movers) {
    for (person, (words, views)) in movers {
        let mut lost = Vec::new();
        for view in &views {
            if is_news(bot, view).await {
                lost.push(view.id);
            }
        }
        if let Some(game) = lost.first() {
            let gone = Outgoing::text(words.channels_gone(&lost));
            tell(bot, person, *game, gone).await;
        }
    }
}

/// Tells the person to move that the channel of a game was deleted, unless they are the one who
/// just asked.
async fn place_gone(bot: &Bot, game: GameId, asked: Option<PersonId>) {
    tell_once(bot, game, asked, |words, _| words.channels_gone(&[game])).await;
}

/// Tells the person to move why a game cannot be shown at its place.
async fn tell_once(
    bot: &Bot,
    game: GameId,
    asked: Option<PersonId>,
    text: impl FnOnce(Words, &GameView) -> String,
) {
    let Ok(view) = bot.service.game(game).await else {
        return;
    };
    let Some(person) = to_move(&view).filter(|person| Some(*person) != asked) else {
        return;
    };
    if is_news(bot, &view).await {
        let text = text(bot.languages.words_for(person, &view), &view);
        tell(bot, person, game, Outgoing::text(text)).await;
    }
}

/// Returns whether the person to move has not been told yet that a game cannot be shown at its
/// place, and records that they are told. The cause may be noticed several times, by the
/// deletion of the channel and by every attempt to show something there; each person is told
/// once.
async fn is_news(bot: &Bot, view: &GameView) -> bool {
    match view.to_move() {
        Some(color) => is_news_to(bot, view, color, None).await,
        None => false,
    }
}

/// Returns whether the player of a color has not been told yet that a game cannot be shown at its
/// place, at all or since this number of actions, and records that the player is told.
pub(super) async fn is_news_to(
    bot: &Bot,
    view: &GameView,
    color: Color,
    actions: Option<u32>,
) -> bool {
    let game = view.id;
    // A message being shown is recorded first: recorded later, it would signal that all is
    // well.
    let _turn = bot.message_locks.enter(game).await;
    let noted = bot
        .service
        .ask(move |service| service.note_lost(game, color, actions));
    noted.await.unwrap_or(false)
}

/// Sends a person a direct message about a game, with retries, unless the person blocks the
/// bot. Messages to many people take a while.
pub(crate) async fn tell(bot: &Bot, person: PersonId, game: GameId, message: Outgoing) {
    let message = message.never_twice();
    for _ in 0..TRIES {
        match try_to_tell(bot, person, &message).await {
            Ok(()) => return,
            Err(RestError::GaveUp(why)) => {
                tracing::info!(%game, why, "a direct message will be sent later");
                bot.clock.sleep(LATER).await;
            }
            Err(error) => {
                return tracing::info!(%game, %error, "a direct message could not be sent");
            }
        }
    }
    tracing::warn!(%game, "a direct message could not be sent");
}

/// Attempts once to send a message to a person.
pub(crate) async fn try_to_tell(
    bot: &Bot,
    person: PersonId,
    message: &Outgoing,
) -> Result<(), RestError> {
    let (person, now) = (UserId::new(person.0), bot.clock.now());
    let channel = bot.direct_messages.open(&bot.rest, person, now).await?;
    let told = bot.rest.post(channel, message).await;
    match &told {
        Err(error) if error.is_unknown_channel() => bot.direct_messages.forget(person),
        Err(error) => bot.direct_messages.note(person, error, now),
        Ok(_) => {}
    }
    told.map(drop)
}

/// Returns the person to move; `None` for a computer.
fn to_move(view: &GameView) -> Option<PersonId> {
    let person = view.person(view.to_move()?)?;
    Some(person.id)
}
