//! Games that continue in another channel.

use crate::discord::bot::Bot;
use crate::discord::game_messages::delivery::snowflake::channel_id;
use crate::discord::game_messages::error_replies;
use crate::discord::game_messages::respond;
use crate::discord::game_messages::respond::command_reply::CommandReply;
use crate::discord::game_messages::unreachable::left_servers;
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::custom_id::buttons::PlayButton;
use crate::discord::interaction::error::BotError;
use crate::discord::interaction::response::Reply;
use crate::discord::interaction::service_client::named;
use crate::i18n::Done;
use crate::service::{GameId, PersonId, Place, Refusal, Request, Service, View};

/// Moves a game to the channel of the person who asks.
pub(crate) async fn go_on_here(bot: &Bot, mut reply: Reply<'_>, number: Option<&str>) {
    let context = reply.context();
    let moved = async {
        let old = meant(bot, context, number).await?;
        let (game, place) = (old.id(), context.place);
        let is_lost = is_lost(bot, &old, place).await;
        Ok::<_, BotError>(Request::MoveToChannel {
            game,
            place,
            is_lost,
        })
    };
    let request = match reply.wait(moved).await {
        Ok(request) => request,
        Err(error) => return error_replies::refuse(bot, reply, None, error).await,
    };
    let update = bot.service.request(context, request);
    let act = CommandReply::typed(Some(Done::GoesOn));
    respond::carry_out(bot, reply, act, update).await;
}

/// Returns whether the bot has lost the place of a game: the server, if the game is to leave it, or
/// else the channel, if the game could not leave that otherwise.
async fn is_lost(bot: &Bot, old: &View, place: Place) -> bool {
    let from = old.place();
    let Some(guild) = from.joined_server() else {
        return false;
    };
    if from.guild != place.guild {
        return left_servers::has_left(bot, guild).await;
    }
    let stays = matches!(old, View::Game(game) if game.rated || game.is_private);
    if !stays || from.channel == place.channel {
        return false;
    }
    match bot.rest.has_channel(channel_id(from.channel)).await {
        Ok(is_there) => !is_there,
        Err(error) => error.is_missing_permission(),
    }
}

/// Returns the game with this number or, without one, the game that is [meant](meant_from).
async fn meant(
    bot: &Bot,
    context: &RequestContext,
    number: Option<&str>,
) -> Result<View, BotError> {
    context.check_can_show(false)?;
    let (game, person) = (named(context, number), context.actor.person);
    let (place, parent) = (context.place, context.parent);
    let permissions = context.permissions.clone();
    bot.service
        .ask(move |service| -> Result<View, BotError> {
            service.check_channel(place, parent)?;
            let welcomed = |view: View| {
                // A game on the server was welcome when it was set up.
                if view.place().guild != place.guild {
                    service.check_may_set_up(place, parent, &permissions)?;
                }
                Ok(view)
            };
            let game = match game? {
                Some(game) => game,
                None => meant_from(service, person, place)?,
            };
            welcomed(service.view(game)?)
        })
        .await
}

/// Returns the game that a person refers to without a number: one played here, as in other
/// commands; else the only running game that may come here from elsewhere.
fn meant_from(service: &Service, person: PersonId, place: Place) -> Result<GameId, BotError> {
    let button = PlayButton::MoveHere.into();
    let mut games = service.games_of(person)?;
    games.retain(|game| game.begun && !game.is_out);
    if games.is_empty() {
        return Ok(service.find(person, place.channel)?);
    }
    let here = place.channel;
    if games.iter().any(|game| game.place.channel == here) {
        let found = service.find(person, here);
        return found.map_err(|error| BotError::from(error).offering(Some(button)));
    }
    if place.is_direct() {
        games.retain(|game| game.others.iter().all(|other| other.person().is_none()));
    }
    let games: Vec<_> = games.iter().map(|game| game.id).collect();
    match games[..] {
        [] => Err(BotError::Refused(Refusal::Alone)),
        [game] => Ok(game),
        _ => Err(BotError::Which(games, button)),
    }
}
