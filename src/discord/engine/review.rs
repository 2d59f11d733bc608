//! Background review of ended games, one at a time. A question for each ply goes to the engine
//! threads, with lower priority than those a player waits for. Key moments are confirmed by a
//! search of ten times as many nodes.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use serenity::all::{CreateActionRow, CreateButton};
use tokio::sync::AcquireError;
use tokio::time::{Instant, timeout_at};

use crate::discord::bot::Bot;
use crate::discord::engine::question::{NoAnswer, Question};
use crate::discord::engine::review_cache::{ReportOrTurn, Running};
use crate::discord::engine::review_view::reviewed;
use crate::discord::game_messages::drawing::view_preferences::ViewPreferences;
use crate::discord::game_messages::error_replies::why;
use crate::discord::game_messages::respond::note_answered;
use crate::discord::game_messages::respond::share_button::Audience;
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::custom_id::buttons::HistoryButton;
use crate::discord::interaction::custom_id::game::GameButtonId;
use crate::discord::interaction::custom_id::replay_cursor::ReplayCursor;
use crate::discord::interaction::error::BotError;
use crate::discord::interaction::response::Reply;
use crate::discord::rest::{Container, Outgoing};
use crate::discord::views;
use crate::discord::views::button_rows::Buttons;
use crate::discord::views::stepping::{explained_rows, turned_side};
use crate::i18n::{Button, Words};
use crate::metrics::FaultKind;
use crate::service::{GameId, GameView, PersonalView};
use focus::Game;
use focus_engine::analysis::{GameReport, Moment, Review, around};
use focus_engine::{Choice, Level, Stop};
use focus_render::Scene;

/// Nodes searched before and after a move that is explained.
const NODES_EXPLAINED: u64 = 300_000;

/// Maximum number of plies of a game under review. All of its positions are in memory at once, each
/// with the moves before it, and others wait for their reviews meanwhile.
const MOST_PLIES: usize = 1_000;

/// Interval at which progress is shown.
const TOLD: Duration = Duration::from_secs(3);

/// Time kept for the last message of a review that outlasts its interaction.
const FOR_LAST_MESSAGE: Duration = Duration::from_secs(30);

/// Number in place of the steps in the id of a button that ends a review, on the message with its
/// progress.
const HERE: u32 = 0;
/// Number in its place on any other message.
const ELSEWHERE: u32 = 1;

/// Ends the review of a game for which the person waits.
pub(crate) async fn stop(bot: &Bot, reply: Reply<'_>, id: GameButtonId) {
    let context = reply.context();
    let stopped = || stopped(id.game, context.words);
    let is_stopped = bot.review_cache.stop(id.game, context.actor.person);
    if is_stopped && id.seen == HERE {
        // The review itself changes the message.
        reply.acknowledge(stopped).await;
    } else {
        reply.say(stopped()).await;
    }
}

/// Returns the message that says how far a review is, with the button that ends it.
fn progress(running: &Running<'_>, words: Words) -> Outgoing {
    let game = running.game;
    let done = running.done.load(Ordering::Relaxed);
    let total = running.total.load(Ordering::Relaxed);
    let stop = Buttons::new(game, HERE, words).press(HistoryButton::StopReview);
    with_button(words.reviewing(game, done, total), stop)
}

/// Returns the message that the person already waits for the review of this game, with the button
/// that ends it.
fn busy(game: GameId, words: Words) -> Outgoing {
    let stop = Buttons::new(game, ELSEWHERE, words).press(HistoryButton::StopReview);
    with_button(words.of_game("eval-busy", game), stop)
}

/// Returns the message that a review was ended, with the button that begins it again.
fn stopped(game: GameId, words: Words) -> Outgoing {
    with_button(words.of_game("eval-stopped", game), again(game, words))
}

/// Returns the last message of a review that outlasts its interaction, with the button that shows
/// the result later.
fn continues(game: GameId, words: Words) -> Outgoing {
    with_button(words.of_game("eval-continues", game), again(game, words))
}

fn again(game: GameId, words: Words) -> CreateButton {
    let again = Buttons::new(game, 0, words).press(HistoryButton::Chart);
    again.label(words.button(Button::Review))
}

