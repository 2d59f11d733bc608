//! Names of people whom a response is about.

use serenity::all::UserId;

use crate::discord::bot::Bot;
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::error::BotError;
use crate::service::PersonId;

/// Returns the name of a person: that of the context, the one in the newest game that the context
/// may see, or else that of the account.
pub(crate) async fn name_by_id(
    bot: &Bot,
    context: &RequestContext,
    person: PersonId,
) -> Result<String, BotError> {
    if person == context.actor.person {
        return Ok(context.actor.name.clone());
    }
    let (reader, place) = context.person_and_place();
    let name = bot
        .service
        .ask(move |service| service.name_in_games(reader, place, person));
    if let Some(name) = name.await? {
        return Ok(name);
    }
    // In a game elsewhere, it may be a nickname that only the people of that server know.
    match bot.rest.name_of(UserId::new(person.0)).await {
        Ok(name) => Ok(name),
        Err(error) => {
            tracing::warn!(%error, "the name of a person could not be read");
            Ok(end_of_id(person))
        }
    }
}

/// Returns the end of the id of an account whose name cannot be shown.
pub(crate) fn end_of_id(person: PersonId) -> String {
    format!("…{:04}", person.0 % 10_000)
}
