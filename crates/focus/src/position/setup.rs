//! Arrangements of pieces, and the check for legal positions.

use std::fmt;

use crate::{Board, Color, ColorSet, Mode, Opening, Ply, Rules, SetupSize};

/// Any arrangement of pieces, legal or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Number of players, and how they team up.
    pub mode: Mode,
    /// The stacks on the board.
    pub board: Board,
    /// The color to move.
    pub side: Color,
    /// Number of pieces in hand. Shape: `[color]`.
    pub hands: [u8; 4],
    /// Number of pieces captured. Shape: `[captor][color]`.
    pub captured: [[u8; 4]; 4],
    /// Colors that are out.
    pub out: ColorSet,
    /// Number of plies since the last capture.
    pub clock: u16,
    /// Number of the next ply.
    pub ply: Ply,
}

impl Setup {
    /// Returns the number of pieces of a color on the board, in hand and captured.
    #[must_use]
    pub fn pieces(&self, color: Color) -> usize {
        let captured = self.captured.iter().map(|row| row[color.index()]);
        self.board.pieces(color)
            + usize::from(self.hands[color.index()])
            + captured.map(usize::from).sum::<usize>()
    }

    /// Returns the default rules of the mode, adjusted to what the arrangement implies: an exchange
    /// to come, or twelve pieces of each color with four players.
    #[must_use]
    pub fn implied_rules(&self) -> Rules {
        let mut rules = Rules::new(self.mode);
        if self.ply.is_exchange() {
            rules = rules.with_opening(Opening::Exchange).unwrap_or(rules);
        }
        if Color::ALL.iter().all(|&color| self.pieces(color) == 12) {
            rules = rules.with_setup(SetupSize::Twelve).unwrap_or(rules);
        }
        rules
    }

    /// Checks whether this is a position of a game with these rules, except for whether anyone can
    /// move.
    pub(crate) fn check(&self, rules: Rules) -> Result<(), IllegalPosition> {
        if self.mode != rules.mode() {
            return Err(IllegalPosition::Mode {
                rules: rules.mode(),
                position: self.mode,
            });
        }
        for color in Color::ALL {
            self.check_color(color, rules)?;
        }
        if !self.mode.has(self.side) || self.out.contains(self.side) {
            return Err(IllegalPosition::SideNotInGame(self.side));
        }
        if self.ply.is_exchange() {
            return self.check_exchange(rules);
        }
        let is_first_round = self.ply.number().is_some_and(|number| number <= 3);
        let nothing_to_place = self.hands[self.side.index()] == 0 && self.out.is_empty();
        if self.mode == Mode::ThreeWay && is_first_round && nothing_to_place {
            return Err(IllegalPosition::NothingToPlace(self.side));
        }
        Ok(())
    }

    fn check_color(&self, color: Color, rules: Rules) -> Result<(), IllegalPosition> {
        let expected = if self.mode.has(color) {
            rules.pieces()
        } else {
            0
        };
        let found = self.pieces(color);
        if found != usize::from(expected) {
            return Err(IllegalPosition::Pieces {
                color,
                expected,
                found,
            });
        }
        if self.out.contains(color) && !self.mode.has(color) {
            return Err(IllegalPosition::OutNotInMode(color));
        }
        for of in Color::ALL {
            let is_own_side = of == color || self.mode.partner(color) == Some(of);
            if is_own_side && self.captured[color.index()][of.index()] > 0 {
                return Err(IllegalPosition::CapturedOwn { by: color, of });
            }
            if !self.mode.has(color) && self.captured[color.index()][of.index()] > 0 {
                return Err(IllegalPosition::CaptorNotInMode(color));
            }
        }
        Ok(())
    }

    fn check_exchange(&self, rules: Rules) -> Result<(), IllegalPosition> {
        if rules.opening() != Opening::Exchange {
            return Err(IllegalPosition::NoExchange);
        }
        let is_fresh = self.hands == [0; 4]
            && self.captured == [[0; 4]; 4]
            && self.board.iter().all(|(_, stack)| stack.height() == 1);
        if !is_fresh {
            return Err(IllegalPosition::ExchangeNotFresh);
        }
        Ok(())
    }
}

/// Reason an arrangement is not a legal position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalPosition {
    /// The rules are for another mode.
    Mode {
        /// Mode of the rules.
        rules: Mode,
        /// Mode of the arrangement.
        position: Mode,
    },
    /// A color has too few or too many pieces on the board, in hand and captured.
    Pieces {
        /// The color.
        color: Color,
        /// Number of pieces required by the rules.
        expected: u8,
        /// Number of pieces found.
        found: usize,
    },
    /// A color that does not play is marked as out.
    OutNotInMode(Color),
    /// A color that does not play has captures.
    CaptorNotInMode(Color),
    /// A color has captured one of its own or its partner's pieces, which belong in a hand.
    CapturedOwn {
        /// The captor.
        by: Color,
        /// Color of the piece.
        of: Color,
    },
    /// The color to move does not play or is out.
    SideNotInGame(Color),
    /// The color to move has no move, so it would already be out.
    SideCannotMove(Color),
    /// The color to move has no piece to place in the first round of three-way.
    NothingToPlace(Color),
    /// The ply belongs to an exchange opening, but the rules have none.
    NoExchange,
    /// There are pieces stacked, in hand or captured during the exchange.
    ExchangeNotFresh,
}

impl fmt::Display for IllegalPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            IllegalPosition::Mode { rules, position } => {
                write!(
                    f,
                    "expected a position of mode {rules}, got mode {position}"
                )
            }
            IllegalPosition::Pieces {
                color,
                expected,
                found,
            } => write!(
                f,
                "expected {expected} pieces of {color} on the board, in hand and captured, \
                 got {found}"
            ),
            IllegalPosition::OutNotInMode(color) => {
                write!(f, "expected colors that play among those out, got {color}")
            }
            IllegalPosition::CaptorNotInMode(color) => {
                write!(f, "expected captures by colors that play, got {color}")
            }
            IllegalPosition::CapturedOwn { by, of } => write!(
                f,
                "expected captures of enemy pieces only, got {of} captured by {by}"
            ),
            IllegalPosition::SideNotInGame(color) => {
                write!(
                    f,
                    "expected a side to move that is in the game, got {color}"
                )
            }
            IllegalPosition::SideCannotMove(color) => write!(
                f,
                "expected a side to move that can move, got {color}, \
                 who has no stack and nothing in hand"
            ),
            IllegalPosition::NothingToPlace(color) => write!(
                f,
                "expected a piece in the hand of {color} to place in the first round, got none"
            ),
            IllegalPosition::NoExchange => {
                f.write_str("expected a ply number, got an exchange, which needs opening=exchange")
            }
            IllegalPosition::ExchangeNotFresh => f.write_str(
                "expected only single pieces on the board before the exchanges are done",
            ),
        }
    }
}

impl std::error::Error for IllegalPosition {}
