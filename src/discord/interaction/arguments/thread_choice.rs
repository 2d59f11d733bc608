//! Room for a new game: in the channel, or in a thread of its own.

use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::error::BotError;
use crate::service::Service;

/// Returns whether a game at a new table gets a thread.
///
/// # Errors
///
/// If people or the bot cannot play where it is asked for.
pub(crate) fn room(
    service: &Service,
    context: &RequestContext,
    in_thread: Option<bool>,
) -> Result<bool, BotError> {
    service.check_welcome(context.place, context.parent, &context.standing)?;
    let is_usual = service.settings_at(context.place)?.in_threads;
    if context.is_ephemeral_only() {
        return Err(BotError::Said(context.words.ephemeral_only()));
    }
    // Only a member can open threads, and the bot is none where only people have installed it.
    let can_open = !context.is_in_thread() && !context.needs(true).is_answer;
    let in_thread = in_thread.unwrap_or(is_usual) && can_open;
    let missing = context.missing(in_thread);
    if missing.is_empty() {
        Ok(in_thread)
    } else {
        Err(BotError::Missing(missing))
    }
}
