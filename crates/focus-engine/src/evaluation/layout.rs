//! Layout of the weights.

use crate::evaluation::Kind;
use focus::{Color, Goal, Mode, Position, Square, Stack, Symmetry};

/// Number of classes of squares; squares that a symmetry of the board maps onto each other are in
/// one class.
pub(crate) const CLASSES: usize = 8;

/// Number of distinct piece counts; the last one stands for all higher counts.
pub(super) const COUNTS: usize = 20;

/// Layout of the weights of one kind of game in a list.
///
/// The weights of stacks come first, by class of square and pattern, followed by the tables of
/// counts. A pattern gives the owners of a stack's pieces, bottom to top, as one color sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    kind: Kind,
    /// Number of roles of a piece: own, partner's, enemy's.
    pub roles: usize,
    /// Number of patterns, including the empty one.
    pub patterns: usize,
    /// Offset of the weights for the number of pieces in hand.
    pub hand: usize,
    /// Offset of the weights for the number of stacks controlled.
    pub tops: usize,
    /// Offset of the weights for the number of captures.
    pub captured: usize,
    /// Offset of the weights for the number of captures plus pieces in hand.
    pub front: usize,
    /// Offset of the weights for the number of captures of one opponent; applied once per opponent.
    pub each: usize,
    /// Offset of the weights for the number of turns to wait.
    pub wait: usize,
    /// Number of weights.
    pub len: usize,
}

impl Layout {
    /// Returns the layout of a kind of game.
    #[must_use]
    pub const fn of(kind: Kind) -> Layout {
        let roles = match kind.mode() {
            Mode::Partners => 3,
            Mode::Duel | Mode::ThreeWay | Mode::FreeForAll => 2,
        };
        let mut patterns = 1;
        let mut height = 1;
        let mut of_height = 1;
        while height <= Stack::MAX_HEIGHT {
            of_height *= roles;
            patterns += of_height;
            height += 1;
        }
        let hand = CLASSES * patterns;
        Layout {
            kind,
            roles,
            patterns,
            hand,
            tops: hand + COUNTS,
            captured: hand + 2 * COUNTS,
            front: hand + 3 * COUNTS,
            each: hand + 4 * COUNTS,
            wait: hand + 5 * COUNTS,
            len: hand + 5 * COUNTS + 4,
        }
    }

    /// Returns the kind of game.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns the pattern of some pieces, bottom to top, as a color sees them; 0 for no pieces.
    pub fn pattern(&self, pieces: impl Iterator<Item = Color>, us: Color) -> usize {
        pieces.fold(0, |pattern, piece| {
            // The patterns of each height follow those of the height below.
            pattern * self.roles + 1 + self.role(piece, us)
        })
    }

    /// Returns whether each piece of a pattern is one's own, bottom to top.
    #[must_use]
    pub fn owners(&self, mut pattern: usize) -> Vec<bool> {
        let mut owners = Vec::new();
        while pattern > 0 {
            owners.push(self.role_on_top(pattern) == Some(0));
            pattern = (pattern - 1) / self.roles;
        }
        owners.reverse();
        owners
    }

    /// Returns the role of the top piece of a pattern; `None` for the empty one.
    #[must_use]
    pub fn role_on_top(&self, pattern: usize) -> Option<usize> {
        Some(pattern.checked_sub(1)? % self.roles)
    }

    fn role(&self, piece: Color, us: Color) -> usize {
        if piece == us {
            return 0;
        }
        if self.kind.mode().partner(us) == Some(piece) {
            return 1;
        }
        self.roles - 1
    }

    /// Calls a function with the index of each weight in the score of a color, those of stacks
    /// first.
    pub fn active(&self, position: &Position, us: Color, call: &mut impl FnMut(usize)) {
        for (square, stack) in position.board().iter() {
            let pattern = self.pattern(stack.pieces(), us);
            call(class(square) * self.patterns + pattern);
        }
        self.active_counts(position, us, call);
    }

    /// Calls a function with the index of each weight in the score of a color, except those of
    /// stacks.
    #[inline]
    pub(crate) fn active_counts(
        &self,
        position: &Position,
        us: Color,
        call: &mut impl FnMut(usize),
    ) {
        let hand = usize::from(position.hand(us));
        call(self.hand + hand.min(COUNTS - 1));
        call(self.tops + position.board().stacks_of(us).min(COUNTS - 1));
        call(self.wait + turns_to_wait(position, us));
        if position.rules().goal() != Goal::Race {
            return;
        }
        let mut captured = 0;
        for &of in self.kind.mode().colors() {
            if of != us {
                let count = usize::from(position.captured(us, of));
                captured += count;
                call(self.each + count.min(COUNTS - 1));
            }
        }
        call(self.captured + captured.min(COUNTS - 1));
        call(self.front + (captured + hand).min(COUNTS - 1));
    }
}

/// Returns the number of turns of other players before the color's next turn.
#[inline]
pub(super) fn turns_to_wait(position: &Position, us: Color) -> usize {
    let mode = position.rules().mode();
    let mut turns = 0;
    let mut color = position.side();
    while color != us && turns < 3 {
        if !position.out().contains(color) {
            turns += 1;
        }
        color = mode.next(color);
    }
    turns
}

/// Returns the class of a square.
pub(crate) fn class(square: Square) -> usize {
    CLASS_OF[square.index()]
}

static CLASS_OF: std::sync::LazyLock<[usize; Square::COUNT]> = std::sync::LazyLock::new(|| {
    let first_image = |square: Square| {
        let images = Symmetry::ALL.map(|symmetry| symmetry.square(square).index());
        images.into_iter().min().expect("eight images")
    };
    let mut representatives: Vec<usize> = Square::ALL.into_iter().map(first_image).collect();
    representatives.sort_unstable();
    representatives.dedup();
    Square::ALL.map(|square| {
        let first = first_image(square);
        let class = representatives.iter().position(|&index| index == first);
        class.expect("class of every square")
    })
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_fall_into_eight_classes() {
        let largest = CLASS_OF.iter().max().expect("squares");
        assert_eq!(largest + 1, CLASSES);
    }

    #[test]
    fn patterns_are_numbered_without_gaps() {
        for kind in Kind::ALL {
            let layout = Layout::of(kind);
            let full = [Color::Green; Stack::MAX_HEIGHT];
            let last = layout.pattern(full.into_iter(), Color::Orange);
            assert_eq!(last + 1, layout.patterns, "{kind}");
            assert_eq!(
                layout.pattern([Color::Orange].into_iter(), Color::Orange),
                1
            );
            assert_eq!(layout.owners(last), [false; Stack::MAX_HEIGHT]);
        }
    }
}
