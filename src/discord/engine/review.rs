//! Background review of finished games, one at a time. A question for each ply goes to the engine
//! threads, with lower priority than those a player waits for. Key moments are confirmed by a
//! search of ten times as many nodes.

use std::collections::{BTreeSet, VecDeque};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{AcquireError, Semaphore};

use crate::discord::board::drawing::renderers::Renderers;
use crate::discord::board::drawing::view_preferences::{ViewPreferences, theme_for};
use crate::discord::bot::Bot;
use crate::discord::engine::pool::Question;
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::custom_id::replay_cursor::ReplayCursor;
use crate::discord::interaction::error::BotError;
use crate::discord::rest::Outgoing;
use crate::discord::rest::message::Picture;
use crate::discord::views;
use crate::discord::views::stepping::{explained_rows, turned_side};
use crate::i18n::Words;
use crate::metrics::FaultKind;
use crate::service::{GameId, GameView, Theme};
use focus::Game;
use focus_engine::analysis::{Course, Moment, around, stages, unfinished};
use focus_engine::{Choice, Level, Stop};
use focus_render::{Chart, Renderer, Scene};

/// Nodes searched for a whole game, and minimum and maximum for one ply.
const NODES: u64 = 16_000_000;
const NODES_A_PLY: (u64, u64) = (20_000, 100_000);
/// Factor by which more nodes are searched before and after a key moment.
const CERTAINTY: u64 = 10;
/// Maximum number of positions of a game searched that deep; unconfirmed moments are not shown.
const MOST_CERTAIN: usize = 30;

/// Nodes searched before and after a move that is explained.
const NODES_EXPLAINED: u64 = 300_000;

/// Number of courses cached; any other is recomputed with the same result.
const REMEMBERED: usize = 64;

/// Cache of the latest courses.
pub(crate) struct Reviewer {
    turn: Semaphore,
    known: Mutex<VecDeque<(GameId, Arc<Course>)>>,
}

impl Default for Reviewer {
    fn default() -> Self {
        Self {
            turn: Semaphore::new(1),
            known: Mutex::default(),
        }
    }
}

impl fmt::Debug for Reviewer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reviewer").finish_non_exhaustive()
    }
}

impl Reviewer {
    fn recall(&self, game: GameId) -> Option<Arc<Course>> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, course) = known.iter().find(|(known, _)| *known == game)?;
        Some(Arc::clone(course))
    }

    fn remember(&self, game: GameId, course: &Arc<Course>) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.push_back((game, Arc::clone(course)));
        if known.len() > REMEMBERED {
            known.pop_front();
        }
    }
}

fn chart_picture(theme: Theme, view: &GameView, course: &Course, words: Words) -> Picture {
    let moments: Vec<_> = course.moments.iter().map(|moment| moment.plies).collect();
    let chart = Chart {
        title: &words.chart_title(),
        names: &views::names(view, words),
        mode: view.game.rules().mode(),
        chances: &course.chances,
        result: course.result,
        moments: &moments,
    };
    Picture {
        name: format!("course-{}.png", view.id.0),
        png: chart.to_png(Renderers::look(theme)),
        alt: words.course_alt(view, course),
    }
}

fn moment_picture(renderer: &Renderer, view: &GameView, moment: &Moment, words: Words) -> Picture {
    Picture {
        name: format!("moment-{}-{}.png", view.id.0, moment.plies + 1),
        png: renderer.board_png(&views::moment(view, moment, words)),
        alt: words.moment_alt(moment),
    }
}

/// Returns the number of nodes searched before each of `plies` plies.
fn nodes(plies: usize) -> u64 {
    let plies = u64::try_from(plies).unwrap_or(u64::MAX).max(1);
    (NODES / plies).clamp(NODES_A_PLY.0, NODES_A_PLY.1)
}

/// Returns the course of a game in words and a chart, or the board before one of its key
/// moments, counted from 1, in the view of one person.
pub(crate) async fn review(
    bot: &Bot,
    asker: &RequestContext,
    view: GameView,
    number: Option<usize>,
) -> Result<Outgoing, BotError> {
    let words = asker.words;
    let plies = view.game.plies().len();
    if plies == 0 {
        return Err(BotError::Said(words.no_such_part(0)));
    }
    let course = course(bot, &view).await?;
    let moment = number.and_then(|number| course.moments.get(number.checked_sub(1)?));
    let text = match moment {
        Some(moment) => words.explanation(&view, moment),
        None => words.course(&view, &course, nodes(plies)),
    };
    let rows = views::review_rows(&view, &course, number, words);
    let (renderers, theme) = (
        Arc::clone(&bot.drawing.renderers),
        theme_for(&bot.service, asker).await,
    );
    let drawn = bot.drawing.drawn(move || {
        let moment = number.and_then(|number| course.moments.get(number.checked_sub(1)?));
        match moment {
            Some(moment) => moment_picture(renderers.renderer(theme), &view, moment, words),
            None => chart_picture(theme, &view, &course, words),
        }
    });
    Ok(Outgoing::text(text).rows(rows).picture(drawn.await?))
}

