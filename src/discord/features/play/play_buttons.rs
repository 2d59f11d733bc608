//! Buttons with which people play a game and that ask before they act, or answer in private.

use crate::discord::board::respond;
use crate::discord::board::unreachable::go_on_here::go_on_here;
use crate::discord::bot::Bot;
use crate::discord::features::play::hint::hint;
use crate::discord::features::play::stepwise::{Chosen, go_on, open_form};
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::custom_id::actions::PlayAction;
use crate::discord::interaction::custom_id::game::GameButtonId;
use crate::discord::interaction::incoming::Press;
use crate::discord::interaction::response::Reply;
use crate::discord::rest::Outgoing;
use crate::discord::views::buttons::{abort_rows, more_rows, resign_rows};
use crate::service::{GameId, GameView};

/// Handles a press of a button that is not a request by itself, or a choice from a menu.
pub(crate) async fn press(
    bot: &Bot,
    context: &RequestContext,
    reply: Reply<'_>,
    press: &Press,
    (id, action): (GameButtonId, PlayAction),
) {
    let text = || press.chosen().unwrap_or_default().to_owned();
    match action {
        // A form is submitted, not pressed; its id is on no button.
        PlayAction::Move | PlayAction::Written => {
            go_on(bot, context, reply, id, Chosen::Nothing).await;
        }
        PlayAction::From => go_on(bot, context, reply, id, Chosen::Source(text())).await,
        PlayAction::BackTo(origin) => {
            let source = Chosen::Source(origin.to_string());
            go_on(bot, context, reply, id, source).await;
        }
        PlayAction::To | PlayAction::DropOn(_) => {
            go_on(bot, context, reply, id, Chosen::Move(text())).await;
        }
        PlayAction::Type => open_form(bot, context, reply, id).await,
        PlayAction::Resign => ask_resign(bot, context, reply, id).await,
        PlayAction::Stay => stay(bot, context, reply, id.game).await,
        PlayAction::Abort => ask_abort(bot, context, reply, id).await,
        PlayAction::Hint => hint(bot, context, reply, id.game).await,
        PlayAction::More => more(bot, context, reply, id.game).await,
        PlayAction::MoveHere => {
            go_on_here(bot, context, reply, Some(&id.game.0.to_string())).await;
        }
    }
}

/// Asks for confirmation before resigning.
async fn ask_resign(bot: &Bot, context: &RequestContext, reply: Reply<'_>, id: GameButtonId) {
    let person = context.actor.person;
    let view = bot
        .service
        .ask(move |service| service.playing(person, id.game, Some(id.seen)));
    let question = async { Ok(resign_question(context, &view.await?)) };
    respond::answer(bot, context, reply, Some(id.game), question).await;
}

/// Returns the question that asks for confirmation before resigning.
pub(crate) fn resign_question(context: &RequestContext, view: &GameView) -> Outgoing {
    Outgoing::text(context.words.resign_question(view.id)).rows(resign_rows(view, context.words))
}

/// Says that the game goes on for a person who does not resign after all.
async fn stay(bot: &Bot, context: &RequestContext, reply: Reply<'_>, game: GameId) {
    let person = context.actor.person;
    let view = bot
        .service
        .ask(move |service| service.playing(person, game, None));
    let told = async { Ok(Outgoing::text(context.words.not_resigned(view.await?.id))) };
    respond::answer(bot, context, reply, Some(game), told).await;
}

/// Asks for confirmation before calling the game off.
async fn ask_abort(bot: &Bot, context: &RequestContext, reply: Reply<'_>, id: GameButtonId) {
    let person = context.actor.person;
    let view = bot
        .service
        .ask(move |service| service.to_abort(person, id.game, Some(id.seen)));
    let question = async {
        let view = view.await?;
        let text = context.words.abort_question(view.id);
        Ok(Outgoing::text(text).rows(abort_rows(&view, context.words)))
    };
    respond::answer(bot, context, reply, Some(id.game), question).await;
}

/// Lists what else the person can do in the game.
async fn more(bot: &Bot, context: &RequestContext, reply: Reply<'_>, game: GameId) {
    let (person, channel) = (context.actor.person, context.place.channel);
    let view = bot
        .service
        .ask(move |service| service.look(person, channel, game));
    let menu = async {
        let view = view.await?;
        let own = view.color_of(person);
        let text = context.words.more(&view);
        Ok(Outgoing::text(text).rows(more_rows(&view, own, context.words)))
    };
    respond::answer(bot, context, reply, Some(game), menu).await;
}
