//! Threats, the replies that can parry them, and the order in which moves are tried.

use crate::proof::side::Side;
use crate::proof::winning_move::{WinningMove, winning_moves};
use focus::{Move, Position, Stack};

/// Moves with which the side would win at once if all opponents passed.
pub(super) struct Threats(Vec<WinningMove>);

impl Threats {
    /// No threats.
    pub(super) const NONE: Threats = Threats(Vec::new());

    /// Returns the threats of a side that has no turn now.
    pub(super) fn of(position: &Position, side: Side) -> Threats {
        let mut color = position.next_in(position.side());
        while !side.has(color) {
            color = position.next_in(color);
        }
        let mut threats = Threats::NONE;
        winning_moves(position, color, |threat| {
            threats.0.push(threat);
            true
        });
        threats
    }

    /// Returns whether there are no threats.
    pub(super) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns whether a threat remains after a move of an opponent because the move changes
    /// neither its squares nor the captures.
    pub(super) fn survive(&self, position: &Position, mv: Move) -> bool {
        let changed = squares(mv);
        !pushes_out(position, mv) && self.0.iter().any(|threat| threat.squares & changed == 0)
    }

    /// Returns the order in which an opponent's reply is tried: first those that parry the most
    /// threats.
    pub(super) fn defense_order(&self, position: &Position, mv: Move) -> i32 {
        let changed = squares(mv);
        let parried = self
            .0
            .iter()
            .filter(|threat| threat.squares & changed != 0)
            .count();
        2 * i32::try_from(parried).unwrap_or(0) + i32::from(pushes_out(position, mv))
    }
}

/// Returns the order in which a move of the attacker is tried: first those that push out the most
/// pieces or cover a stack of an opponent.
pub(super) fn attack_order(position: &Position, opponents: u64, mv: Move) -> i32 {
    let covers = squares_to(mv) & opponents != 0;
    2 * overflow(position, mv) + i32::from(covers)
}

fn pushes_out(position: &Position, mv: Move) -> bool {
    overflow(position, mv) > 0
}

/// Returns the number of pieces that a move pushes out.
fn overflow(position: &Position, mv: Move) -> i32 {
    let (to, count) = match mv {
        Move::Slide { from, to } => (to, from.distance(to).map_or(0, usize::from)),
        Move::Drop(to) => (to, 1),
        Move::Pass | Move::Swap { .. } => return 0,
    };
    let height = position.board().height(to) + count;
    i32::try_from(height.saturating_sub(Stack::MAX_HEIGHT)).unwrap_or(0)
}

/// Returns the squares that a move changes, bit by square index.
fn squares(mv: Move) -> u64 {
    mv.squares()
        .fold(0, |squares, square| squares | 1 << square.index())
}

/// Returns the square where a move lands, as a bit by square index.
fn squares_to(mv: Move) -> u64 {
    match mv {
        Move::Slide { to, .. } | Move::Drop(to) => 1 << to.index(),
        Move::Pass | Move::Swap { .. } => 0,
    }
}
