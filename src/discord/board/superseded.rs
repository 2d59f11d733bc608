//! Superseded messages: each is reduced to a line that says what happened and links to its
//! successor.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, interval};

use crate::discord::board::delivery;
use crate::discord::board::publisher::snowflake::{channel_id, message_id};
use crate::discord::bot::Bot;
use crate::discord::interaction::error::BotError;
use crate::discord::rest::{Outgoing, RestError, Urgency};
use crate::discord::runtime::retry_backoff::RetryBackoff;
use crate::discord::runtime::supervisor::Pulse;
use crate::discord::runtime::tasks::Errands;
use crate::discord::views;
use crate::service::{Service, SupersededKind, SupersededMessage};

/// Interval between retries of messages that could not be edited.
const LOOK_AGAIN: Duration = Duration::from_secs(60);
/// Number of messages edited at once; some channels make the bot wait.
const AT_ONCE: usize = 64;

/// Removes buttons and pictures, separately from the games themselves, so that nobody waits for it.
/// Pending edits are in the store, so that no message keeps its buttons.
pub(crate) async fn clear_up(bot: Arc<Bot>, pulse: Pulse) {
    let mut errands = Errands::new(AT_ONCE, &bot.errands);
    let waiting = Arc::new(RetryBackoff::default());
    let mut times = interval(LOOK_AGAIN);
    loop {
        pulse.idle();
        tokio::select! {
            () = bot.left_over.notified() => {}
            _tick = times.tick() => waiting.sweep(Instant::now()),
            _ended = errands.ended() => continue,
        }
        pulse.busy();
        let leftovers = bot.service.ask_aside(Service::superseded_messages).await;
        for leftover in leftovers.unwrap_or_default() {
            let guild = leftover.place.guild;
            let is_speechless = guild.is_some_and(|guild| bot.languages.is_speechless(guild));
            if is_speechless || !waiting.is_due(leftover.game, Instant::now()) {
                continue;
            }
            let (bot, waiting) = (Arc::clone(&bot), Arc::clone(&waiting));
            errands.begin((leftover.game, leftover.message), async move {
                let result = clear(&bot, leftover).await;
                waiting.note(leftover.game, result.is_ok(), Instant::now());
                if let Err(error) = result {
                    tracing::info!(game = %leftover.game, ?error, "an old message stays for now");
                }
            });
        }
    }
}

async fn clear(bot: &Bot, leftover: SupersededMessage) -> Result<(), BotError> {
    let channel = channel_id(leftover.place.channel);
    let message = message_id(leftover.message);
    let changed = match leftover.was {
        SupersededKind::Watch => bot.rest.delete(channel, message).await,
        SupersededKind::Table | SupersededKind::Board { .. } | SupersededKind::Moved => {
            let Some(rest) = remains(bot, leftover).await? else {
                return Ok(());
            };
            let (game, old) = (leftover.game, leftover.message);
            let is_edited = delivery::edit_by_token(bot, game, old, &rest).await;
            // Where the bot can only answer, the rest waits for a press on it.
            if is_edited || leftover.place.is_visited() {
                Ok(())
            } else {
                bot.rest.retouch(channel, message, &rest).await
            }
        }
    };
    match changed {
        Err(error) if error.is_too_many_edits() => return Err(error.into()),
        // It was deleted, or can no longer be edited. A press on it is refused as stale.
        Err(error @ RestError::Refused { .. }) => {
            tracing::debug!(game = %leftover.game, %error, "an old message stays as it is");
        }
        changed => changed?,
    }
    bot.service
        .ask_aside(move |service| service.cleared(leftover))
        .await
}

/// Returns the new content of a message; `None` for now if its successor is about to be posted.
async fn remains(bot: &Bot, leftover: SupersededMessage) -> Result<Option<Outgoing>, BotError> {
    let game = leftover.game;
    let view = bot
        .service
        .ask_aside(move |service| service.view(game))
        .await?;
    let words = bot.languages.words_at(leftover.place);
    let message = view.message().filter(|new| *new != leftover.message);
    if message.is_none() && bot.retries.is_due(game, Instant::now()) {
        return Ok(None);
    }
    let place = view.place();
    let link = views::link(place, message).unwrap_or_else(|| views::link_to_channel(place));
    let text = match leftover.was {
        SupersededKind::Board { from, to } => {
            let told = bot
                .service
                .ask_aside(move |service| service.told(game, from, to));
            let told = told.await?;
            told.map_or_else(|| link.clone(), |told| words.told(&told, &link))
        }
        SupersededKind::Table => words.game_has_begun(&link),
        SupersededKind::Moved | SupersededKind::Watch => words.goes_on_there(game, &link),
    };
    let rest = Outgoing::text(text).without_picture();
    // A press on it is refused as stale until then.
    Ok(Some(rest.urgency(Urgency::Aside)))
}
