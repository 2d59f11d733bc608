//! Games that a channel follows.

use std::convert::Infallible;

use serenity::all::CreateAutocompleteResponse;

use crate::discord::bot::Bot;
use crate::discord::game_messages::delivery::snowflake::{channel_id, message_id};
use crate::discord::game_messages::{error_replies, respond};
use crate::discord::interaction::arguments::Context;
use crate::discord::interaction::arguments::autocomplete::{fitting, game_label, label_of};
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::custom_id::buttons::WatchButton;
use crate::discord::interaction::error::BotError;
use crate::discord::interaction::incoming::Press;
use crate::discord::interaction::response::Reply;
use crate::discord::rest::Outgoing;
use crate::i18n::Done;
use crate::service::{GameId, ServiceError, View};

/// Makes this channel follow a game that is played elsewhere.
#[poise::command(slash_command)]
pub(crate) async fn watch(
    ctx: Context<'_>,
    #[autocomplete = "watchable"] game: String,
) -> Result<(), Infallible> {
    respond::command(ctx, |bot, context| async move {
        let (person, place, parent) = (context.actor.person, context.place, context.parent);
        let missing = context.missing_for_pictures();
        let (now, who) = (bot.clock.now(), context.clone());
        let watched = bot
            .service
            .ask_of(&context, Some(&game), None, move |service, game| {
                service.check_channel(place, parent)?;
                if place.is_visited() {
                    return Err(BotError::Said(who.words.text("place-only-answers", &[])));
                }
                if missing.is_empty() {
                    Ok(service.watch(now, person, place, game)?)
                } else {
                    Err(BotError::Missing(who.about_missing(&missing)))
                }
            });
        let view = watched.await?;
        bot.following.wake(view.id);
        Ok(Outgoing::text(context.words.done(Done::Watched, view.id)))
    })
    .await
}

/// Stops following a game in this channel. A message that was left over when its watch ended is
/// changed like one that ends now.
pub(crate) async fn press(
    bot: &Bot,
    mut reply: Reply<'_>,
    press: &Press,
    (game, WatchButton::Unwatch): (GameId, WatchButton),
) {
    let context = reply.context();
    let Some(message) = context.pressed else {
        return reply.refuse_unknown().await;
    };
    let (who, is_offered) = (context.clone(), press.is_offered());
    let subjects = context.subjects(Some(game));
    let ended = bot.service.ask_in_turn(&subjects, move |service| {
        let (person, place) = who.person_and_place();
        let stopped = service.stop_watch(person, &who.permissions, place, game, message);
        // A forged press may be on a message of another kind.
        if is_offered && service.is_superseded_follower(place, game, message)? {
            return Ok(());
        }
        stopped
    });
    if let Err(error) = reply.wait(ended).await {
        return error_replies::refuse(bot, reply, Some(game), error).await;
    }
    let words = bot.languages.words_at(context.place).await;
    let line = Outgoing::text(words.of_game("watch-stopped", game));
    if reply.is_deferred() {
        reply.say(line.clone()).await;
    } else if let Err(error) = reply.update(line.clone()).await {
        tracing::warn!(%error, "a response could not be sent");
    } else {
        return;
    }
    let channel = channel_id(context.place.channel);
    if let Err(error) = bot.rest.edit(channel, message_id(message), &line).await {
        tracing::warn!(%game, %error, "a message that followed a game could not be changed");
    }
}

/// Offers running games of the person elsewhere on servers, and then those of the server that
/// everybody may see.
async fn watchable(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let context = RequestContext::of_command(ctx.interaction);
    let (words, person, place) = (context.words, context.actor.person, context.place);
    let games = ctx.data().service.ask(move |service| {
        let mut own = service.games_of(person)?;
        let is_private =
            |game| matches!(service.view(game), Ok(View::Game(view)) if view.is_private);
        own.retain(|game| {
            let is_elsewhere = game.place.guild.is_some() && game.place.channel != place.channel;
            game.begun && is_elsewhere && !is_private(game.id)
        });
        let mut labels: Vec<_> = own.iter().map(|game| label_of(game, words)).collect();
        let others = service.watchable(place)?.into_iter();
        let others = others.filter(|game| own.iter().all(|own| own.id != game.id));
        labels.extend(others.map(|game| {
            let players = game.players.iter().map(|(_, player)| player);
            game_label(game.id, game.mode, players, words)
        }));
        Ok::<_, ServiceError>(labels)
    });
    fitting(games.await.unwrap_or_default(), typed)
}
