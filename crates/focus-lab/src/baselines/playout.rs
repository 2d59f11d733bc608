//! Playouts with the static move ordering.

use crate::baselines::evaluation::life;
use crate::baselines::ordering;
use focus::{Color, Goal, Position};
use focus_engine::Rng;

/// Number of plies after which a playout with goal `last` is judged, since it would rarely end.
const LAST_PLIES: u32 = 100;
/// Number of plies after which a playout with goal `race` is judged; nearly all end much earlier.
const RACE_PLIES: u32 = 400;
/// Lead in life points that means odds of e to 1 when a playout is judged: four stacks.
const LEAD: f32 = 40.0;

/// Plays a game to its end and returns the expected result of each color. Each move is the most
/// promising one or, with probability `epsilon`, a random one.
///
/// A playout that becomes too long is judged by the reserves and stacks left. The thesis needs no
/// such limit because its games are played to captures.
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
    evaluate(&position)
}

/// Returns the result of each color in an ended game: 1 for each winner, equal shares for a draw.
pub(super) fn result(position: &Position) -> [f32; 4] {
    let Some(outcome) = position.outcome() else {
        return evaluate(position);
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

/// Returns the expected results, estimated from the reserves and stacks of each color or team.
#[expect(clippy::cast_precision_loss, reason = "small numbers")]
fn evaluate(position: &Position) -> [f32; 4] {
    let mode = position.rules().mode();
    let lives = Color::ALL.map(|color| {
        let partner = mode.partner(color);
        life(position, color) + partner.map_or(0, |other| life(position, other))
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
