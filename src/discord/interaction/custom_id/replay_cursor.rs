//! Position of a person who steps through a game.

use focus::Direction;

const SIDES: [Direction; 4] = [
    Direction::South,
    Direction::North,
    Direction::East,
    Direction::West,
];

/// Position of a game and the side to view it from; a button contains it as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplayCursor {
    /// Number of plies played before.
    pub ply: usize,
    /// Side of the board at the bottom.
    pub down: Direction,
}

impl ReplayCursor {
    /// Decodes a number.
    #[must_use]
    pub fn from_number(number: u32) -> Self {
        let number = usize::try_from(number).unwrap_or(usize::MAX);
        Self {
            ply: number / SIDES.len(),
            down: SIDES[number % SIDES.len()],
        }
    }

    /// Encodes the cursor as a number.
    #[must_use]
    pub fn number(self) -> u32 {
        let side = SIDES.iter().position(|side| *side == self.down);
        let number = self.ply * SIDES.len() + side.unwrap_or(0);
        u32::try_from(number).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::{ReplayCursor, SIDES};

    #[test]
    fn every_cursor_survives_its_number() {
        for ply in [0, 1, 77, 100_000] {
            for down in SIDES {
                let cursor = ReplayCursor { ply, down };
                assert_eq!(ReplayCursor::from_number(cursor.number()), cursor);
            }
        }
    }
}
