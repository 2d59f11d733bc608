//! How games went that are over: one is looked at at a time, by the threads on which computers
//! think, a small question for each ply, so that nobody waits for it with a move of his own.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{AcquireError, Semaphore};

use crate::discord::asker::Asker;
use crate::discord::bot::Bot;
use crate::discord::looks::Looks;
use crate::discord::rest::Outgoing;
use crate::discord::rest::message::Picture;
use crate::discord::thinkers::Question;
use crate::discord::trouble::Trouble;
use crate::discord::views;
use crate::metrics::FaultKind;
use crate::render::{Chart, Renderer};
use crate::search::course::{Course, Moment, stages};
use crate::search::{Level, Stop};
use crate::session::{GameId, GameView, Theme};
use crate::wording::Words;

/// Positions looked at for a whole game, and for one ply at least and at most.
const NODES: u64 = 120_000;
const NODES_A_PLY: (u64, u64) = (200, 2_000);

/// Courses that are remembered; any other is worked out again and is the same.
const REMEMBERED: usize = 64;

/// The courses worked out last.
pub(super) struct Critic {
    turn: Semaphore,
    known: Mutex<VecDeque<(GameId, Arc<Course>)>>,
}

impl Default for Critic {
    fn default() -> Self {
        Self {
            turn: Semaphore::new(1),
            known: Mutex::default(),
        }
    }
}

impl fmt::Debug for Critic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Critic").finish_non_exhaustive()
    }
}

impl Critic {
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
        mode: view.game.rules().mode(),
        chances: &course.chances,
        moments: &moments,
    };
    Picture {
        name: format!("course-{}.png", view.id.0),
        png: chart.to_png(Looks::look(theme)),
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

/// Positions looked at before each of so many plies.
fn nodes(plies: usize) -> u64 {
    let plies = u64::try_from(plies).unwrap_or(u64::MAX).max(1);
    (NODES / plies).clamp(NODES_A_PLY.0, NODES_A_PLY.1)
}

impl Bot {
    /// How a game went, in words and a chart; or the board before one of the moments that decided
    /// it, counted from 1. It looks as one person wants.
    pub(super) async fn review(
        &self,
        asker: &Asker,
        view: GameView,
        number: Option<usize>,
    ) -> Result<Outgoing, Trouble> {
        let words = asker.words;
        let plies = view.game.plies().len();
        if plies == 0 {
            return Err(Trouble::Said(words.no_such_part(0)));
        }
        let course = self.course(&view).await?;
        let text = words.course(&view, &course, nodes(plies));
        let rows = views::review_rows(&view, &course, number, words);
        let (looks, theme) = (Arc::clone(&self.looks), self.theme_for(asker).await);
        let drawn = self.drawn(move || {
            let moment = number.and_then(|number| course.moments.get(number.checked_sub(1)?));
            match moment {
                Some(moment) => moment_picture(looks.renderer(theme), &view, moment, words),
                None => chart_picture(theme, &view, &course, words),
            }
        });
        Ok(Outgoing::text(text).rows(rows).picture(drawn.await?))
    }

    async fn course(&self, view: &GameView) -> Result<Arc<Course>, Trouble> {
        let turn = self.critic.turn.acquire().await;
        let closed = |error: AcquireError| Trouble::Broken(FaultKind::System, error.to_string());
        let _turn = turn.map_err(closed)?;
        if let Some(course) = self.critic.recall(view.id) {
            return Ok(course);
        }
        let nodes = nodes(view.game.plies().len());
        let mut choices = Vec::new();
        for game in stages(&view.game) {
            let question = Question {
                channel: view.place.channel,
                is_watched: false,
                level: Level::Full,
                lines: 1,
                seed: game.position().key(),
                game,
                nodes: Some(nodes),
                stop: Stop::new(),
            };
            choices.push(self.thinkers.ask(question).await?);
        }
        let outcome = views::outcome(view);
        let course = Arc::new(Course::new(&view.game, outcome, &choices));
        self.critic.remember(view.id, &course);
        Ok(course)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_games_are_looked_at_less_closely() {
        assert_eq!(nodes(0), 2_000);
        assert_eq!(nodes(60), 2_000);
        assert_eq!(nodes(240), 500);
        assert_eq!(nodes(10_000), 200);
    }
}
