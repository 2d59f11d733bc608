//! Commands with which people play a game.

use std::convert::Infallible;

use crate::discord::bot::Bot;
use crate::discord::features::play::autocomplete::{self, Typed};
use crate::discord::features::play::hint::hinted;
use crate::discord::features::play::play_buttons::resign_question;
use crate::discord::features::play::premoves::shown;
use crate::discord::features::play::private_boards::board_for;
use crate::discord::features::play::stepwise::{MoveQuestion, step};
use crate::discord::game_messages::respond;
use crate::discord::game_messages::respond::command_reply::CommandReply;
use crate::discord::game_messages::unreachable::go_on_here::go_on_here;
use crate::discord::interaction::arguments::Context;
use crate::discord::interaction::arguments::autocomplete::own_games;
use crate::discord::interaction::arguments::options::{ChoiceOf, side_down};
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::custom_id::buttons::{LookButton, PlayButton, PremoveButton};
use crate::discord::interaction::custom_id::game::GameButton;
use crate::discord::interaction::custom_id::move_origin::MoveOrigin;
use crate::discord::interaction::custom_id::request_buttons::PlayRequestButton;
use crate::discord::interaction::error::BotError;
use crate::discord::interaction::response::Reply;
use crate::discord::interaction::service_client::handle;
use crate::discord::rest::Outgoing;
use crate::discord::views::button_rows::instead_rows;
use crate::i18n::Done;
use crate::service::{GameId, GameRequest, MachineTime, Request, ServiceError};
use focus::Color;
use focus::notation::MoveText;

/// Plays a move, or asks for its target if only its source is given; or sets a premove.
#[poise::command(slash_command, rename = "move")]
pub(crate) async fn play(
    ctx: Context<'_>,
    #[rename = "move"]
    #[autocomplete = "autocomplete::moves"]
    text: String,
    #[rename = "if"]
    #[autocomplete = "autocomplete::expected"]
    when: Option<String>,
    #[autocomplete = "own_games"] game: Option<String>,
) -> Result<(), Infallible> {
    let bot = ctx.data();
    let context = RequestContext::of_command(ctx.interaction);
    let reply = Reply::new(&bot.rest, &context);
    if let Some(when) = when {
        let answer = set_out(bot, &context, game.as_deref(), &when, &text);
        respond::answer(bot, reply, None, answer).await;
        return Ok(());
    }
    let text = match Typed::read(&text) {
        Typed::Text(text) => text,
        Typed::MoveOrigin(source) => {
            let question = where_to(bot, &context, game.as_deref(), source);
            respond::answer(bot, reply, None, question).await;
            return Ok(());
        }
    };
    let (who, now) = (context.clone(), bot.clock.now());
    let asked = Some(MachineTime::now());
    let written = text.parse::<MoveText>().ok();
    let button: GameButton = written.map_or(PlayButton::Move.into(), |text| {
        PlayRequestButton::Play(text.mv()).into()
    });
    let request = bot.service.ask_of(
        &context,
        game.as_deref(),
        Some(button),
        move |service, game| {
            let missing = who.missing(false);
            if !missing.is_empty() && service.view(game)?.place() == who.place {
                return Err(BotError::Missing(who.about_missing(&missing)));
            }
            let request = Request::Move {
                game,
                seen: None,
                asked,
                text,
            };
            handle(service, now, &who.actor, request)
        },
    );
    respond::carry_out(bot, reply, CommandReply::typed(None), request).await;
    Ok(())
}

/// Sets a premove in answer to a move that others may play.
async fn set_out(
    bot: &Bot,
    context: &RequestContext,
    number: Option<&str>,
    when: &str,
    answer: &str,
) -> Result<Outgoing, BotError> {
    let (actor, place) = (context.actor.clone(), context.place);
    let when = autocomplete::expected_moves(when);
    let answer = autocomplete::before_dash(answer).to_owned();
    // With several games here, the button of one asks for the answer again.
    let path = when.join(".").to_lowercase().parse().unwrap_or_default();
    let button = Some(PremoveButton::PremoveNext(path).into());
    let set = bot
        .service
        .ask_of(context, number, button, move |service, game| {
            let premoves = service.set_premove(&actor, game, &when, &answer)?;
            let personal = service.playing(actor.person, place, game, None)?;
            Ok::<_, ServiceError>((personal.view, premoves))
        });
    let (view, premoves) = set.await?;
    Ok(shown(&view, &premoves, None, context.words))
}

