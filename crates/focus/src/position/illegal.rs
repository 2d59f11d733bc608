//! Rules that a move can break.

use std::fmt;

use crate::{Color, Square};

/// Rule that forbids a move, with the data needed to explain it in any language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalMove {
    /// The game is over.
    GameOver,
    /// There is no stack on the square.
    EmptySquare {
        /// The square.
        square: Square,
    },
    /// The stack belongs to another color.
    NotYourStack {
        /// Square of the stack.
        square: Square,
        /// Color that controls the stack.
        top: Color,
        /// Color that wants to move the stack.
        color: Color,
    },
    /// The slide ends on the square where it begins.
    NoStep {
        /// The square.
        square: Square,
    },
    /// The squares share neither file nor rank.
    NotStraight {
        /// Square of the stack.
        from: Square,
        /// Square the pieces would land on.
        to: Square,
    },
    /// The distance is greater than the number of pieces in the stack.
    TooFar {
        /// Square of the stack.
        from: Square,
        /// Square the pieces would land on.
        to: Square,
        /// Distance in squares, hence pieces needed.
        distance: u8,
        /// Number of pieces in the stack.
        height: usize,
    },
    /// There is no piece in hand to drop.
    NothingInHand {
        /// Color without a piece in hand.
        color: Color,
    },
    /// The color can move, so it may not pass.
    PassNotForced {
        /// Color that can move.
        color: Color,
    },
    /// The move is not a placement, as required in the first round of three-way.
    MustPlace,
    /// The square of a placement in the first round of three-way is not empty.
    PlacementOccupied {
        /// The occupied square.
        square: Square,
    },
    /// The move is not a swap, as required in the exchange opening.
    MustSwap,
    /// The move is a swap outside the exchange opening.
    SwapOutsideOpening,
    /// The first square of a swap does not hold one of the mover's pieces.
    SwapNotOwn {
        /// The first square.
        square: Square,
        /// The mover's color.
        color: Color,
    },
    /// The second square of a swap does not hold an enemy piece.
    SwapNotEnemy {
        /// The second square.
        square: Square,
        /// The enemy's color.
        color: Color,
    },
    /// The second swap would restore a color-reversed symmetric position.
    SwapSymmetric {
        /// Square of the mover's piece.
        own: Square,
        /// Square of the enemy piece.
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
