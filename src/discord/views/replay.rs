//! Replays and reviews of games.

use std::ops::RangeInclusive;

use serenity::all::CreateActionRow;

use crate::discord::interaction::custom_id::buttons::HistoryButton;
use crate::discord::interaction::custom_id::game::GameButtonId;
use crate::discord::rest::Outgoing;
use crate::discord::rest::message::File;
use crate::discord::views::button_rows::{Buttons, declared};
use crate::discord::views::scene::{names, outcome};
use crate::i18n::Words;
use crate::service::GameView;
use focus::Direction;
use focus_engine::analysis::{GameReport, Moment, position_at};
use focus_render::{Animation, Arrow, Scene, Verdict};

/// Returns the animation of a game.
#[must_use]
pub fn animation(view: &GameView, down: Direction, words: Words) -> Animation {
    Animation::new(view.game.clone())
        .with_names(names(view, words))
        .with_outcome(outcome(view))
        .with_down(down)
}

/// Returns a replay of these plies, with a text.
#[must_use]
pub fn replay(
    view: &GameView,
    plies: &RangeInclusive<usize>,
    gif: Vec<u8>,
    text: String,
    words: Words,
) -> Outgoing {
    Outgoing::text(text).file(File {
        name: format!("replay-{}-{}-{}.gif", view.id.0, plies.start(), plies.end()),
        bytes: gif,
        about: words.replay_alt(view, plies),
    })
}

/// Returns the board before a move of a game, with the move played and the better one.
#[must_use]
pub fn moment(view: &GameView, moment: &Moment, words: Words) -> Scene {
    let arrow = |mv, verdict| Arrow { mv, verdict };
    let played = arrow(moment.played, Verdict::Played);
    let arrows = (!moment.is_best()).then_some(played).into_iter();
    Scene {
        names: names(view, words),
        arrows: arrows
            .chain([arrow(moment.better, Verdict::Better)])
            .collect(),
        ..Scene::new(position_at(&view.game, moment.plies))
    }
}

/// Returns the button below a private message that shares it.
#[must_use]
pub fn share_rows(id: GameButtonId, words: Words) -> Vec<CreateActionRow> {
    let share = declared(&id, id.button.face(), words);
    vec![CreateActionRow::Buttons(vec![share])]
}

/// Returns the buttons below a public replay.
#[must_use]
pub fn replay_rows(view: &GameView, words: Words) -> Vec<CreateActionRow> {
    let buttons = Buttons::of(view, words);
    vec![CreateActionRow::Buttons(vec![
        buttons.press(HistoryButton::Review),
        buttons.press(HistoryButton::Record),
    ])]
}

/// Returns the buttons from the chart of a game to its key moments, counted from 1, and back; the
/// button of the current one is disabled.
#[must_use]
pub fn review_rows(
    view: &GameView,
    report: &GameReport,
    number: Option<usize>,
    words: Words,
) -> Vec<CreateActionRow> {
    if report.moments.is_empty() {
        return Vec::new();
    }
    let to = |button, seen| Buttons::new(view.id, seen, words).press(button);
    let chart = to(HistoryButton::Chart, 0).disabled(number.is_none());
    let moments = (1_u32..).zip(&report.moments).map(|(seen, _)| {
        let is_shown = number == usize::try_from(seen).ok();
        let moment = to(HistoryButton::Moment, seen).label(seen.to_string());
        moment.disabled(is_shown)
    });
    let buttons = std::iter::once(chart).chain(moments).collect();
    vec![CreateActionRow::Buttons(buttons)]
}
