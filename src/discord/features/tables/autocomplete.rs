//! Completion of tables and clocks. The submitted value is checked again.

use serenity::all::CreateAutocompleteResponse;

use crate::discord::features::tables::time::offered_times;
use crate::discord::interaction::arguments::Context;
use crate::discord::interaction::arguments::autocomplete::{choices, list};
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::error::BotError;
use crate::service::{GameSummary, Service};

/// Offers the tables at which the person sits.
pub(crate) async fn own_tables(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    list(ctx, typed, to_leave).await
}

/// Offers the tables at which the person can sit down.
pub(crate) async fn tables_to_join(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    list(ctx, typed, to_join).await
}

/// Lists the tables the person can sit down at: those with an invitation and, unless one of them is
/// in the channel, those in the channel that are open to all.
pub(super) fn to_join(
    service: &Service,
    context: &RequestContext,
) -> Result<Vec<GameSummary>, BotError> {
    let mut tables = service.games_of(context.actor.person)?;
    tables.retain(|table| !table.begun && !table.seated);
    let channel = context.place.channel;
    if tables.iter().any(|table| table.place.channel == channel) {
        return Ok(tables);
    }
    let own: Vec<_> = to_leave(service, context)?
        .iter()
        .map(|table| table.id)
        .collect();
    let mut here = service.games_in(channel)?;
    here.retain(|table| table.is_open && !own.contains(&table.id));
    tables.extend(here);
    Ok(tables)
}

/// Lists the tables at which the person sits, those in the channel if there are any.
pub(super) fn to_leave(
    service: &Service,
    context: &RequestContext,
) -> Result<Vec<GameSummary>, BotError> {
    let mut own = service.games_of(context.actor.person)?;
    own.retain(|table| !table.begun && table.seated);
    if own.iter().any(|table| table.place == context.place) {
        own.retain(|table| table.place == context.place);
    }
    Ok(own)
}

/// Offers times that players could have.
#[expect(
    clippy::unused_async,
    reason = "poise wants an offer to be asynchronous"
)]
pub(crate) async fn clocks(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let words = RequestContext::of_command(ctx.interaction).words;
    choices(offered_times(typed, words))
}
