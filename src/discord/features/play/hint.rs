//! Hints: good moves, in private.

use crate::discord::bot::Bot;
use crate::discord::engine::turns;
use crate::discord::features::play::stepwise::ask_about_move;
use crate::discord::game_messages::drawing::view_preferences::ViewPreferences;
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::error::BotError;
use crate::discord::interaction::response::Reply;
use crate::discord::rest::Outgoing;
use crate::discord::views::button_rows::play_rows;
use crate::discord::views::scene::proposals;
use crate::i18n::hinted_moves;
use crate::service::{GameId, PersonalView};

/// Suggests good moves.
pub(super) async fn hint(bot: &Bot, reply: Reply<'_>, game: GameId) {
    let context = reply.context();
    let (person, place) = context.person_and_place();
    let personal = bot
        .service
        .ask(move |service| service.to_hint(person, place, game));
    let hint = hinted(bot, context, personal);
    ask_about_move(bot, reply, game, hint).await;
}

/// Returns good moves in a game: in words, as arrows on the board, and as buttons that play them.
pub(crate) async fn hinted(
    bot: &Bot,
    context: &RequestContext,
    personal: impl Future<Output = Result<PersonalView, BotError>>,
) -> Result<Outgoing, BotError> {
    let personal = personal.await?;
    let view = &personal.view;
    let choice = turns::think_aloud(bot, view).await?;
    let words = context.words;
    let text = words.hint(view.game.position(), &choice);
    let moves: Vec<_> = hinted_moves(&choice)
        .iter()
        .map(|hinted| hinted.mv)
        .collect();
    let ViewPreferences { theme, down } = ViewPreferences::of(context, &personal);
    let scene = proposals(view, &moves, down, words);
    let name = format!("hint-{}-{}.png", view.id.0, view.steps);
    let alt = words.hint_alt(view, &choice);
    let picture = bot.drawing.draw(theme, scene, name, alt).await?;
    Ok(Outgoing::text(text)
        .picture(picture)
        .rows(play_rows(view, &moves, words)))
}
