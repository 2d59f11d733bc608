//! Errors of moves: notation, claims about the effect, and the rules.

use crate::i18n::{Words, escape};
use crate::service::MoveRefusal;
use focus::notation::{MoveError, ParseMoveError};
use focus::{Color, Effect, IllegalMove, Move, Square};

/// Largest number of characters quoted from a person's text.
const QUOTED: usize = 40;

impl Words {
    /// Says why a move cannot be played, and lists similar legal ones, one line each.
    #[must_use]
    pub(in crate::i18n) fn bad_move(self, bad: &MoveRefusal) -> String {
        let mut lines = vec![self.move_error(&bad.error)];
        if !bad.near.is_empty() {
            lines.push(self.text("move-near", &[]));
        }
        let label = |(mv, effect): &(Move, Effect)| format!("- {}", self.move_label(*mv, *effect));
        lines.extend(bad.near.iter().map(label));
        lines.join("\n")
    }

    /// Says why a text is not a well-written move, in a sentence.
    #[must_use]
    pub fn unreadable_move(self, error: &ParseMoveError) -> String {
        let quoting = |id, text: &str| self.text(id, &[("text", quote(text).into())]);
        match error {
            ParseMoveError::Empty => self.text("move-empty", &[]),
            ParseMoveError::NotAMove(text) => quoting("move-not-a-move", text),
            ParseMoveError::Square(error) => quoting("move-no-square", error.text()),
            ParseMoveError::Count(text) => quoting("move-no-count", text),
            ParseMoveError::Suffix(text) => quoting("move-no-suffix", text),
        }
    }

    /// Says why a well-written move cannot be played, in a sentence.
    #[must_use]
    pub fn move_error(self, error: &MoveError) -> String {
        match error {
            MoveError::Illegal(rule) => self.illegal_move(rule),
            MoveError::Count { from, to, count } => self.text(
                "move-wrong-count",
                &[
                    ("from", from.to_string().into()),
                    ("to", to.to_string().into()),
                    ("distance", from.distance(*to).unwrap_or_default().into()),
                    ("count", (*count).into()),
                ],
            ),
            MoveError::Suffix { given, right } if right.is_empty() => {
                self.text("move-surplus-suffix", &[("given", given.as_str().into())])
            }
            MoveError::Suffix { given, right } => self.text(
                "move-wrong-suffix",
                &[
                    ("given", given.as_str().into()),
                    ("right", right.as_str().into()),
                ],
            ),
        }
    }

    /// Says why the rules forbid a move, in a sentence.
    #[must_use]
    pub fn illegal_move(self, illegal: &IllegalMove) -> String {
        let square_only =
            |id, square: Square| self.text(id, &[("square", square.to_string().into())]);
        let color_only = |id, color| self.text(id, &[("color", self.color(color).into())]);
        match *illegal {
            IllegalMove::GameOver => self.text("illegal-game-over", &[]),
            IllegalMove::EmptySquare { square } => square_only("illegal-empty-square", square),
            IllegalMove::NotYourStack { square, top, color } => self.text(
                "illegal-not-your-stack",
                &[
                    ("square", square.to_string().into()),
                    ("piece", self.piece(top).into()),
                    ("color", self.color(color).into()),
                ],
            ),
            IllegalMove::NoStep { square } => square_only("illegal-no-step", square),
            IllegalMove::NotStraight { from, to } => self.text(
                "illegal-not-straight",
                &[
                    ("from", from.to_string().into()),
                    ("to", to.to_string().into()),
                ],
            ),
            IllegalMove::TooFar {
                from,
                to,
                distance,
                height,
            } => self.text(
                "illegal-too-far",
                &[
                    ("from", from.to_string().into()),
                    ("to", to.to_string().into()),
                    ("distance", distance.into()),
                    ("height", height.into()),
                ],
            ),
            IllegalMove::NothingInHand { color } => color_only("illegal-nothing-in-hand", color),
            IllegalMove::PassNotForced { color } => color_only("illegal-pass-not-forced", color),
            IllegalMove::MustPlace => self.text("illegal-must-place", &[]),
            IllegalMove::PlacementOccupied { square } => {
                square_only("illegal-placement-occupied", square)
            }
            IllegalMove::MustSwap => self.text("illegal-must-swap", &[]),
            IllegalMove::SwapOutsideOpening => self.text("illegal-swap-outside-opening", &[]),
            IllegalMove::SwapNotOwn { square, color } => {
                self.swap("illegal-swap-not-own", square, color)
            }
            IllegalMove::SwapNotEnemy { square, color } => {
                self.swap("illegal-swap-not-enemy", square, color)
            }
            IllegalMove::SwapSymmetric { own, enemy } => self.text(
                "illegal-swap-symmetric",
                &[
                    ("own", own.to_string().into()),
                    ("enemy", enemy.to_string().into()),
                ],
            ),
        }
    }

    fn swap(self, id: &str, square: Square, color: Color) -> String {
        let args = [
            ("square", square.to_string().into()),
            ("color", self.color(color).into()),
        ];
        self.text(id, &args)
    }
}

/// Quotes the beginning of a text, escaped.
fn quote(text: &str) -> String {
    let mut beginning: String = text.chars().take(QUOTED).collect();
    if beginning.len() < text.len() {
        beginning.push('…');
    }
    escape(&beginning)
}
