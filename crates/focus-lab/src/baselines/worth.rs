//! What a position is worth, as the thesis has it.

use focus::{Color, Goal, Mode, Position};

/// Captures, or captures with reserves, that win.
const IN_FRONT: i32 = 10;
const DUEL_CAPTURES: i32 = 6;

/// How well a color stands.
///
/// To captures it is 600 − 100 r + c, as in the thesis: r pieces still to capture for the win,
/// by the shorter way, c stacks controlled. To the last one left, which the thesis does not play,
/// it is 100 h + 10 c less the mean of the others' (with partners: of the team's, less the other
/// team's), h pieces in hand: what one can still move with.
pub(super) fn worth(position: &Position, color: Color) -> i32 {
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

/// What a color can still move with, by 10 a stack.
pub(super) fn life(position: &Position, color: Color) -> i32 {
    if position.out().contains(color) {
        return 0;
    }
    100 * i32::from(position.hand(color)) + 10 * stacks(position, color)
}

fn stacks(position: &Position, color: Color) -> i32 {
    i32::try_from(position.board().tops(color).count_ones()).unwrap_or(0)
}

/// Pieces still to capture for the win.
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
