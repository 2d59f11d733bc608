//! Moves and what else players do.

use std::convert::Infallible;

use crate::discord::bot::{Bot, handle};
use crate::discord::commands::Context;
use crate::discord::commands::complete::{self, Typed};
use crate::discord::commands::options::{ColorChoice, side_down};
use crate::discord::custom_id::game::Action;
use crate::discord::custom_id::move_origin::MoveOrigin;
use crate::discord::dispatch::components::{board_for, resign_question};
use crate::discord::features::respond::Act;
use crate::discord::features::stepwise_move::{Step, step};
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::response::Reply;
use crate::discord::rest::Outgoing;
use crate::discord::runtime::error::BotError;
use crate::discord::views::buttons::plan_rows;
use crate::i18n::Done;
use crate::service::{GameId, GameView, Request, ServiceError};
use focus::notation::MoveText;

/// Plays a move, or asks where to if only its beginning is given; or sets an answer out.
#[poise::command(slash_command, rename = "move")]
pub(super) async fn play(
    ctx: Context<'_>,
    #[rename = "move"]
    #[autocomplete = "complete::moves"]
    text: String,
    #[rename = "if"]
    #[autocomplete = "complete::expected"]
    when: Option<String>,
    #[autocomplete = "complete::own_games"] game: Option<String>,
) -> Result<(), Infallible> {
    let bot = ctx.data();
    let asker = RequestContext::of_command(ctx.interaction);
    let reply = Reply::new(&bot.rest, &asker);
    if let Some(when) = when {
        let answer = set_out(bot, &asker, game.as_deref(), &when, &text);
        bot.answer(&asker, reply, None, answer).await;
        return Ok(());
    }
    let text = match Typed::read(&text) {
        Typed::Text(text) => text,
        Typed::MoveOrigin(source) => {
            let question = where_to(bot, &asker, game.as_deref(), source);
            bot.answer(&asker, reply, None, question).await;
            return Ok(());
        }
    };
    let (who, now) = (asker.clone(), bot.clock.now());
    let written = text.parse::<MoveText>().ok();
    let action = written.map_or(Action::Move, |text| Action::Play(text.mv()));
    let request = bot.ask_of(
        &asker,
        game.as_deref(),
        Some(action),
        move |service, game| {
            let missing = who.missing(false);
            if !missing.is_empty() && service.view(game)?.place() == who.place {
                return Err(BotError::Missing(missing));
            }
            let seen = None;
            handle(service, now, &who.actor, Request::Move { game, seen, text })
        },
    );
    bot.act(&asker, reply, Act::by_command(None), request).await;
    Ok(())
}

/// Sets an answer out to a move that others may play.
async fn set_out(
    bot: &Bot,
    asker: &RequestContext,
    number: Option<&str>,
    when: &str,
    answer: &str,
) -> Result<Outgoing, BotError> {
    let actor = asker.actor.clone();
    let texts = [when, answer].map(|text| complete::before_dash(text).to_owned());
    let plan = bot.ask_of(asker, number, None, move |service, game| {
        let [when, answer] = texts;
        let plan = service.set_premove(&actor, game, &when, &answer)?;
        Ok::<_, ServiceError>((game, plan))
    });
    let (game, plan) = plan.await?;
    // Only the person's own newest answer counts, whatever step a button was made for.
    let rows = plan_rows(game, 0, asker.words);
    Ok(Outgoing::text(asker.words.plan(plan)).rows(rows))
}

/// The question where to from a place.
async fn where_to(
    bot: &Bot,
    asker: &RequestContext,
    number: Option<&str>,
    source: MoveOrigin,
) -> Result<Outgoing, BotError> {
    let person = asker.actor.person;
    let action = Some(Action::BackTo(source));
    let view = bot.ask_of(asker, number, action, move |service, game| {
        service.to_move(person, game, None)
    });
    let view = view.await?;
    if source.moves(view.game.position()).is_empty() {
        let nothing = asker.words.nothing_from_there(&source.to_string());
        return Err(BotError::Said(nothing));
    }
    step(bot, asker, &view, Step::Target(source)).await
}

/// Shows the board in private, as a picture or in words.
#[poise::command(slash_command)]
pub(super) async fn board(
    ctx: Context<'_>,
    #[autocomplete = "complete::own_games"] game: Option<String>,
    side: Option<ColorChoice>,
    text: Option<bool>,
) -> Result<(), Infallible> {
    let bot = ctx.data();
    let asker = RequestContext::of_command(ctx.interaction);
    let (person, channel) = (asker.actor.person, asker.place.channel);
    let action = Some(Action::Board);
    let view = bot.ask_of(&asker, game.as_deref(), action, move |service, game| {
        service.look(person, channel, game)
    });
    let message = async {
        let view = view.await?;
        if text.unwrap_or(false) {
            return Ok(Outgoing::text(asker.words.board_text(&view)));
        }
        let mode = view.game.rules().mode();
        let down = side_down(side, mode, asker.words)?;
        board_for(bot, &asker, view, down).await
    };
    bot.answer(&asker, Reply::new(&bot.rest, &asker), None, message)
        .await;
    Ok(())
}

