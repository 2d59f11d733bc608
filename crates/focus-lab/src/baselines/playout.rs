//! Games played to their end by the static ordering.

use crate::baselines::{ordering, worth};
use focus::{Color, Goal, Position};
use focus_engine::Rng;

/// Plies after which a playout to the last one left is judged: it would hardly ever end.
const LAST_PLIES: u32 = 100;
/// Plies after which a playout to captures is judged; nearly all have ended long before.
const RACE_PLIES: u32 = 400;
/// Lead that counts e to one when a playout is judged: four stacks.
const LEAD: f32 = 40.0;

/// Plays on with the most promising move, or with any move once in 1/`epsilon` moves; the
/// expected result of each color.
///
/// A playout that grows too long is judged by what the colors can still move with. The thesis
/// needs no such end, since its games are to captures.
pub(super) fn play(mut position: Position, epsilon: f32, dice: &mut Rng) -> [f32; 4] {
    let plies = match position.rules().goal() {
        Goal::Last => LAST_PLIES,
        Goal::Race => RACE_PLIES,
    };
    for _ in 0..plies {
        if position.is_over() {
            return result(&position);
        }
        let mv = if dice.unit() < epsilon {
            ordering::any(&position, dice)
        } else {
            ordering::most_promising(&position, dice)
        };
        position.play_unchecked(mv);
    }
    judge(&position)
}

/// What each color gets of a game that is over: partners one each, all a share of a draw.
pub(super) fn result(position: &Position) -> [f32; 4] {
    let Some(outcome) = position.outcome() else {
        return judge(position);
    };
    let mode = position.rules().mode();
    if outcome.is_draw() {
        let share = match mode.colors().len() {
            3 => 1.0 / 3.0,
            4 if mode.partner(Color::Orange).is_none() => 0.25,
            _ => 0.5,
        };
        return Color::ALL.map(|color| if mode.has(color) { share } else { 0.0 });
    }
    Color::ALL.map(|color| {
        if outcome.winners.contains(color) {
            1.0
        } else {
            0.0
        }
    })
}

/// Expected results by what each color, or each team, can still move with.
#[expect(clippy::cast_precision_loss, reason = "small numbers")]
fn judge(position: &Position) -> [f32; 4] {
    let mode = position.rules().mode();
    let lives = Color::ALL.map(|color| {
        let partner = mode.partner(color);
        worth::life(position, color) + partner.map_or(0, |other| worth::life(position, other))
    });
    let most = lives.into_iter().max().unwrap_or(0);
    let odds = Color::ALL.map(|color| {
        if !mode.has(color) || lives[color.index()] == 0 {
            return 0.0;
        }
        ((lives[color.index()] - most) as f32 / LEAD).exp()
    });
    let teams = if mode.partner(Color::Orange).is_some() {
        2.0
    } else {
        1.0
    };
    let sum: f32 = odds.iter().sum::<f32>() / teams;
    odds.map(|odds| odds / sum.max(f32::MIN_POSITIVE))
}
