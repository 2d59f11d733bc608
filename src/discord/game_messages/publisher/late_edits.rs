//! Messages that this process has changed to an older state after another process has shown a newer
//! one.

use std::time::Instant;

use crate::discord::bot::Bot;
use crate::discord::game_messages::delivery::not_shown::NotSent;
use crate::discord::game_messages::delivery::{Sending, Unanswered};
use crate::discord::game_messages::publisher::boards::{edit_game, goes_on_in_place};
use crate::discord::game_messages::publisher::recording::shown;
use crate::discord::game_messages::publisher::tables::edit_table;
use crate::service::{Announcement, GameId, PendingMessage, View};

/// Shows the current state of a table or game, whose lock the caller holds, in its message, if this
/// process has just changed that to an older one: only this process knows that its request has
/// ended. If that fails, the state is queued.
pub(crate) async fn show_current(bot: &Bot, game: GameId) {
    let Some(message) = bot.outdated.lock().remove(&game) else {
        return;
    };
    // The only process shows the newer state when it gets the lock.
    if !bot.service.is_shared().await {
        return;
    }
    if let Err(failure) = edit_current(bot, game).await {
        tracing::warn!(%game, %failure, "a message that may show an older state could not be edited");
        let queued = bot
            .service
            .ask(move |service| service.show_anew(game, message));
        if let Err(error) = queued.await {
            tracing::error!(%game, %error, "a message that may show an older state could not be queued");
        }
    }
    // If it is outdated again, it is left to the queue: two processes could go on for ever.
    bot.outdated.lock().remove(&game);
}

/// Edits the message of a table or game with all that belongs to it, unless a new one is about to
/// be posted.
async fn edit_current(bot: &Bot, game: GameId) -> Result<(), NotSent> {
    let times = (bot.clock.now(), Instant::now());
    let current = bot
        .service
        .ask(move |service| service.current_message(game, times));
    let PendingMessage {
        update,
        choices,
        read,
        acts_alone,
        ..
    } = current.await?;
    match update.view {
        View::Table(table) => {
            let Some(message) = table.message else {
                return Ok(());
            };
            edit_table(bot, &table, message, choices.settings.theme, read).await?;
            // Guests who have not been mentioned keep it in the queue.
            Ok(shown(bot, View::Table(table), message).await?)
        }
        View::Game(view)
            if update.announce == Announcement::Post && !goes_on_in_place(bot, &view) =>
        {
            Ok(())
        }
        View::Game(view) => {
            let sending = Sending {
                unanswered: &Unanswered::none(),
                read,
                acts_alone,
            };
            // With its picture, whichever step is recorded for the message.
            let edited = edit_game(bot, *view, Announcement::Post, &choices, sending);
            Box::pin(edited).await.map(drop)
        }
    }
}
