//! Players whom the message of a game does not mention: they get direct messages.

use crate::discord::bot::Bot;
use crate::discord::game_messages::delivery::not_shown::Obstacle;
use crate::discord::game_messages::delivery::{Unanswered, notices};
use crate::discord::game_messages::publisher::attempts::{Attempt, show_in_turn};
use crate::discord::game_messages::publisher::boards::MentionOutcome;
use crate::discord::game_messages::publisher::time_for_others;
use crate::service::{GameId, PersonId};

/// Sends a direct message to players the update could not mention. It may take minutes, because
/// Discord lets the bot start few conversations at once.
pub(crate) async fn tell(bot: &Bot, game: GameId, attempt: &Attempt) {
    let is_left = match attempt {
        Ok(MentionOutcome::Made | MentionOutcome::Moved) => true,
        Err(Obstacle::NoToken) => may_be_shown_elsewhere(bot, game).await,
        Ok(MentionOutcome::Missing(_)) | Err(_) => false,
    };
    if is_left {
        return;
    }
    let Ok(_turn) = bot.telling.acquire().await else {
        return;
    };
    match attempt {
        Ok(MentionOutcome::Made | MentionOutcome::Moved) => {}
        Ok(MentionOutcome::Missing(version)) => _ = tell_uncalled(bot, game, *version, None).await,
        Err(obstacle) => _ = notices::tell_mover(bot, game, obstacle, None).await,
    }
}

/// Shows a game for which no request is being handled, and notifies players it could not mention.
/// The caller knows whether there may be a new next deadline.
pub(crate) async fn show_or_tell(bot: &Bot, game: GameId) {
    let attempt = show_in_turn(bot, game, &Unanswered::none()).await;
    tell(bot, game, &attempt).await;
}

/// Sends a direct message to players whom the message of a version of a game did not mention,
/// except the person who asked. Returns those who accept no direct messages.
pub(super) async fn tell_uncalled(
    bot: &Bot,
    game: GameId,
    version: u64,
    asked: Option<PersonId>,
) -> Vec<PersonId> {
    let outcome = notices::tell_unseen(bot, game, asked).await;
    if outcome.is_complete {
        let noted = bot
            .service
            .ask(move |service| service.told_in_private(game, version));
        if let Err(error) = noted.await {
            tracing::error!(%game, %error, "a board that called nobody could not be recorded");
        }
    }
    outcome.unwilling
}

/// Returns whether another process may be about to show a game with the token of an interaction
/// that has been posted to it. If it does not, the next attempt notifies the players.
async fn may_be_shown_elsewhere(bot: &Bot, game: GameId) -> bool {
    let time = time_for_others(bot, bot.service.is_shared().await);
    if time.is_zero() {
        return false;
    }
    let (now, view) = (bot.clock.now(), bot.service.game(game).await);
    view.is_ok_and(|view| now.since(view.acted) < time)
}