/// Explains the move before a position of a game, in the view of one person.
pub(crate) async fn explain(
    bot: &Bot,
    asker: &RequestContext,
    view: GameView,
    here: ReplayCursor,
) -> Result<Outgoing, BotError> {
    let words = asker.words;
    let all = view.game.plies().len();
    let plies = here.ply.checked_sub(1).filter(|&plies| plies < all);
    let plies = plies.ok_or_else(|| BotError::Said(words.no_such_part(all)))?;
    let moment = compare(bot, &view, plies).await?;
    let usual = ViewPreferences::of(&bot.service, asker, &view).await;
    let color = view.color_of(asker.actor.person);
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
            .ask(question(view, game, NODES_EXPLAINED, false))
    };
    let best = ask(&before);
    let reply = match after.outcome() {
        None => Some(ask(&after).await?),
        Some(_) => None,
    };
    Ok(Moment::new(&after, &best.await?, reply.as_ref()))
}

/// Returns the question which move is best in a position of a game that is over.
fn question(view: &GameView, game: &Game, nodes: u64, is_watched: bool) -> Question {
    Question {
        channel: view.place.channel,
        is_watched,
        level: Level::Full,
        lines: 1,
        seed: game.position().key(),
        game: game.clone(),
        nodes: Some(nodes),
        stop: Stop::new(),
    }
}

async fn course(bot: &Bot, view: &GameView) -> Result<Arc<Course>, BotError> {
    let turn = bot.reviewer.turn.acquire().await;
    let closed = |error: AcquireError| BotError::Broken(FaultKind::System, error.to_string());
    let _turn = turn.map_err(closed)?;
    if let Some(course) = bot.reviewer.recall(view.id) {
        return Ok(course);
    }
    let course = Arc::new(work_out(bot, view).await?);
    bot.reviewer.remember(view.id, &course);
    Ok(course)
}

/// Searches every position, and those around key moments once more until all of them are
/// confirmed.
async fn work_out(bot: &Bot, view: &GameView) -> Result<Course, BotError> {
    let outcome = views::outcome(view);
    let nodes = nodes(view.game.plies().len());
    let positions: Vec<_> = stages(&view.game).chain(unfinished(&view.game)).collect();
    let all: Vec<_> = (0..positions.len()).collect();
    let mut choices = search(bot, view, &positions, &all, nodes).await?;
    let mut certain = BTreeSet::new();
    loop {
        let mut course = Course::new(&view.game, outcome, &choices);
        let around = |moment: &Moment| [moment.plies, moment.plies + 1];
        let mut doubtful: Vec<_> = course.moments.iter().flat_map(around).collect();
        doubtful.retain(|place| *place < positions.len() && !certain.contains(place));
        doubtful.dedup();
        if doubtful.is_empty() {
            return Ok(course);
        }
        if certain.len() + doubtful.len() > MOST_CERTAIN {
            let is_doubtful =
                |moment: &Moment| around(moment).iter().any(|place| doubtful.contains(place));
            course.moments.retain(|moment| !is_doubtful(moment));
            return Ok(course);
        }
        let again = search(bot, view, &positions, &doubtful, nodes * CERTAINTY).await?;
        for (place, choice) in doubtful.into_iter().zip(again) {
            choices[place] = choice;
            certain.insert(place);
        }
    }
}

/// Searches some positions of a game with `nodes` nodes each.
async fn search(
    bot: &Bot,
    view: &GameView,
    positions: &[Game],
    wanted: &[usize],
    nodes: u64,
) -> Result<Vec<Choice>, BotError> {
    // All are queued at once, so that every free thread takes its share.
    let asked: Vec<_> = wanted
        .iter()
        .map(|place| {
            let question = question(view, &positions[*place], nodes, true);
            bot.engine_pool.ask(question)
        })
        .collect();
    let mut choices = Vec::with_capacity(asked.len());
    for answer in asked {
        choices.push(answer.await?);
    }
    Ok(choices)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_games_are_looked_at_less_closely() {
        assert_eq!(nodes(0), 100_000);
        assert_eq!(nodes(160), 100_000);
        assert_eq!(nodes(320), 50_000);
        assert_eq!(nodes(10_000), 20_000);
    }
}
