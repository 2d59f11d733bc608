//! Positions made from arrangements of pieces, which are checked.

use crate::position::zobrist;
use crate::{Color, IllegalPosition, Position, Rules, Setup, Square, Stuck};

impl Position {
    /// Returns the start position of a game with these rules.
    ///
    /// # Panics
    ///
    /// If `first` does not play in the mode.
    #[must_use]
    pub fn start(rules: Rules, first: Color) -> Position {
        Position::from_setup(Setup::start(rules, first), rules).expect("first player of the mode")
    }

    /// Creates a position from an arrangement.
    ///
    /// # Errors
    ///
    /// The arrangement is not a legal position of a game with these rules.
    pub fn from_setup(setup: Setup, rules: Rules) -> Result<Position, IllegalPosition> {
        setup.check(rules)?;
        let mut position = Position {
            board: setup.board,
            key: 0,
            ply: setup.ply,
            clock: setup.clock,
            rules,
            hands: setup.hands,
            captured: setup.captured,
            still_in: rules.mode().color_set().minus(setup.out),
            side: setup.side,
            over: false,
        };
        position.key = position.fresh_key();
        position.over = position.decide().is_some();
        let would_be_out = rules.stuck() == Stuck::Out && !position.can_act(position.side);
        if would_be_out && !position.over {
            return Err(IllegalPosition::SideCannotMove(position.side));
        }
        Ok(position)
    }

    /// Computes [`Position::key`] from the pieces alone.
    fn fresh_key(&self) -> u64 {
        let mut key = zobrist::side(self.side);
        for square in Square::ALL {
            key ^= zobrist::stack(square, self.board.code(square));
        }
        for color in Color::ALL {
            key ^= zobrist::hand(color, self.hand(color));
            for of in Color::ALL {
                key ^= zobrist::captured(color, of, self.captured(color, of));
            }
            if self.out().contains(color) {
                key ^= zobrist::out(color);
            }
        }
        key
    }
}
