//! Replies to requests that fail: refusals, with the newest board if an older one was pressed,
//! faults and missing permissions.

mod stale_board;
mod which_game;

use serenity::all::{CreateActionRow, CreateButton};

use crate::discord::bot::Bot;
use crate::discord::game_messages::error_replies::stale_board::newest_board;
use crate::discord::game_messages::error_replies::which_game::ask_which;
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::custom_id::buttons::{LookButton, PremoveButton, TableButton};
use crate::discord::interaction::error::BotError;
use crate::discord::interaction::response::Reply;
use crate::discord::rest::Outgoing;
use crate::discord::runtime::fault::FaultId;
use crate::discord::views::button_rows::{Buttons, instead_rows};
use crate::discord::views::help::{no_games_row, play_beginner, set_up};
use crate::i18n::Words;
use crate::metrics::FaultKind;
use crate::service::{
    ColorRefusal, Fault, GameId, MoveRefusal, Refusal, SetupPreferences, TeamRefusal,
};

/// Explains why a request is not carried out, and again at the next press. The second press of a
/// double press gets no explanation: the first one succeeded or explains why not.
pub(crate) async fn refuse(bot: &Bot, reply: Reply<'_>, game: Option<GameId>, error: BotError) {
    let context = reply.context();
    if is_told(context, &error) {
        return reply.say_nothing().await;
    }
    if is_done_elsewhere(bot, context, &error).await {
        return;
    }
    bot.newest_presses.forget(context.actor.person);
    let why = why(bot, context, game, error).await;
    reply.say(why).await;
}

/// Explains why the input of a form is refused, above a button that opens the form again.
pub(crate) async fn refuse_form(bot: &Bot, reply: Reply<'_>, error: BotError, again: CreateButton) {
    let context = reply.context();
    if is_done_elsewhere(bot, context, &error).await {
        return;
    }
    let why = why(bot, context, None, error).await;
    let row = CreateActionRow::Buttons(vec![again]);
    reply.say(why.rows(vec![row])).await;
}

/// Returns true if a refusal can be ignored, because the first press of a double press succeeded or
/// explained it.
pub(crate) fn is_told(context: &RequestContext, error: &BotError) -> bool {
    context.is_double_press && error.refusal_name().is_some()
}

/// Returns whether another process has responded to the person: this one could not use the store for
/// a while, and has lost the shard on which both have received the interaction. Its own failure, or
/// the refusal of what the other has done already, says nothing to the person.
pub(crate) async fn is_done_elsewhere(
    bot: &Bot,
    context: &RequestContext,
    error: &BotError,
) -> bool {
    if !context.key.had_response() {
        return false;
    }
    let guild = context.place.guild;
    let acts = bot
        .service
        .ask(move |service| Ok::<_, Fault>(service.acts_on(guild)));
    let is_done = !acts.await.unwrap_or(true);
    if is_done {
        tracing::info!(%error, "another process has responded");
    }
    is_done
}

/// Returns a message that explains to the person why a request is not carried out, made for the
/// game whose message they used.
pub(crate) async fn why(
    bot: &Bot,
    context: &RequestContext,
    game: Option<GameId>,
    error: BotError,
) -> Outgoing {
    let shown = game.map(|game| (game, context));
    explain(bot, context.words, shown, error).await
}

/// Returns a message that explains why a request is not carried out; for an old board, with the new
/// one. `shown` is the game whose message the person used, and the context of the request.
pub(crate) async fn explain(
    bot: &Bot,
    words: Words,
    shown: Option<(GameId, &RequestContext)>,
    error: BotError,
) -> Outgoing {
    if let Some(refusal) = error.refusal_name() {
        bot.metrics.refused(refusal);
    }
    match error {
        BotError::Refused(refusal) => {
            let text = words.refusal(&refusal);
            match (refusal, shown) {
                (Refusal::Stale | Refusal::PremoveOnOwnTurn, Some((game, context))) => {
                    newest_board(bot, context, game, text).await
                }
                (Refusal::MoveText { at, .. }, _) => {
                    let rows = instead_rows(at, &[], words);
                    Outgoing::text(text).rows(rows).without_picture()
                }
                (Refusal::Move(MoveRefusal { at, near, .. }), _) => {
                    Outgoing::text(text).rows(instead_rows(at, &near, words))
                }
                (refusal, shown) => {
                    let rows = next_rows(&refusal, shown.map(|(game, _)| game), words);
                    Outgoing::text(text).rows(rows).without_picture()
                }
            }
        }
        BotError::Which(games, button) => ask_which(bot, words, games, button).await,
        BotError::Said(text) | BotError::Missing(text) => Outgoing::text(text),
        BotError::Broken(kind, what) => {
            let id = FaultId::count(&bot.metrics, kind, &what).to_string();
            Outgoing::text(match kind {
                FaultKind::Store => words.fault_of_storage(&id),
                FaultKind::Record => words.fault_of_record(&id),
                FaultKind::Discord
                | FaultKind::Picture
                | FaultKind::Computer
                | FaultKind::System
                | FaultKind::Panic => words.fault(&id),
            })
        }
        BotError::Logged(id) => Outgoing::text(words.fault(&id.to_string())),
    }
}

/// Returns buttons for the person's alternatives; `shown` is the game whose message they used.
fn next_rows(refusal: &Refusal, shown: Option<GameId>, words: Words) -> Vec<CreateActionRow> {
    let set_up = || set_up(SetupPreferences::duel_with_anyone(), words);
    let about = |game| Buttons::new(game, 0, words);
    let row = match (refusal, shown) {
        (Refusal::NoGameHere | Refusal::NoEndedGame | Refusal::NoTable, _) => no_games_row(words),
        (
            Refusal::NoSuchGame(_)
            | Refusal::TableClosed
            | Refusal::TableFull
            | Refusal::NotInvited
            | Refusal::PlayerGone
            | Refusal::RematchDeclined
            | Refusal::OtherClocks { .. }
            | Refusal::Team(TeamRefusal::Rematch)
            | Refusal::Color(ColorRefusal::Rematch),
            _,
        ) => vec![set_up()],
        (Refusal::Alone, _) => vec![play_beginner(words), set_up()],
        // A private question for a level has been replaced.
        (Refusal::OtherComputers, Some(game)) => vec![about(game).press(TableButton::AddComputer)],
        (Refusal::RematchBegun(game), _) => vec![about(*game).press(LookButton::Board)],
        (Refusal::NotAPlayer | Refusal::AlreadyBegun | Refusal::GameOver, Some(game)) => {
            vec![about(game).press(LookButton::Board)]
        }
        (Refusal::NotYourTurn { .. }, Some(game)) => vec![
            about(game).press(LookButton::Board),
            about(game).press(PremoveButton::Premoves),
        ],
        _ => return Vec::new(),
    };
    vec![CreateActionRow::Buttons(row)]
}