fn with_button(text: String, button: CreateButton) -> Outgoing {
    Outgoing::text(text)
        .in_container(Container::default())
        .rows(vec![CreateActionRow::Buttons(vec![button])])
        .without_picture()
}

/// Shows the report on a game in words and a chart, or the board before one of its key moments,
/// counted from 1, in the view of one person; until it is ready, shows the progress of the search.
/// A person waits for one review at a time.
pub(crate) async fn show(
    bot: &Bot,
    mut reply: Reply<'_>,
    personal: impl Future<Output = Result<PersonalView, BotError>>,
    number: Option<usize>,
) {
    if reply.is_repeated() {
        return reply.say_nothing().await;
    }
    let context = reply.context();
    let personal = match reply.wait(personal).await {
        Ok(personal) => personal,
        Err(error) => {
            let why = why(bot, context, None, error).await;
            reply.say(why).await;
            return note_answered(bot, context);
        }
    };
    let game = personal.view.id;
    let running = match Running::begin(&bot.review_cache, game, context.actor.person) {
        Ok(running) => running,
        Err(other) => {
            bot.newest_presses.forget(context.actor.person);
            return reply.beside().say(busy(other, context.words)).await;
        }
    };
    let work = Box::pin(review(bot, context, &personal, number, &running));
    let (reply, message) = if running.known.is_some() {
        // Only the picture is missing, which is soon drawn.
        let message = reply.wait(work).await;
        (Some(reply), message)
    } else {
        with_progress(reply, &running, work).await
    };
    let message = match message {
        Ok(message) => message,
        Err(_) if running.searches.is_stopped() => stopped(game, context.words),
        // A message that has shown progress keeps its form.
        Err(error) => why(bot, context, None, error)
            .await
            .in_container(Container::default()),
    };
    // Whoever sees the result may ask for the next one at once.
    drop(running);
    if let Some(reply) = reply {
        reply.say(message).await;
        note_answered(bot, context);
    }
}

/// Waits for a review, and shows its progress meanwhile. Returns the response that the result
/// replaces; `None` if that can no longer be changed.
async fn with_progress<'a>(
    reply: Reply<'a>,
    running: &Running<'_>,
    work: impl Future<Output = Result<Outgoing, BotError>>,
) -> (Option<Reply<'a>>, Result<Outgoing, BotError>) {
    let mut work = pin!(work);
    let (words, mut told_at) = (reply.context().words, reply.defers_at());
    let mut open = Some(reply);
    loop {
        if let Ok(message) = timeout_at(told_at, &mut work).await {
            return (open, message);
        }
        if running.searches.is_stopped() {
            return (open, Err(NoAnswer::Stopped.into()));
        }
        if let Some(reply) = open.take() {
            let is_last = !reply.shows_progress_at(Instant::now() + FOR_LAST_MESSAGE);
            let message = if is_last {
                continues(running.game, words)
            } else {
                progress(running, words)
            };
            let reply = reply.say_for_now(message).await;
            open = (!is_last).then_some(reply);
        }
        told_at = Instant::now() + TOLD;
    }
}

async fn review(
    bot: &Bot,
    context: &RequestContext,
    personal: &PersonalView,
    number: Option<usize>,
    running: &Running<'_>,
) -> Result<Outgoing, BotError> {
    let view = &personal.view;
    if view.game.plies().is_empty() {
        return Err(BotError::Said(context.words.no_such_part(view)));
    }
    check_length(view.id, view.game.plies().len(), context.words)?;
    let report = report(bot, view, running).await?;
    let audience = Audience::One(context.words);
    reviewed(bot, context, (personal, report), number, audience).await
}

/// Checks that a game is not too long for a review.
fn check_length(game: GameId, plies: usize, words: Words) -> Result<(), BotError> {
    if plies > MOST_PLIES {
        let text = words.too_long_to_review(game, MOST_PLIES);
        return Err(BotError::Said(text));
    }
    Ok(())
}

