//! Place of a new game: the channel, or a thread of its own.

use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::error::BotError;
use crate::service::{Fault, Service, SetupPreferences, ThreadChoice};

/// Returns whether a game at a new table gets a thread: as somebody requests or, without a request,
/// by the default of the server.
///
/// # Errors
///
/// If people or the bot cannot play in the requested place.
pub(crate) fn gets_thread(
    service: &Service,
    context: &RequestContext,
    in_thread: Option<bool>,
) -> Result<bool, BotError> {
    service.check_may_set_up(context.place, context.parent, &context.permissions)?;
    let usual = usual(service, context)?;
    let in_thread = usual.is_some_and(|is_usual| in_thread.unwrap_or(is_usual));
    context.check_can_show(in_thread)?;
    Ok(in_thread)
}

/// Returns whether games get threads by default; `None` where there can be none.
pub(crate) fn usual(service: &Service, context: &RequestContext) -> Result<Option<bool>, Fault> {
    if !context.can_open_thread() {
        return Ok(None);
    }
    let settings = service.settings_at(context.place)?;
    Ok(Some(settings.in_threads.unwrap_or(false)))
}

/// Refuses a thread that somebody asks for where none can be opened.
///
/// # Errors
///
/// If a game would be played in the channel instead.
pub(crate) fn check_thread(
    context: &RequestContext,
    in_thread: Option<bool>,
) -> Result<(), BotError> {
    let has_one = context.is_in_thread() || context.can_open_thread();
    if in_thread == Some(true) && !has_one {
        return Err(BotError::Said(context.words.text("place-no-threads", &[])));
    }
    Ok(())
}

/// Returns the preferences with a thread proposed if the channel has a game already, threads can be
/// opened there, and neither the person nor the server has decided about them.
pub(crate) fn with_proposal(
    service: &Service,
    context: &RequestContext,
    preferences: SetupPreferences,
) -> Result<SetupPreferences, Fault> {
    if matches!(
        preferences.in_thread,
        Some(ThreadChoice::Yes | ThreadChoice::No)
    ) {
        return Ok(preferences);
    }
    // Other channels have threads of another kind, or none.
    let can_open = context.is_in_text_channel()
        && context.can_open_thread()
        && context.missing(true).is_empty();
    let is_proposed = can_open
        && service.settings_at(context.place)?.in_threads.is_none()
        && service.has_game_in(context.place.channel)?;
    Ok(SetupPreferences {
        in_thread: is_proposed.then_some(ThreadChoice::Proposed),
        ..preferences
    })
}
