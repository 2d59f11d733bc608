//! Answer to a press on a stale board: the newest board of the game.

use crate::discord::bot::Bot;
use crate::discord::game_messages::drawing::view_preferences::ViewPreferences;
use crate::discord::game_messages::shown_game::look_at;
use crate::discord::interaction::context::RequestContext;
use crate::discord::rest::Outgoing;
use crate::discord::views;
use crate::discord::views::button_rows::reminder_rows;
use crate::service::GameId;

/// Returns the current board, below a sentence; if it is the person's turn, with the buttons to
/// move.
pub(super) async fn newest_board(
    bot: &Bot,
    context: &RequestContext,
    game: GameId,
    sentence: String,
) -> Outgoing {
    let Ok(personal) = look_at(bot, context, game).await else {
        return Outgoing::text(sentence).without_picture();
    };
    let (view, words) = (&personal.view, context.words);
    let text = match views::link(view.place, view.message) {
        Some(link) => format!("{sentence}\n{}", words.newest_board(&link)),
        None => sentence,
    };
    let mover = view.to_move().and_then(|color| view.person(color));
    let message = match mover.filter(|mover| mover.id == context.actor.person) {
        Some(_) => Outgoing::text(text).rows(reminder_rows(view, words)),
        None => Outgoing::text(text),
    };
    let preferences = ViewPreferences::of(context, &personal);
    match bot.drawing.picture(view, preferences, words).await {
        Ok(picture) => message.picture(picture),
        Err(_) => message.without_picture(),
    }
}
