//! Background review of finished games, one at a time. A question for each ply goes to the engine
//! threads, with lower priority than those a player waits for. Key moments are confirmed by a
//! search of ten times as many nodes.

use std::collections::HashMap;
use std::fmt;
use std::num::NonZeroUsize;
use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use lru::LruCache;
use serenity::all::CreateActionRow;
use tokio::sync::{AcquireError, Semaphore};
use tokio::time::{Instant, timeout_at};

use crate::discord::board::drawing::view_preferences::ViewPreferences;
use crate::discord::board::explain::explain as explain_error;
use crate::discord::board::publisher::share_button::Audience;
use crate::discord::bot::Bot;
use crate::discord::engine::pool::{NoAnswer, Question};
use crate::discord::engine::review_view::reviewed;
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::custom_id::actions::HistoryAction;
use crate::discord::interaction::custom_id::replay_cursor::ReplayCursor;
use crate::discord::interaction::error::BotError;
use crate::discord::interaction::response::{AT_ONCE, Reply};
use crate::discord::rest::{Container, Outgoing};
use crate::discord::views;
use crate::discord::views::buttons::Buttons;
use crate::discord::views::stepping::{explained_rows, turned_side};
use crate::i18n::{Button, Words};
use crate::metrics::FaultKind;
use crate::service::{GameId, GameView, PersonId, Refusal};
use focus::Game;
use focus_engine::analysis::{GameReport, Moment, Review, around};
use focus_engine::{Choice, Level, Stop};
use focus_render::Scene;

/// Nodes searched before and after a move that is explained.
const NODES_EXPLAINED: u64 = 300_000;

/// Number of courses cached; any other is recomputed with the same result.
const REMEMBERED: NonZeroUsize = NonZeroUsize::new(64).expect("a positive number");
/// Interval at which progress is shown.
const TOLD: Duration = Duration::from_secs(3);

/// Cache of the latest reports, and the reviews under way.
pub(crate) struct Reviewer {
    turn: Semaphore,
    known: Mutex<LruCache<GameId, Arc<GameReport>>>,
    /// Searches of reviews, by game and the person who waits.
    running: Mutex<HashMap<(GameId, PersonId), Arc<Searches>>>,
}

impl Default for Reviewer {
    fn default() -> Self {
        Self {
            turn: Semaphore::new(1),
            known: Mutex::new(LruCache::new(REMEMBERED)),
            running: Mutex::default(),
        }
    }
}

impl fmt::Debug for Reviewer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reviewer").finish_non_exhaustive()
    }
}

impl Reviewer {
    fn recall(&self, game: GameId) -> Option<Arc<GameReport>> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(&game).cloned()
    }

    /// Returns whether the review of a game can be shown at once.
    pub(crate) fn knows(&self, game: GameId) -> bool {
        self.recall(game).is_some()
    }

    fn remember(&self, game: GameId, report: &Arc<GameReport>) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.put(game, Arc::clone(report));
    }

    fn running(&self) -> MutexGuard<'_, HashMap<(GameId, PersonId), Arc<Searches>>> {
        // The map is consistent after each line of code that changes it.
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the review of a game for which a person waits; returns whether there is one.
    fn stop(&self, game: GameId, person: PersonId) -> bool {
        let searches = self.running().get(&(game, person)).cloned();
        searches.is_some_and(|searches| {
            searches.stop();
            true
        })
    }
}

/// Signals that end the searches of a review; `None` once they were given.
struct Searches(Mutex<Option<Vec<Stop>>>);

impl Searches {
    fn signals(&self) -> MutexGuard<'_, Option<Vec<Stop>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the signal of one more search. Each has its own, because the watchdog gives it as
    /// well.
    fn begin(&self) -> Stop {
        let stop = Stop::new();
        match self.signals().as_mut() {
            Some(signals) => signals.push(stop.clone()),
            None => stop.stop(),
        }
        stop
    }

    fn stop(&self) {
        let signals = self.signals().take();
        signals.iter().flatten().for_each(Stop::stop);
    }

    fn is_stopped(&self) -> bool {
        self.signals().is_none()
    }
}

/// Review under way: its searches, and how far it is.
struct Running<'a> {
    reviewer: &'a Reviewer,
    key: (GameId, PersonId),
    searches: Arc<Searches>,
    done: AtomicUsize,
    /// Number of positions to search; 0 while another game is reviewed.
    total: AtomicUsize,
}

impl<'a> Running<'a> {
    fn begin(reviewer: &'a Reviewer, game: GameId, person: PersonId) -> Self {
        let searches = Arc::new(Searches(Mutex::new(Some(Vec::new()))));
        let key = (game, person);
        reviewer.running().insert(key, Arc::clone(&searches));
        Self {
            reviewer,
            key,
            searches,
            done: AtomicUsize::new(0),
            total: AtomicUsize::new(0),
        }
    }

    /// Returns the message that says how far it is, with the button that ends it.
    fn told(&self, words: Words) -> Outgoing {
        let game = self.key.0;
        let done = self.done.load(Ordering::Relaxed);
        let total = self.total.load(Ordering::Relaxed);
        let stop = Buttons::new(game, 0, words).press(HistoryAction::StopReview);
        Outgoing::text(words.reviewing(game, done, total))
            .in_container(Container::default())
            .rows(vec![CreateActionRow::Buttons(vec![stop])])
            .without_picture()
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.searches.stop();
        let mut running = self.reviewer.running();
        // The person may have asked again meanwhile.
        let is_own = |other: &Arc<Searches>| Arc::ptr_eq(other, &self.searches);
        if running.get(&self.key).is_some_and(is_own) {
            running.remove(&self.key);
        }
    }
}

