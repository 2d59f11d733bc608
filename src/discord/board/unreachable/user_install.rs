//! Places where the bot is not a member: it can only answer there, so what happens in between waits
//! for somebody to ask, and is told in direct messages.

use tokio::time::Instant;

use crate::discord::board::delivery::unconfirmed::PressedBoard;
use crate::discord::board::publisher::show_unless_doubted;
use crate::discord::board::superseded_messages;
use crate::discord::bot::Bot;
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::custom_id::game::{CustomId, GameAction};
use crate::discord::rest::Made;
use crate::service::{Fault, GameId, MessageForm, MessageId, SupersededKind, SupersededMessage};

/// Uses an interaction that has been handled at a place where the bot can only answer: shows what
/// waits in the channel, and changes the pressed message, of this form, if it is superseded. A board
/// that was posted while Discord's answer was lost is found when it is pressed. `id` is that of the
/// component.
pub(crate) async fn finish(
    bot: &Bot,
    context: &RequestContext,
    id: Option<CustomId>,
    form: MessageForm,
) {
    let (channel, key) = (context.place.channel, &context.key);
    let game = id.map(|id| id.game);
    let pressed = context.pressed.filter(|_| key.holds_pressed());
    if let Some((game, pressed)) = game.zip(pressed) {
        bot.tokens.note_made(game, pressed, key, Made::Original);
    }
    // Asked first: once a board is shown, what it supersedes may soon be changed and forgotten.
    let forgotten = match id.zip(pressed) {
        Some((id, message)) => forgotten(bot, context, id, message, form).await,
        None => None,
    };
    let waiting = bot.service.ask_later(move |service| {
        let mut waiting = service.unannounced_in(channel)?;
        // A game that is over is in no list of its channel.
        let is_new = |game: &GameId| {
            let pending = service.pending(*game).ok().flatten();
            !waiting.contains(game)
                && pending.is_some_and(|update| update.view.place().channel == channel)
        };
        let over = game.filter(is_new);
        waiting.extend(over);
        Ok::<_, Fault>(waiting)
    });
    for game in waiting.await.unwrap_or_default() {
        let lost = id.zip(forgotten).filter(|(id, _)| id.game == game);
        let lost = lost.map(|(id, old)| PressedBoard {
            message: old.message,
            form,
            steps: id.seen,
        });
        bot.tokens.note(game, channel, key, Instant::now());
        show_unless_doubted(bot, game, lost, key.received).await;
    }
    if let Some((game, _)) = game.zip(pressed) {
        // Its line leads to the board that has just been shown.
        bot.left_over.wake(game);
    }
    if let Some(old) = forgotten {
        superseded_messages::clear_forgotten(bot, old).await;
    }
}

/// Returns the pressed message if it is forgotten.
async fn forgotten(
    bot: &Bot,
    context: &RequestContext,
    id: CustomId,
    message: MessageId,
    form: MessageForm,
) -> Option<SupersededMessage> {
    // A shared replay or review is no board.
    let is_board = !matches!(id.action, GameAction::History(_));
    if !is_board || !superseded_messages::is_forgotten(bot, id.game, message).await {
        return None;
    }
    Some(SupersededMessage {
        game: id.game,
        place: context.place,
        message,
        form,
        // The news that it told is no longer known.
        was: SupersededKind::Board {
            from: u32::MAX,
            to: u32::MAX,
        },
    })
}