/// Asks whether to give a game up.
#[poise::command(slash_command)]
pub(super) async fn resign(
    ctx: Context<'_>,
    #[autocomplete = "complete::own_games"] game: Option<String>,
) -> Result<(), Infallible> {
    let bot = ctx.data();
    let asker = RequestContext::of_command(ctx.interaction);
    let person = asker.actor.person;
    let action = Some(Action::Resign);
    let view = bot.ask_of(&asker, game.as_deref(), action, move |service, game| {
        service.playing(person, game, None)
    });
    let question = async { Ok(resign_question(&asker, &view.await?)) };
    bot.answer(&asker, Reply::new(&bot.rest, &asker), None, question)
        .await;
    Ok(())
}

/// Offers a draw, or agrees to one.
#[poise::command(slash_command)]
pub(super) async fn draw(
    ctx: Context<'_>,
    #[autocomplete = "complete::own_games"] game: Option<String>,
) -> Result<(), Infallible> {
    let request = |game| Request::Draw { game, seen: None };
    ask_for(
        ctx,
        game.as_deref(),
        (Done::DrawAgreed, Action::Draw),
        request,
    )
    .await;
    Ok(())
}

/// Takes the last move back, or asks to.
#[poise::command(slash_command)]
pub(super) async fn takeback(
    ctx: Context<'_>,
    #[autocomplete = "complete::own_games"] game: Option<String>,
) -> Result<(), Infallible> {
    let request = |game| Request::TakeBack { game, seen: None };
    let done = (Done::TookBack, Action::TakeBack);
    ask_for(ctx, game.as_deref(), done, request).await;
    Ok(())
}

/// Asks for something in a game, and says that it is done.
async fn ask_for(
    ctx: Context<'_>,
    number: Option<&str>,
    (done, action): (Done, Action),
    request: impl Fn(GameId) -> Request + Send + 'static,
) {
    let bot = ctx.data();
    let asker = RequestContext::of_command(ctx.interaction);
    let reply = Reply::new(&bot.rest, &asker);
    let (actor, now) = (asker.actor.clone(), bot.clock.now());
    let update = bot.ask_of(&asker, number, Some(action), move |service, game| {
        handle(service, now, &actor, request(game))
    });
    bot.act(&asker, reply, Act::by_command(Some(done)), update)
        .await;
}

/// Lets a game go on in this channel, where its board is posted anew.
#[poise::command(slash_command)]
pub(super) async fn here(
    ctx: Context<'_>,
    #[autocomplete = "complete::own_games"] game: Option<String>,
) -> Result<(), Infallible> {
    let bot = ctx.data();
    let asker = RequestContext::of_command(ctx.interaction);
    let reply = Reply::new(&bot.rest, &asker);
    let missing = asker.missing(false);
    if missing.is_empty() {
        bot.go_on_here(&asker, reply, game.as_deref()).await;
    } else {
        let refusal = async { Err(BotError::Missing(missing)) };
        bot.answer(&asker, reply, None, refusal).await;
    }
    Ok(())
}

/// Has this channel follow a game that is played elsewhere.
#[poise::command(slash_command)]
pub(super) async fn watch(
    ctx: Context<'_>,
    #[autocomplete = "complete::watchable"] game: String,
) -> Result<(), Infallible> {
    let bot = ctx.data();
    let asker = RequestContext::of_command(ctx.interaction);
    let reply = Reply::new(&bot.rest, &asker);
    let (person, place, parent) = (asker.actor.person, asker.place, asker.parent);
    let (missing, now) = (asker.missing(false), bot.clock.now());
    let watched = bot.ask_of(&asker, Some(&game), None, move |service, game| {
        service.check_channel(place, parent)?;
        if missing.is_empty() {
            Ok(service.watch(now, person, place, game)?)
        } else {
            Err(BotError::Missing(missing))
        }
    });
    let answer = async {
        let view = watched.await?;
        bot.following.notify_one();
        Ok(Outgoing::text(asker.words.done(Done::Watched, view.id)))
    };
    bot.answer(&asker, reply, None, answer).await;
    Ok(())
}

/// Says in private which moves are good, to somebody who plays against computers only.
#[poise::command(slash_command)]
pub(super) async fn hint(
    ctx: Context<'_>,
    #[autocomplete = "complete::own_games"] game: Option<String>,
) -> Result<(), Infallible> {
    let bot = ctx.data();
    let asker = RequestContext::of_command(ctx.interaction);
    let person = asker.actor.person;
    let view = bot.ask_of(
        &asker,
        game.as_deref(),
        Some(Action::Hint),
        move |service, game| service.to_hint(person, game),
    );
    let hint = hinted(bot, &asker, view);
    bot.answer(&asker, Reply::new(&bot.rest, &asker), None, hint)
        .await;
    Ok(())
}

/// Good moves in a game, in words.
pub(in crate::discord) async fn hinted(
    bot: &Bot,
    asker: &RequestContext,
    view: impl Future<Output = Result<GameView, BotError>>,
) -> Result<Outgoing, BotError> {
    let view = view.await?;
    let choice = bot.think_aloud(&view).await?;
    let text = asker.words.hint(view.game.position(), &choice);
    Ok(Outgoing::text(text))
}