/// Ends the review of a game for which the person waits.
pub(crate) async fn stop(bot: &Bot, context: &RequestContext, reply: Reply<'_>, game: GameId) {
    let stopped = || stopped(game, context.words);
    if bot.reviewer.stop(game, context.actor.person) {
        // The review itself changes the message.
        reply.acknowledge(stopped).await;
    } else {
        reply.say(stopped()).await;
    }
}

/// Returns the message that a review was ended, with the button that begins it again.
fn stopped(game: GameId, words: Words) -> Outgoing {
    let again = Buttons::new(game, 0, words).press(HistoryAction::Chart);
    let again = again.label(words.button(Button::Review));
    Outgoing::text(words.review_stopped(game))
        .in_container(Container::default())
        .rows(vec![CreateActionRow::Buttons(vec![again])])
        .without_picture()
}

/// Shows the report on a game in words and a chart, or the board before one of its key moments,
/// counted from 1, in the view of one person; meanwhile, how far the search for it is.
pub(crate) async fn show(
    bot: &Bot,
    context: &RequestContext,
    mut reply: Reply<'_>,
    view: impl Future<Output = Result<GameView, BotError>>,
    number: Option<usize>,
) {
    let view = match reply.wait(view).await {
        Ok(view) => view,
        Err(error) => {
            let why = explain_error(bot, context.words, None, error).await;
            return reply.say(why).await;
        }
    };
    let running = Running::begin(&bot.reviewer, view.id, context.actor.person);
    let message = {
        let mut work = pin!(review(bot, context, &view, number, &running));
        let mut told_at = reply.key().received + AT_ONCE;
        loop {
            if let Ok(message) = timeout_at(told_at, &mut work).await {
                break message;
            }
            if running.searches.is_stopped() {
                break Err(NoAnswer::Stopped.into());
            }
            reply = reply.say_for_now(running.told(context.words)).await;
            told_at = Instant::now() + TOLD;
        }
    };
    let message = match message {
        Ok(message) => message,
        Err(_) if running.searches.is_stopped() => stopped(view.id, context.words),
        Err(error) => explain_error(bot, context.words, None, error).await,
    };
    reply.say(message).await;
}

async fn review(
    bot: &Bot,
    context: &RequestContext,
    view: &GameView,
    number: Option<usize>,
    running: &Running<'_>,
) -> Result<Outgoing, BotError> {
    if view.game.plies().is_empty() {
        return Err(BotError::Said(context.words.no_such_part(0)));
    }
    let report = report(bot, view, running).await?;
    let audience = Audience::One(context.words);
    reviewed(bot, context, (view, report), number, audience).await
}

/// Returns a review that is known, or one of its moments, for everybody in the channel.
///
/// # Errors
///
/// It is no longer known, or its picture cannot be drawn.
pub(crate) async fn shared(
    bot: &Bot,
    context: &RequestContext,
    view: &GameView,
    number: Option<usize>,
    audience: Audience<'_>,
) -> Result<Outgoing, BotError> {
    let report = bot.reviewer.recall(view.id);
    let report = report.ok_or(BotError::Refused(Refusal::Stale))?;
    reviewed(bot, context, (view, report), number, audience).await
}

/// Explains the move before a position of a game, in the view of one person.
pub(crate) async fn explain(
    bot: &Bot,
    context: &RequestContext,
    view: GameView,
    here: ReplayCursor,
) -> Result<Outgoing, BotError> {
    let words = context.words;
    let all = view.game.plies().len();
    let plies = here.ply.checked_sub(1).filter(|&plies| plies < all);
    let plies = plies.ok_or_else(|| BotError::Said(words.no_such_part(all)))?;
    let moment = compare(bot, &view, plies).await?;
    let usual = ViewPreferences::of(&bot.service, context, &view).await;
    let color = view.color_of(context.actor.person);
    let turned = turned_side(&view, usual.down, here.down, color);
    let scene = Scene {
        down: here.down,
        ..views::moment(&view, &moment, words)
    };
    let name = format!("moment-{}-{}.png", view.id.0, here.ply);
    let alt = words.moment_alt(&moment);
    let picture = bot.drawing.draw(usual.theme, scene, name, alt).await?;
    Ok(Outgoing::text(words.explanation(&view, &moment))
        .rows(explained_rows(&view, here, turned, words))
        .picture(picture))
}

/// Searches the positions before and after a ply, while a person waits.
async fn compare(bot: &Bot, view: &GameView, plies: usize) -> Result<Moment, BotError> {
    let [before, after] = around(&view.game, plies);
    let ask = |game| {
        bot.engine_pool
            .ask(question(view, game, (NODES_EXPLAINED, false), Stop::new()))
    };
    let best = ask(&before);
    let reply = match after.outcome() {
        None => Some(ask(&after).await?),
        Some(_) => None,
    };
    Ok(Moment::new(&after, &best.await?, reply.as_ref()))
}

/// Returns the question which move is best in a position of a game that is over.
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
    if let Some(report) = bot.reviewer.recall(view.id) {
        return Ok(report);
    }
    let turn = bot.reviewer.turn.acquire().await;
    let closed = |error: AcquireError| BotError::Broken(FaultKind::System, error.to_string());
    let _turn = turn.map_err(closed)?;
    // Somebody else may have asked for the same.
    if let Some(report) = bot.reviewer.recall(view.id) {
        return Ok(report);
    }
    let report = Arc::new(work_out(bot, view, running).await?);
    bot.reviewer.remember(view.id, &report);
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