/// Explains the move before a position of a game, in the view of one person.
pub(crate) async fn explain(
    bot: &Bot,
    context: &RequestContext,
    personal: &PersonalView,
    here: ReplayCursor,
) -> Result<Outgoing, BotError> {
    let (view, words) = (&personal.view, bot.emojis.shown_in(context.words));
    let all = view.game.plies().len();
    let plies = here.ply.checked_sub(1).filter(|&plies| plies < all);
    let plies = plies.ok_or_else(|| BotError::Said(words.no_such_part(view)))?;
    let moment = compare(bot, view, plies).await?;
    let usual = ViewPreferences::of(context, personal);
    let color = view.color_of(context.actor.person);
    let turned = turned_side(view, usual.down, here.down, color);
    let scene = Scene {
        down: here.down,
        ..views::moment(view, &moment, words)
    };
    let name = format!("moment-{}-{}.png", view.id.0, here.ply);
    let alt = words.moment_alt(&moment);
    let picture = bot.drawing.draw(usual.theme, scene, name, alt).await?;
    Ok(Outgoing::text(words.explanation(view, &moment))
        .rows(explained_rows(view, here, turned, words))
        .picture(picture))
}

/// Searches the positions before and after a ply, while a person waits.
async fn compare(bot: &Bot, view: &GameView, plies: usize) -> Result<Moment, BotError> {
    let [before, after] = around(&view.game, plies);
    let ask = |game| {
        bot.engine_pool
            .ask(question(view, game, (NODES_EXPLAINED, false), Stop::new()))
    };
    // Asked at once, the second would cut the first one short.
    let best = ask(&before).await?;
    let reply = match after.outcome() {
        None => Some(ask(&after).await?),
        Some(_) => None,
    };
    Ok(Moment::new(&after, &best, reply.as_ref()))
}

/// Returns a question to the engine about the best move in a position of an ended game.
fn question(
    view: &GameView,
    game: &Game,
    (nodes, is_watched): (u64, bool),
    stop: Stop,
) -> Question {
    Question {
        channel: view.place.channel,
        is_watched,
        level: Level::Full,
        lines: 1,
        seed: game.position().key(),
        game: game.clone(),
        nodes: Some(nodes),
        stop,
    }
}

async fn report(
    bot: &Bot,
    view: &GameView,
    running: &Running<'_>,
) -> Result<Arc<GameReport>, BotError> {
    if let Some(report) = &running.known {
        return Ok(Arc::clone(report));
    }
    let closed = |error: AcquireError| BotError::Broken(FaultKind::System, error.to_string());
    let awaited = bot.review_cache.report_or_turn(view.id).await;
    let _turn = match awaited.map_err(closed)? {
        ReportOrTurn::Report(report) => return Ok(report),
        ReportOrTurn::Turn(turn) => turn,
    };
    let report = Arc::new(work_out(bot, view, running).await?);
    bot.review_cache.remember(view.id, &report);
    Ok(report)
}

/// Searches the positions of a game until its report is certain.
async fn work_out(
    bot: &Bot,
    view: &GameView,
    running: &Running<'_>,
) -> Result<GameReport, BotError> {
    let mut review = Review::new(&view.game, views::outcome(view));
    loop {
        let choices = search(bot, running, view, review.wanted()).await?;
        if let Some(report) = review.take(choices) {
            return Ok(report);
        }
    }
}

/// Searches some positions of a game with `nodes` nodes each.
async fn search(
    bot: &Bot,
    running: &Running<'_>,
    view: &GameView,
    (wanted, nodes): (Vec<&Game>, u64),
) -> Result<Vec<Choice>, BotError> {
    running.total.fetch_add(wanted.len(), Ordering::Relaxed);
    // All are queued at once, so that every free thread takes its share.
    let asked: Vec<_> = wanted
        .into_iter()
        .map(|position| {
            let stop = running.searches.begin();
            let question = question(view, position, (nodes, true), stop);
            bot.engine_pool.ask(question)
        })
        .collect();
    let mut choices = Vec::with_capacity(asked.len());
    for answer in asked {
        choices.push(answer.await?);
        if running.searches.is_stopped() {
            return Err(NoAnswer::Stopped.into());
        }
        running.done.fetch_add(1, Ordering::Relaxed);
    }
    Ok(choices)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::Language;

    #[test]
    fn game_of_very_many_plies_is_not_reviewed() {
        let words = Words::new(Language::English);
        let check = |plies| check_length(GameId(7), plies, words);
        assert!(check(MOST_PLIES).is_ok());
        let refused = check(MOST_PLIES + 1);
        assert!(matches!(refused, Err(BotError::Said(text)) if text.contains("#7")));
    }
}
