//! Moves made step by step on a private message, or typed into a form.

use std::future::ready;

use tokio::time::{Instant, timeout_at};

use crate::discord::bot::Bot;
use crate::discord::features::play::stepwise_view as views;
use crate::discord::game_messages::drawing::view_preferences::ViewPreferences;
use crate::discord::game_messages::error_replies;
use crate::discord::game_messages::respond;
use crate::discord::game_messages::respond::command_reply::CommandReply;
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::custom_id::buttons::PlayButton;
use crate::discord::interaction::custom_id::game::GameButtonId;
use crate::discord::interaction::custom_id::move_origin::MoveOrigin;
use crate::discord::interaction::error::BotError;
use crate::discord::interaction::incoming::Form;
use crate::discord::interaction::response::Reply;
use crate::discord::rest::Outgoing;
use crate::service::{GameId, PersonalView, Refusal, Request};
use focus::Move;
use focus::notation::MoveText;

/// Part of a move chosen so far, from a button or a menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Chosen {
    /// No choice yet.
    Nothing,
    /// The source.
    Source(String),
    /// The whole move.
    Move(String),
}

/// Next question about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MoveQuestion {
    /// The source of the move.
    Source,
    /// The target from this source.
    Target(MoveOrigin),
    /// Confirmation of this move.
    Confirm(Move),
}

impl Chosen {
    /// Returns the next question; `None` for a choice that no menu offers.
    fn step(&self) -> Option<MoveQuestion> {
        match self {
            Self::Nothing => Some(MoveQuestion::Source),
            Self::Source(text) => text.parse().ok().map(MoveQuestion::Target),
            Self::Move(text) => text
                .parse::<MoveText>()
                .ok()
                .map(|text| MoveQuestion::Confirm(text.mv())),
        }
    }
}

/// Asks the next question about a move, if it is this person's turn and the board is still the
/// same.
pub(crate) async fn go_on(bot: &Bot, reply: Reply<'_>, id: GameButtonId, chosen: Chosen) {
    let context = reply.context();
    let (person, place) = context.person_and_place();
    let personal = bot
        .service
        .ask(move |service| service.to_move(person, place, id.game, Some(id.seen)));
    let question = async {
        let personal = personal.await?;
        let next = chosen.step().ok_or(BotError::Refused(Refusal::Stale))?;
        step(bot, context, &personal, next).await
    };
    ask_about_move(bot, reply, id.game, question).await;
}

/// Responds to a press with a `question` about a move. Below a board, the press is acknowledged and
/// the question is a followup, so that the press's token can edit the board when the move has
/// superseded it.
pub(super) async fn ask_about_move(
    bot: &Bot,
    mut reply: Reply<'_>,
    game: GameId,
    question: impl Future<Output = Result<Outgoing, BotError>>,
) {
    if reply.is_repeated() {
        return reply.say_nothing().await;
    }
    let question = reply.wait(question).await;
    if question.is_ok() && reply.hold_pressed().await {
        bot.tokens.note_pressed(game, reply.context());
    }
    respond::answer(bot, reply, Some(game), ready(question)).await;
}

/// Returns a question about a move, with its picture.
pub(crate) async fn step(
    bot: &Bot,
    context: &RequestContext,
    personal: &PersonalView,
    step: MoveQuestion,
) -> Result<Outgoing, BotError> {
    let preferences = ViewPreferences::of(context, personal);
    let (view, words) = (&personal.view, bot.emojis.shown_in(context.words));
    let step = match step {
        MoveQuestion::Source => Some(views::sources(view, &bot.emojis, words)),
        MoveQuestion::Target(source) => {
            views::targets(view, source, preferences.down, &bot.emojis, words)
        }
        MoveQuestion::Confirm(mv) => views::confirm(view, mv, words),
    };
    draw(
        bot,
        preferences,
        step.ok_or(BotError::Refused(Refusal::Stale))?,
    )
    .await
}

/// Returns a step with its picture, as the person wants to see the board.
pub(super) async fn draw(
    bot: &Bot,
    preferences: ViewPreferences,
    mut step: views::QuestionPage,
) -> Result<Outgoing, BotError> {
    step.scene.down = preferences.down;
    let picture = bot
        .drawing
        .draw(preferences.theme, step.scene, step.file, step.alt)
        .await?;
    Ok(Outgoing::text(step.text).rows(step.rows).picture(picture))
}

/// Opens the form for a move, or says why there is no move to make.
pub(crate) async fn open_form(bot: &Bot, reply: Reply<'_>, id: GameButtonId) {
    let context = reply.context();
    let (person, place) = context.person_and_place();
    let may = bot
        .service
        .ask(move |service| service.to_move(person, place, id.game, Some(id.seen)));
    // Discord accepts a form only as the first response. A check that takes too long is repeated when
    // the form is submitted.
    if let Ok(Err(error)) = timeout_at(reply.defers_at(), may).await {
        return error_replies::refuse(bot, reply, Some(id.game), error).await;
    }
    let form = views::form(id.game, id.seen, context.words);
    let form = bot.refused_forms.refill(person, form, Instant::now());
    reply.form(form).await;
}

/// Plays the move submitted with a form.
pub(crate) async fn written(bot: &Bot, form: &Form) {
    let context = RequestContext::of(&form.interaction);
    let mut reply = Reply::to_component(&bot.rest, &context);
    let id = form.custom_id().parse::<GameButtonId>();
    let Some(id) = id.ok().filter(|id| id.button == PlayButton::Written.into()) else {
        return reply.refuse_unknown().await;
    };
    let text = form.text(views::LINE);
    let request = Request::Move {
        game: id.game,
        seen: Some(id.seen),
        asked: None,
        text: text.clone(),
    };
    let update = reply.wait(bot.service.request(&context, request)).await;
    if let Err(BotError::Refused(Refusal::MoveText { .. } | Refusal::Move(_))) = &update {
        let (person, texts) = (context.actor.person, vec![(views::LINE, text)]);
        bot.refused_forms
            .keep(person, form.custom_id(), texts, Instant::now());
    }
    match update {
        // For a well-formed but illegal move, the refusal offers legal moves, with a button like
        // this one.
        Err(error @ BotError::Refused(Refusal::MoveText { .. })) => {
            let again = views::again(id, context.words);
            error_replies::refuse_form(bot, reply, error, again).await;
        }
        update => {
            let command = CommandReply {
                done: None,
                is_told: reply.is_in_place(),
                game: Some(id.game),
            };
            respond::carry_out(bot, reply, command, ready(update)).await;
        }
    }
}
