//! Evaluation of positions, as in the thesis.

use focus::{Color, Goal, Mode, Position};

/// Number of captures, or of captures plus reserves, that wins.
const IN_FRONT: i32 = 10;
const DUEL_CAPTURES: i32 = 6;

/// Returns the value of a position for a color.
///
/// With goal `race` it is 600 − 100 r + c, as in the thesis: r is the number of pieces still to
/// capture for the win, in the shorter of two ways, and c the number of stacks controlled. With
/// goal `last`, which the thesis does not cover, it is the difference between 100 h + 10 c, where h
/// is the number of pieces in hand, and the mean of the others (with partners: the mean of each
/// team).
pub(super) fn evaluate(position: &Position, color: Color) -> i32 {
    if position.rules().goal() == Goal::Race {
        return 600 - 100 * to_capture(position, color) + stacks(position, color);
    }
    let mode = position.rules().mode();
    let colors = mode.colors().iter().copied();
    let is_with = |other: Color| other == color || mode.partner(color) == Some(other);
    let (ours, others): (Vec<Color>, Vec<Color>) = colors.partition(|&other| is_with(other));
    let mean = |side: &[Color]| {
        let sum: i32 = side.iter().map(|&color| life(position, color)).sum();
        sum / i32::try_from(side.len()).unwrap_or(1).max(1)
    };
    mean(&ours) - mean(&others)
}

/// Returns a color's life points: 100 for each reserve and 10 for each stack, 0 if it is out.
pub(super) fn life(position: &Position, color: Color) -> i32 {
    if position.out().contains(color) {
        return 0;
    }
    100 * i32::from(position.hand(color)) + 10 * stacks(position, color)
}

fn stacks(position: &Position, color: Color) -> i32 {
    i32::try_from(position.board().tops(color).count_ones()).unwrap_or(0)
}

/// Returns the number of pieces still to capture for the win.
fn to_capture(position: &Position, color: Color) -> i32 {
    let rules = position.rules();
    let colors = rules.mode().colors().iter();
    let captures = colors
        .filter(|&&of| of != color)
        .map(|&of| i32::from(position.captured(color, of)));
    let all: i32 = captures.clone().sum();
    if rules.mode() == Mode::Duel {
        return (DUEL_CAPTURES - all).max(0);
    }
    let each = i32::from(rules.captures_each().unwrap_or(0));
    let of_each: i32 = captures.map(|count| (each - count).max(0)).sum();
    let in_front = IN_FRONT - all - i32::from(position.hand(color));
    of_each.min(in_front).max(0)
}
