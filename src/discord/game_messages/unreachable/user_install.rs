//! Places where the bot is not a member: it can only answer there, so updates wait until somebody
//! uses the bot there, and are sent in direct messages.

use crate::discord::bot::Bot;
use crate::discord::game_messages::clear_superseded;
use crate::discord::game_messages::delivery::unconfirmed::PressedBoard;
use crate::discord::game_messages::publisher::attempts::show_unless_doubted;
use crate::discord::game_messages::publisher::unmentioned::tell;
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::custom_id::buttons::HistoryButton;
use crate::discord::interaction::custom_id::game::{GameButton, GameButtonId};
use crate::discord::rest::{InteractionKey, Made};
use crate::service::{Fault, GameId, MessageForm, SupersededKind, SupersededMessage};

/// Uses an interaction that has been handled at a place where the bot can only answer: shows the
/// updates that wait in the channel, and changes the pressed message if it is superseded. A board
/// that was posted while Discord's answer was lost is found when it is pressed. `id` is that of the
/// component; `forgotten` is the pressed message if it was [forgotten] before.
pub(crate) async fn finish(
    bot: &Bot,
    context: &RequestContext,
    id: Option<GameButtonId>,
    forgotten: Option<SupersededMessage>,
) {
    let (channel, key) = (context.place.channel, &context.key);
    let game = id.map(|id| id.game);
    let pressed = context.pressed.filter(|_| key.holds_pressed());
    if let Some((game, pressed)) = game.zip(pressed) {
        bot.tokens.note_made(game, pressed, key, Made::Original);
    }
    let mut lost = None;
    if let Some((id, old)) = id.zip(forgotten).filter(|_| pressed.is_some())
        && is_board(bot, key, id).await
    {
        lost = Some((id, old));
    }
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
        // Buttons of a table do not say which steps they were made for.
        let of_game =
            lost.filter(|(id, _)| id.game == game && !matches!(id.button, GameButton::Table(_)));
        let pressed = of_game.map(|(id, old)| PressedBoard {
            message: old.message,
            form: old.form,
            steps: id.seen,
        });
        let attempt = show_unless_doubted(bot, game, pressed, (channel, key)).await;
        if let Some(attempt) = attempt {
            tell(bot, game, &attempt).await;
        }
    }
    if let Some((game, _)) = game.zip(pressed) {
        // Its line leads to the board that has just been shown.
        bot.superseded.wake(game);
    }
    if let Some((_, old)) = lost {
        clear_superseded::clear_forgotten(bot, old).await;
    }
}

/// Returns the pressed message, with a component of this id, if it may be a board, is forgotten, and
/// the person may know of the game, because the press may be forged; nothing where the bot is a
/// member. This runs while the press is handled: once a new board is
/// shown, the messages that it supersedes may soon be changed and forgotten.
pub(crate) async fn forgotten(
    bot: &Bot,
    context: &RequestContext,
    id: Option<GameButtonId>,
    form: MessageForm,
) -> Option<SupersededMessage> {
    let (id, message) = id.zip(context.pressed)?;
    let on_boards = [HistoryButton::Review, HistoryButton::Replay].map(GameButton::from);
    let may_be_board = !is_of_history(id) || on_boards.contains(&id.button);
    let (person, place) = context.person_and_place();
    let may_know = bot
        .service
        .ask_in_parallel(move |service| service.may_know(person, place, id.game));
    if !may_be_board
        || !place.is_visited()
        || !clear_superseded::is_forgotten(bot, id.game, message).await
        || !may_know.await.unwrap_or(false)
    {
        return None;
    }
    Some(SupersededMessage {
        game: id.game,
        place,
        message,
        form,
        // The news that it showed is no longer known.
        was: SupersededKind::Board {
            from: u32::MAX,
            to: u32::MAX,
        },
    })
}

/// Returns whether the pressed message is a board, by its picture if a public replay has such a
/// component as well.
async fn is_board(bot: &Bot, key: &InteractionKey, id: GameButtonId) -> bool {
    if !is_of_history(id) {
        return true;
    }
    let pressed = bot.rest.pressed_message(key).await.ok();
    let beginning = format!("focus-{}-", id.game.0);
    let pressed = bot.me().zip(pressed);
    pressed.is_some_and(|(me, message)| message.is_by_with(me, &beginning))
}

fn is_of_history(id: GameButtonId) -> bool {
    matches!(id.button, GameButton::History(_))
}
