//! Errors of positions to start a game from.

use crate::i18n::{Words, escape};
use focus::{IllegalPosition, Mode, ParseError};

/// Largest number of characters quoted from an unreadable text.
const QUOTED: usize = 60;

impl Words {
    /// Says that a text is not a position.
    #[must_use]
    pub fn unreadable_position(self, error: &ParseError) -> String {
        let got: String = error.text().chars().take(QUOTED).collect();
        self.text("position-unreadable", &[("got", escape(&got).into())])
    }

    /// Says that a position belongs to another mode than requested.
    #[must_use]
    pub fn position_of_other_mode(self, position: Mode, wanted: Mode) -> String {
        let args = [
            ("position", self.mode(position).into()),
            ("wanted", self.mode(wanted).into()),
        ];
        self.text("position-other-mode", &args)
    }

    /// Says why a position cannot occur under the rules.
    #[must_use]
    pub fn illegal_position(self, error: &IllegalPosition) -> String {
        match *error {
            IllegalPosition::Pieces {
                color,
                expected,
                found,
            } => self.text(
                "position-pieces",
                &[
                    ("color", self.color(color).into()),
                    ("expected", expected.into()),
                    ("found", found.into()),
                ],
            ),
            IllegalPosition::SideNotInGame(color)
            | IllegalPosition::SideCannotMove(color)
            | IllegalPosition::NothingToPlace(color) => {
                self.text("position-side", &[("color", self.color(color).into())])
            }
            IllegalPosition::CapturedOwn { by, .. } => {
                self.text("position-captures", &[("color", self.color(by).into())])
            }
            IllegalPosition::OutNotInMode(color) | IllegalPosition::CaptorNotInMode(color) => {
                self.text("position-stranger", &[("color", self.color(color).into())])
            }
            IllegalPosition::NoExchange | IllegalPosition::ExchangeNotFresh => {
                self.text("position-exchange", &[])
            }
            IllegalPosition::Mode { rules, position } => {
                self.position_of_other_mode(position, rules)
            }
        }
    }
}
