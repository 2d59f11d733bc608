//! Records that a pending update is shown, or given up.

use tokio::time::Instant;

use crate::discord::bot::Bot;
use crate::discord::interaction::error::BotError;
use crate::service::{GameId, MessageId, Place, SupersededKind, TableView, View};

/// Records that a message shows a table or game, and triggers the edits of those that it
/// supersedes. A state that is outdated is noted in [`Bot::outdated`].
pub(crate) async fn shown(bot: &Bot, view: View, message: MessageId) -> Result<(), BotError> {
    let game = view.id();
    let recorded = bot
        .service
        .ask_in_parallel(move |service| service.announced(&view, message))
        .await?;
    if recorded.is_outdated {
        bot.outdated.lock().insert(game, message);
    }
    let superseded = recorded.superseded;
    let board = superseded.filter(|old| matches!(old.was, SupersededKind::Board { .. }));
    if let Some(board) = board {
        bot.just_superseded.lock().push(board);
        bot.superseded.hand_over();
    } else {
        // There may be more, such as calls to a table that has closed.
        bot.superseded.wake(game);
    }
    Ok(())
}

/// Records that the uncalled guests of a table have been mentioned, by the message `call` if it is
/// known.
pub(super) async fn called(
    bot: &Bot,
    table: Box<TableView>,
    call: Option<MessageId>,
) -> Result<(), BotError> {
    bot.service
        .ask_in_parallel(move |service| service.called(&table, call))
        .await
}

/// Gives up showing a table or game at its place.
pub(super) async fn give_up(bot: &Bot, game: GameId, place: Place) {
    let forgotten = bot
        .service
        .ask(move |service| service.forget_announcement(game, place));
    match forgotten.await {
        Ok(()) => {
            bot.retries.note(game, None, Instant::now());
            bot.refused_boards.forget(game);
        }
        Err(error) => tracing::error!(%game, %error, "a pending message could not be dropped"),
    }
}
