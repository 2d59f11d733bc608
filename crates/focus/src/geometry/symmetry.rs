//! Symmetries of the board.

use crate::{Board, Position, Square};

/// A rotation or reflection that maps the board onto itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    /// Swaps files and ranks, before anything is mirrored.
    transposed: bool,
    /// Maps file a to file h.
    files_mirrored: bool,
    /// Maps rank 1 to rank 8.
    ranks_mirrored: bool,
}

impl Symmetry {
    /// Every symmetry, with the identity first.
    pub const ALL: [Symmetry; 8] = {
        const IDENTITY: Symmetry = Symmetry {
            transposed: false,
            files_mirrored: false,
            ranks_mirrored: false,
        };
        let mut all = [IDENTITY; 8];
        let mut index = 0;
        while index < 8 {
            all[index] = Symmetry {
                transposed: index & 4 != 0,
                files_mirrored: index & 2 != 0,
                ranks_mirrored: index & 1 != 0,
            };
            index += 1;
        }
        all
    };

    /// Returns the image of a square.
    ///
    /// # Panics
    ///
    /// Never: every symmetry maps the board onto itself.
    #[must_use]
    pub fn square(self, square: Square) -> Square {
        let (mut file, mut rank) = (square.file(), square.rank());
        if self.transposed {
            (file, rank) = (rank, file);
        }
        if self.files_mirrored {
            file = 7 - file;
        }
        if self.ranks_mirrored {
            rank = 7 - rank;
        }
        Square::new(file, rank).expect("symmetric board")
    }

    /// Returns the board rotated or reflected.
    #[must_use]
    pub fn board(self, board: &Board) -> Board {
        let mut image = Board::EMPTY;
        for (square, stack) in board.iter() {
            image.set(self.square(square), Some(stack));
        }
        image
    }

    /// Returns the position rotated or reflected.
    ///
    /// # Panics
    ///
    /// Never: no rule for legal positions depends on the location of a stack.
    #[must_use]
    pub fn position(self, position: &Position) -> Position {
        let mut setup = position.to_setup();
        setup.board = self.board(&setup.board);
        Position::from_setup(setup, position.rules()).expect("image of a legal position")
    }
}
