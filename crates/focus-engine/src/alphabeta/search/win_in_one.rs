//! Safety net for weakened levels: wins in one move, and losses to the next move.

use crate::alphabeta::search::root::RootMove;
use crate::alphabeta::search::worker::Node;
use crate::alphabeta::sides::Sides;
use focus::{Color, Position};

/// Keeps only the moves that win at once; if there are none, only the moves that do not lose to the
/// next move, if there are any.
pub(crate) fn see(root: &Node, roots: &mut Vec<RootMove>, sides: Sides) {
    let us = root.position.side();
    let after = |root_move: &RootMove| root.position.after(root_move.mv());
    let is_win = |root_move: &RootMove| has_won(&after(root_move), us, sides);
    if roots.iter().any(is_win) {
        roots.retain(is_win);
        return;
    }
    let is_safe = |root_move: &RootMove| !loses_next(&after(root_move), us, sides);
    if roots.iter().any(is_safe) {
        roots.retain(is_safe);
    }
}

/// Returns whether a position is over and the color or its partner has won.
fn has_won(position: &Position, us: Color, sides: Sides) -> bool {
    let outcome = position.outcome();
    outcome.is_some_and(|outcome| {
        let mut winners = outcome.winners.iter();
        winners.any(|winner| sides.are_together(winner, us))
    })
}

/// Returns whether a position is lost after the opponent's next move.
fn loses_next(position: &Position, us: Color, sides: Sides) -> bool {
    let is_lost = |position: &Position| {
        let outcome = position.outcome();
        outcome.is_some_and(|outcome| !outcome.is_draw()) && !has_won(position, us, sides)
    };
    if position.is_over() || sides.are_together(position.side(), us) {
        return is_lost(position);
    }
    let replies = position.legal_moves();
    replies.iter().any(|&mv| is_lost(&position.after(mv)))
}
