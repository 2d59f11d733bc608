//! The side whose win is to be proven, and lower bounds for it.

use focus::{Color, ColorSet, Position, Stuck};

/// A color, with its partner if it has one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    colors: ColorSet,
    /// True if a color that is stuck loses its turns.
    loses_turns: bool,
}

impl Side {
    /// Returns the side of a color.
    pub(super) fn of(position: &Position, color: Color) -> Side {
        let rules = position.rules();
        let alone = ColorSet::EMPTY.with(color);
        let partner = rules.mode().partner(color);
        Side {
            colors: partner.map_or(alone, |partner| alone.with(partner)),
            loses_turns: rules.stuck() == Stuck::Out,
        }
    }

    /// Returns whether a color belongs to the side.
    #[inline]
    pub(super) const fn has(self, color: Color) -> bool {
        self.colors.contains(color)
    }

    /// Returns whether any color of the side is still in.
    pub(super) fn is_in(self, position: &Position) -> bool {
        self.colors
            .iter()
            .any(|color| !position.out().contains(color))
    }

    /// Returns whether the side has won a game that is over.
    pub(super) fn has_won(self, position: &Position) -> bool {
        let outcome = position.outcome();
        outcome.is_some_and(|outcome| outcome.winners.iter().any(|color| self.has(color)))
    }

    /// Returns the stacks that the opponents still in control, bit by square index, and the number
    /// of pieces in their hands.
    pub(super) fn opponents(self, position: &Position) -> (u64, u32) {
        let (mut stacks, mut hands) = (0, 0);
        for &color in position.rules().mode().colors() {
            if !self.has(color) && !position.out().contains(color) {
                stacks |= position.board().tops(color);
                hands += u32::from(position.hand(color));
            }
        }
        (stacks, hands)
    }

    /// Returns the minimum number of plies until the side moves again, counted from the turn of
    /// `color`, after `moved` more moves of others.
    ///
    /// A player can lose the turn only if their stacks run out, and each move covers at most one of
    /// them.
    pub(super) fn wait(self, position: &Position, mut color: Color, mut moved: usize) -> u32 {
        let mut wait = 0;
        while !self.has(color) {
            let has_turn = !self.loses_turns
                || position.hand(color) > 0
                || position.board().stacks_of(color) > moved;
            wait += u32::from(has_turn);
            moved += 1;
            color = position.next_in(color);
        }
        wait
    }
}
