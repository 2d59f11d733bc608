//! Dispatch of presses of buttons, choices from menus, and submitted forms, on messages of any age.

use tokio::time::Instant;

use crate::discord::bot::Bot;
use crate::discord::dispatch::button_id::ButtonId;
use crate::discord::features::{
    admin, history, import, personal, play, ratings, rules, tables, watch,
};
use crate::discord::game_messages::respond;
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::custom_id::buttons::PositionButton;
use crate::discord::interaction::custom_id::game::{GameButton, GameButtonId};
use crate::discord::interaction::custom_id::panel::{PanelButtonId, PanelPart};
use crate::discord::interaction::custom_id::rules_page::RulesPageId;
use crate::discord::interaction::incoming::{Form, Press};
use crate::discord::interaction::response::Reply;
use crate::service::GameId;

/// Handles a press of a button or a choice from a menu.
pub(crate) async fn press(bot: &Bot, press: &Press) {
    let mut context = RequestContext::of(&press.interaction);
    context.is_double_press = is_double(bot, &context, press);
    let reply = Reply::to_component(&bot.rest, &context);
    let id = ButtonId::read(press.custom_id());
    if context.is_double_press && id.as_ref().is_some_and(ButtonId::adds) {
        return reply.say_nothing().await;
    }
    match id {
        Some(ButtonId::Game(id)) => Box::pin(of_game(bot, reply, press, id)).await,
        Some(ButtonId::Panel(id)) => of_panel(bot, reply, press, id).await,
        Some(ButtonId::History(id)) => history::commands::turn(bot, reply, id).await,
        Some(ButtonId::Import(id)) => import::commands::press(bot, reply, press, id).await,
        Some(ButtonId::Ratings(id)) => ratings::commands::press(bot, reply, id).await,
        Some(ButtonId::Personal(id)) => personal::settings::press(bot, reply, press, id).await,
        Some(ButtonId::Admin(id)) => admin::commands::press(bot, reply, press, id).await,
        None => reply.refuse_unknown().await,
    }
}

/// Returns whether a person has pressed the same button just before, and done nothing else since.
fn is_double(bot: &Bot, context: &RequestContext, press: &Press) -> bool {
    let person = context.actor.person;
    let Some(button) = press.button() else {
        bot.newest_presses.forget(person);
        return false;
    };
    bot.newest_presses
        .is_double(person, context.key.id, button, Instant::now())
}

/// Handles a press of a button of a table or game.
async fn of_game(bot: &Bot, reply: Reply<'_>, press: &Press, id: GameButtonId) {
    match id.button {
        GameButton::TableRequest(button) => {
            let (done, request) = button.request(id.game, Some(id.seen));
            tables::table_buttons::change_table(bot, reply, done, request).await;
        }
        GameButton::Table(button) => {
            let pressed = tables::table_buttons::press(bot, reply, press, (id, button));
            Box::pin(pressed).await;
        }
        GameButton::PlayRequest(button) => {
            let (done, request) = button.request(id.game, Some(id.seen));
            respond::in_game(bot, reply, done, request).await;
        }
        GameButton::Play(button) => {
            play::play_buttons::press(bot, reply, press, (id, button)).await;
        }
        GameButton::Premove(button) => play::premoves::press(bot, reply, press, (id, button)).await,
        GameButton::Look(button) => {
            play::private_boards::press(bot, reply, press, (id, button)).await;
        }
        GameButton::Watch(button) => watch::press(bot, reply, press, (id.game, button)).await,
        GameButton::History(button) => history::commands::press(bot, reply, (id, button)).await,
        GameButton::Position(PositionButton::PlayOn) => {
            import::commands::play_on_at(bot, reply.context(), press, id).await;
        }
        GameButton::Rules(button) => {
            rules::pages::press(bot, reply, press, (id.game, button)).await;
        }
    }
}

/// Handles a press of a button of the panel that sets a game up.
async fn of_panel(bot: &Bot, reply: Reply<'_>, press: &Press, id: PanelButtonId) {
    if id.part == PanelPart::HowToPlay {
        let first = RulesPageId::first(id.preferences.rules.mode());
        return rules::pages::page(bot, reply.beside(), GameId(0), first).await;
    }
    tables::panel::press(bot, reply, press, id).await;
}

pub(crate) async fn submit(bot: &Bot, form: &Form) {
    match form.custom_id().parse::<PanelButtonId>() {
        Ok(id) => Box::pin(tables::panel::typed(bot, form, id.preferences)).await,
        Err(_) => Box::pin(play::stepwise::written(bot, form)).await,
    }
}
