//! The rules a move can break.

use std::fmt;

use crate::{Color, Square};

/// The rule that forbids a move, with what is needed to say so in any language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalMove {
    /// The game is over.
    GameOver,
    /// There is nothing on the square to slide.
    EmptySquare {
        /// The square.
        square: Square,
    },
    /// The stack belongs to another color.
    NotYourStack {
        /// Square of the stack.
        square: Square,
        /// Who controls it.
        top: Color,
        /// Who wants to move it.
        color: Color,
    },
    /// The slide ends where it begins.
    NoStep {
        /// The square.
        square: Square,
    },
    /// The squares share neither file nor rank.
    NotStraight {
        /// Square of the stack.
        from: Square,
        /// Square it would land on.
        to: Square,
    },
    /// A slide of so many squares needs as many pieces.
    TooFar {
        /// Square of the stack.
        from: Square,
        /// Square it would land on.
        to: Square,
        /// Squares between them, hence pieces needed.
        distance: u8,
        /// Pieces in the stack.
        height: usize,
    },
    /// A drop needs a piece in hand.
    NothingInHand {
        /// Who has none.
        color: Color,
    },
    /// Nobody passes by choice.
    PassNotForced {
        /// Who can move.
        color: Color,
    },
    /// In the first round of three-way everyone places a piece.
    MustPlace,
    /// In the first round of three-way the piece goes on an empty square.
    PlacementOccupied {
        /// The square that is not empty.
        square: Square,
    },
    /// The exchange opening is for swaps.
    MustSwap,
    /// Swaps are for the exchange opening.
    SwapOutsideOpening,
    /// The first square of a swap holds an own piece.
    SwapNotOwn {
        /// The square that does not.
        square: Square,
        /// The color that swaps.
        color: Color,
    },
    /// The second square of a swap holds an enemy piece.
    SwapNotEnemy {
        /// The square that does not.
        square: Square,
        /// The enemy's color.
        color: Color,
    },
    /// The second swap may not bring back a color-reversed symmetric position.
    SwapSymmetric {
        /// Square of the own piece.
        own: Square,
        /// Square of the enemy's piece.
        enemy: Square,
    },
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IllegalMove::GameOver => f.write_str("the game is over"),
            IllegalMove::EmptySquare { square } => write!(f, "{square} is empty"),
            IllegalMove::NotYourStack { square, top, color } => write!(
                f,
                "the stack on {square} is topped by {top}, so {color} cannot move it"
            ),
            IllegalMove::NoStep { square } => {
                write!(f, "a slide must leave its square, which is {square}")
            }
            IllegalMove::NotStraight { from, to } => write!(
                f,
                "{from} and {to} are not on one rank or file, and stacks move straight"
            ),
            IllegalMove::TooFar {
                from,
                to,
                distance,
                height,
            } => {
                let pieces = if *height == 1 { "piece" } else { "pieces" };
                write!(
                    f,
                    "{from} holds only {height} {pieces}, and a move to {to} needs {distance}"
                )
            }
            IllegalMove::NothingInHand { color } => {
                write!(f, "{color} has no reserves in hand")
            }
            IllegalMove::PassNotForced { color } => {
                write!(f, "{color} can move, and nobody passes by choice")
            }
            IllegalMove::MustPlace => {
                f.write_str("in the first round everyone places a piece on an empty square")
            }
            IllegalMove::PlacementOccupied { square } => write!(
                f,
                "{square} is not empty, and in the first round a piece goes on an empty square"
            ),
            IllegalMove::MustSwap => {
                f.write_str("the exchange opening begins with a swap such as `c4<>d4`")
            }
            IllegalMove::SwapOutsideOpening => {
                f.write_str("pieces are swapped only in the exchange opening")
            }
            IllegalMove::SwapNotOwn { square, color } => {
                write!(
                    f,
                    "a swap begins with an own piece, and {square} holds none of {color}"
                )
            }
            IllegalMove::SwapNotEnemy { square, color } => {
                write!(
                    f,
                    "a swap ends with an enemy piece, and {square} holds none of {color}"
                )
            }
            IllegalMove::SwapSymmetric { own, enemy } => write!(
                f,
                "{own}<>{enemy} would bring back a position that is symmetric with colors reversed"
            ),
        }
    }
}

impl std::error::Error for IllegalMove {}
