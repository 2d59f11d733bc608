//! Lookup of the game that a command refers to.

use crate::discord::bot::Bot;
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::custom_id::buttons::HistoryButton;
use crate::discord::interaction::error::BotError;
use crate::discord::interaction::service_client::named;
use crate::service::{GameId, PersonalView, Service, ServiceError};

/// Returns the game with this number to look at, or else the one that the command refers to; if it
/// could refer to several, a button is offered for each.
pub(super) async fn wanted(
    bot: &Bot,
    context: &RequestContext,
    number: Option<&str>,
    button: HistoryButton,
    meant: fn(&Service, &RequestContext) -> Result<GameId, ServiceError>,
) -> Result<PersonalView, BotError> {
    let game = named(context, number)?;
    let context = context.clone();
    bot.service
        .ask(move |service| {
            let game = match game {
                Some(game) => game,
                None => meant(service, &context)
                    .map_err(|error| BotError::from(error).offering(Some(button.into())))?,
            };
            Ok::<_, BotError>(service.visible_game(context.actor.person, context.place, game)?)
        })
        .await
}

/// Returns the running game, or else the last one that ended.
pub(super) fn newest(service: &Service, context: &RequestContext) -> Result<GameId, ServiceError> {
    service.find_any(context.actor.person, context.place)
}