/// Returns the question that asks for the target of a move from a source.
async fn where_to(
    bot: &Bot,
    context: &RequestContext,
    number: Option<&str>,
    source: MoveOrigin,
) -> Result<Outgoing, BotError> {
    let (person, place) = context.person_and_place();
    let button = Some(PlayButton::BackTo(source).into());
    let personal = bot
        .service
        .ask_of(context, number, button, move |service, game| {
            service.to_move(person, place, game, None)
        });
    let personal = personal.await?;
    let view = &personal.view;
    if source.moves(view.game.position()).is_empty() {
        let nothing = context.words.nothing_from_there(&source.to_string());
        let rows = instead_rows(Some((view.id, view.steps)), &[], context.words);
        return Ok(Outgoing::text(nothing).rows(rows));
    }
    step(bot, context, &personal, MoveQuestion::Target(source)).await
}

/// Shows the board in private, as a picture or in words.
#[poise::command(slash_command)]
pub(crate) async fn board(
    ctx: Context<'_>,
    #[autocomplete = "own_games"] game: Option<String>,
    side: Option<ChoiceOf<Color>>,
    text: Option<bool>,
) -> Result<(), Infallible> {
    respond::command(ctx, |bot, context| async move {
        let (person, place) = context.person_and_place();
        let button = Some(LookButton::Board.into());
        let personal =
            bot.service
                .ask_of(&context, game.as_deref(), button, move |service, game| {
                    service.visible_game(person, place, game)
                });
        let personal = personal.await?;
        if text.unwrap_or(false) {
            let text = context.words.board_text_for(&personal.view, person);
            return Ok(Outgoing::text(text));
        }
        let mode = personal.view.game.rules().mode();
        let down = side_down(side, mode, context.words)?;
        board_for(bot, &context, &personal, down).await
    })
    .await
}

/// Asks for confirmation before resigning a game.
#[poise::command(slash_command)]
pub(crate) async fn resign(
    ctx: Context<'_>,
    #[autocomplete = "own_games"] game: Option<String>,
) -> Result<(), Infallible> {
    respond::command(ctx, |bot, context| async move {
        let (person, place) = context.person_and_place();
        let button = Some(PlayButton::Resign.into());
        let personal =
            bot.service
                .ask_of(&context, game.as_deref(), button, move |service, game| {
                    service.playing(person, place, game, None)
                });
        Ok(resign_question(&context, &personal.await?.view))
    })
    .await
}

/// Offers a draw, or agrees to one.
#[poise::command(slash_command)]
pub(crate) async fn draw(
    ctx: Context<'_>,
    #[autocomplete = "own_games"] game: Option<String>,
) -> Result<(), Infallible> {
    let request = |game| GameRequest::Draw.in_game(game, None);
    let done = (Done::DrawAgreed, PlayRequestButton::Draw.into());
    ask_for(ctx, game.as_deref(), done, request).await;
    Ok(())
}

/// Takes the last move back, or asks to.
#[poise::command(slash_command)]
pub(crate) async fn takeback(
    ctx: Context<'_>,
    #[autocomplete = "own_games"] game: Option<String>,
) -> Result<(), Infallible> {
    let request = |game| GameRequest::TakeBack.in_game(game, None);
    let done = (Done::TookBack, PlayRequestButton::TakeBack.into());
    ask_for(ctx, game.as_deref(), done, request).await;
    Ok(())
}

/// Sends a request about a game, and confirms it.
async fn ask_for(
    ctx: Context<'_>,
    number: Option<&str>,
    (done, button): (Done, GameButton),
    request: impl Fn(GameId) -> Request + Send + 'static,
) {
    let bot = ctx.data();
    let context = RequestContext::of_command(ctx.interaction);
    let reply = Reply::new(&bot.rest, &context);
    let (actor, now) = (context.actor.clone(), bot.clock.now());
    let update = bot
        .service
        .ask_of(&context, number, Some(button), move |service, game| {
            handle(service, now, &actor, request(game))
        });
    let done = CommandReply::typed(Some(done));
    respond::carry_out(bot, reply, done, update).await;
}

/// Continues a game in this channel, where its board is posted again.
#[poise::command(slash_command)]
pub(crate) async fn here(
    ctx: Context<'_>,
    #[autocomplete = "own_games"] game: Option<String>,
) -> Result<(), Infallible> {
    let bot = ctx.data();
    let context = RequestContext::of_command(ctx.interaction);
    let reply = Reply::new(&bot.rest, &context);
    go_on_here(bot, reply, game.as_deref()).await;
    Ok(())
}

/// Shows good moves in private, to somebody who plays against computers only.
#[poise::command(slash_command)]
pub(crate) async fn hint(
    ctx: Context<'_>,
    #[autocomplete = "own_games"] game: Option<String>,
) -> Result<(), Infallible> {
    respond::command(ctx, |bot, context| async move {
        let (person, place) = context.person_and_place();
        let button = Some(PlayButton::Hint.into());
        let personal =
            bot.service
                .ask_of(&context, game.as_deref(), button, move |service, game| {
                    service.to_hint(person, place, game)
                });
        hinted(bot, &context, personal).await
    })
    .await
}
