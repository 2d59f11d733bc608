//! Completion of tables and clocks. Whatever arrives in the end is checked again.

use serenity::all::CreateAutocompleteResponse;

use crate::discord::features::tables::table_buttons::{to_join, to_leave};
use crate::discord::features::tables::time;
use crate::discord::interaction::arguments::Context;
use crate::discord::interaction::arguments::complete::{choices, list};
use crate::discord::interaction::context::RequestContext;
use crate::i18n::Words;

/// Offers the tables at which the person sits.
pub(crate) async fn own_tables(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    list(ctx, typed, to_leave).await
}

/// Offers the tables at which the person can sit down.
pub(crate) async fn tables_to_join(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    list(ctx, typed, to_join).await
}

/// Lists times to offer for a text, as label and value.
#[must_use]
pub fn offered_times(typed: &str, words: Words) -> Vec<(String, String)> {
    time::offered(typed, words)
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
