//! Attempts to show tables and games, one after the other for each.

use tokio::time::Instant;

use crate::discord::bot::Bot;
use crate::discord::game_messages::delivery::Unanswered;
use crate::discord::game_messages::delivery::not_shown::{NotSent, Obstacle, obstacle};
use crate::discord::game_messages::delivery::unconfirmed::PressedBoard;
use crate::discord::game_messages::publisher::boards::MentionOutcome;
use crate::discord::game_messages::publisher::late_edits::show_current;
use crate::discord::game_messages::publisher::pending_update::{TriedUpdate, show_pending};
use crate::discord::interaction::bot_permissions::ShownIn;
use crate::discord::rest::{InteractionKey, RestError};
use crate::discord::runtime::retry_backoff::Setback;
use crate::service::{ChannelId, GameId};

/// Mentions that an update has made, or the obstacle; in that case, the update stays on disk.
pub(crate) type Attempt = Result<MentionOutcome, Obstacle>;

/// Shows the pending update of a table or game for which no request is being handled. The caller
/// then tells those whom it could not mention, which may take long.
pub(crate) async fn show(bot: &Bot, game: GameId) -> Attempt {
    // The change may have set a new next deadline.
    bot.deadline_set.notify_one();
    show_in_turn(bot, game, &Unanswered::none()).await
}

/// Shows a game as [`show`] does, with the token of this interaction in its channel, unless its
/// current state may have been posted after the interaction arrived, although Discord's answer was
/// lost: then it is posted again later. An earlier post may be the message that somebody has
/// `pressed`.
pub(crate) async fn show_unless_doubted(
    bot: &Bot,
    game: GameId,
    pressed: Option<PressedBoard>,
    (channel, key): (ChannelId, &InteractionKey),
) -> Option<Attempt> {
    let _turn = bot.message_locks.enter(game).await;
    // A task whose turn came first does not know of the pressed message, and must not get the token
    // with which it would post that again.
    bot.tokens.note(game, channel, key, Instant::now());
    if is_doubted(bot, game, key.received).await {
        return None;
    }
    bot.unconfirmed.note_pressed(game, pressed);
    Some(show_now(bot, game, &Unanswered::none()).await)
}

/// Shows a table or game when no other task does.
pub(super) async fn show_in_turn(bot: &Bot, game: GameId, unanswered: &Unanswered<'_>) -> Attempt {
    let asked = Instant::now();
    let _turn = bot.message_locks.enter(game).await;
    if is_doubted(bot, game, asked).await {
        // The task before may have posted it.
        bot.computer_turns.wake(game);
        bot.following.wake(game);
        return Err(Obstacle::Later);
    }
    show_now(bot, game, unanswered).await
}

/// Returns whether the current state of a table or game may have been posted after this time at a
/// place of which the bot is not a member: there, Discord does not recognize duplicates.
async fn is_doubted(bot: &Bot, game: GameId, since: Instant) -> bool {
    if !bot.unconfirmed.has_since(game, since) {
        return false;
    }
    let view = bot.service.ask(move |service| service.view(game)).await;
    view.is_ok_and(|view| {
        view.place().is_visited() && bot.unconfirmed.may_show(game, view.version())
    })
}

/// Shows a table or game, whose lock the caller holds.
async fn show_now(bot: &Bot, game: GameId, unanswered: &Unanswered<'_>) -> Attempt {
    let mut tried = TriedUpdate {
        version: None,
        may_think: true,
        may_be_followed: true,
    };
    let mut result = show_pending(bot, game, unanswered, &mut tried).await;
    if let Err(NotSent::Token(error)) = &result {
        tracing::warn!(%game, %error, "sending to the channel instead, unless it was already posted");
        bot.tokens.forget(game);
        bot.unconfirmed.note(game, tried.version);
        result = show_pending(bot, game, unanswered, &mut tried).await;
    }
    if let Err(NotSent::Rest(RestError::Outdated)) = &result {
        // Another process may have shown it meanwhile, or may be about to.
        if bot.service.is_shared().await {
            bot.unconfirmed.note(game, tried.version);
        }
        result = show_pending(bot, game, unanswered, &mut tried).await;
    }
    let setback = match &result {
        Ok(MentionOutcome::Made | MentionOutcome::Missing(_)) => None,
        // Until everybody is told: a direct message may fail again and again.
        Ok(MentionOutcome::Moved) => Some(Setback::Unclear),
        Err(failure) => Some(failure.setback()),
    };
    bot.retries.note(game, setback, Instant::now());
    if let Ok(MentionOutcome::Moved) = &result {
        bot.moved.wake(game);
    }
    match &result {
        Ok(_) => bot.refused_boards.accepted(game),
        Err(NotSent::Gone(_) | NotSent::Lost(_)) => bot.refused_boards.forget(game),
        Err(failure) if failure.is_closed_place() => {
            bot.refused_boards.refused(game, Instant::now());
        }
        Err(_) => bot.refused_boards.failed(game),
    }
    if result.is_err() {
        // Superseded messages that waited for this one link to the channel instead.
        bot.superseded.wake(game);
    }
    match &result {
        Ok(_) => bot.unconfirmed.clear(game),
        Err(failure) if failure.is_in_doubt() => bot.unconfirmed.note(game, tried.version),
        Err(_) => {}
    }
    // A computer moves even if nobody is there to see it.
    if let Ok(_) | Err(NotSent::NoToken) = &result {
        if tried.may_think {
            bot.computer_turns.wake(game);
        }
        if tried.may_be_followed {
            bot.following.wake(game);
        }
    }
    show_current(bot, game).await;
    match result {
        Ok(mentioned) => Ok(mentioned),
        Err(failure) => Err(explained(bot, game, &failure).await),
    }
}

/// Logs why a table or game could not be shown, and returns the obstacle.
async fn explained(bot: &Bot, game: GameId, failure: &NotSent) -> Obstacle {
    if let NotSent::Early(_) | NotSent::Lost(_) | NotSent::NoToken = failure {
        tracing::debug!(%game, %failure, "the board could not be shown");
    } else {
        tracing::warn!(%game, %failure, "the board could not be shown");
    }
    // It may have just got a thread.
    let view = bot.service.ask(move |service| service.view(game)).await;
    let shown_in = match view {
        Ok(view) if view.parent().is_some() => ShownIn::Thread,
        Ok(_) | Err(_) => ShownIn::Channel,
    };
    obstacle(failure, shown_in)
}
