//! Material: pieces taken and stacks controlled.

use focus::{Color, Position};

/// Value of a won game, greater than any material.
const WIN: i32 = 1_000_000;
/// Value of a captured piece, or of one in hand. A controlled stack counts 1, so stacks decide only
/// among moves that take equally many pieces.
const PIECE: i32 = 100;

/// Returns the material of a color and its partner minus that of the others.
pub(super) fn lead(position: &Position, color: Color) -> i32 {
    let mode = position.rules().mode();
    let is_ours = |other: Color| other == color || mode.partner(color) == Some(other);
    if let Some(outcome) = position.outcome() {
        return match outcome.winners.iter().next() {
            None => 0,
            Some(winner) if is_ours(winner) => WIN,
            Some(_) => -WIN,
        };
    }
    let colors = mode.colors().iter();
    let signed = colors.map(|&other| {
        let sign = if is_ours(other) { 1 } else { -1 };
        sign * material(position, other)
    });
    signed.sum()
}

fn material(position: &Position, color: Color) -> i32 {
    let colors = position.rules().mode().colors().iter();
    let captured = colors.map(|&of| i32::from(position.captured(color, of)));
    let taken = captured.sum::<i32>() + i32::from(position.hand(color));
    let stacks = i32::try_from(position.board().stacks_of(color)).unwrap_or(0);
    PIECE * taken + stacks
}
