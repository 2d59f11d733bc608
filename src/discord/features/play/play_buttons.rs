//! Buttons with which people play a game and that ask before they act, or answer in private.

use crate::discord::bot::Bot;
use crate::discord::features::play::hint::hint;
use crate::discord::features::play::stepwise::{Chosen, go_on, open_form};
use crate::discord::game_messages::respond;
use crate::discord::game_messages::shown_game::look_at;
use crate::discord::game_messages::unreachable::go_on_here::go_on_here;
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::custom_id::buttons::PlayButton;
use crate::discord::interaction::custom_id::game::GameButtonId;
use crate::discord::interaction::incoming::Press;
use crate::discord::interaction::response::Reply;
use crate::discord::rest::Outgoing;
use crate::discord::views::button_rows::{abort_rows, more_rows, resign_rows};
use crate::service::{GameId, GameView};

/// Handles a press of a button that is not a request by itself, or a choice from a menu.
pub(crate) async fn press(
    bot: &Bot,
    reply: Reply<'_>,
    press: &Press,
    (id, button): (GameButtonId, PlayButton),
) {
    let text = || press.chosen().unwrap_or_default().to_owned();
    match button {
        // A form is submitted, not pressed; its id is on no button.
        PlayButton::Move | PlayButton::Written => go_on(bot, reply, id, Chosen::Nothing).await,
        PlayButton::From => go_on(bot, reply, id, Chosen::Source(text())).await,
        PlayButton::BackTo(origin) => {
            let source = Chosen::Source(origin.to_string());
            go_on(bot, reply, id, source).await;
        }
        PlayButton::To | PlayButton::DropOn(_) => go_on(bot, reply, id, Chosen::Move(text())).await,
        PlayButton::Type => open_form(bot, reply, id).await,
        PlayButton::Resign => ask_resign(bot, reply, id).await,
        PlayButton::Stay => stay(bot, reply, id.game).await,
        PlayButton::Abort => ask_abort(bot, reply, id).await,
        PlayButton::Hint => hint(bot, reply, id.game).await,
        PlayButton::More => more(bot, reply, id.game).await,
        PlayButton::MoveHere => go_on_here(bot, reply, Some(&id.game.0.to_string())).await,
    }
}

/// Asks for confirmation before resigning.
async fn ask_resign(bot: &Bot, reply: Reply<'_>, id: GameButtonId) {
    let context = reply.context();
    let (person, place) = context.person_and_place();
    let personal = bot
        .service
        .ask(move |service| service.playing(person, place, id.game, Some(id.seen)));
    let question = async { Ok(resign_question(context, &personal.await?.view)) };
    respond::answer(bot, reply, Some(id.game), question).await;
}

/// Returns the question that asks for confirmation before resigning.
pub(crate) fn resign_question(context: &RequestContext, view: &GameView) -> Outgoing {
    Outgoing::text(context.words.of_game("ask-resign", view.id))
        .rows(resign_rows(view, context.words))
}

/// Tells a person who does not resign after all that the game goes on.
async fn stay(bot: &Bot, reply: Reply<'_>, game: GameId) {
    let context = reply.context();
    let (person, place) = context.person_and_place();
    let personal = bot
        .service
        .ask(move |service| service.playing(person, place, game, None));
    let told = async {
        let game = personal.await?.view.id;
        Ok(Outgoing::text(context.words.of_game("not-resigned", game)))
    };
    respond::answer(bot, reply, Some(game), told).await;
}

/// Asks for confirmation before calling the game off.
async fn ask_abort(bot: &Bot, reply: Reply<'_>, id: GameButtonId) {
    let context = reply.context();
    let person = context.actor.person;
    let view = bot
        .service
        .ask(move |service| service.to_abort(person, id.game, Some(id.seen)));
    let question = async {
        let view = view.await?;
        let text = context.words.of_game("ask-abort", view.id);
        Ok(Outgoing::text(text).rows(abort_rows(&view, context.words)))
    };
    respond::answer(bot, reply, Some(id.game), question).await;
}

/// Lists the other actions that the person can take in the game.
async fn more(bot: &Bot, reply: Reply<'_>, game: GameId) {
    let context = reply.context();
    let menu = async {
        let view = look_at(bot, context, game).await?.view;
        let own = view.color_of(context.actor.person);
        let text = context.words.more(&view);
        Ok(Outgoing::text(text).rows(more_rows(&view, own, context.words)))
    };
    respond::answer(bot, reply, Some(game), menu).await;
}
