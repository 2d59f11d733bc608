//! Positions with forced wins as lines of text.

use std::fmt;
use std::str::FromStr;

use focus::notation::MoveText;
use focus::{Move, Position};
use focus_engine::protocol;

/// A position with a forced win.
///
/// The text has four fields: the rules, the plies until the win, the winning moves, and the
/// position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForcedWin {
    /// Position before the win.
    pub position: Position,
    /// Number of plies until the win against the best defense.
    pub plies: u32,
    /// Moves that keep the win: those that force it within the limit of the search.
    pub moves: Vec<Move>,
}

/// Separator of the fields.
const BAR: &str = " | ";

impl fmt::Display for ForcedWin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ForcedWin {
            position,
            plies,
            moves,
        } = self;
        let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
        let (rules, moves) = (position.rules(), moves.join(" "));
        write!(f, "{rules}{BAR}{plies}{BAR}{moves}{BAR}{position}")
    }
}

impl FromStr for ForcedWin {
    type Err = ParseForcedWinError;

    fn from_str(text: &str) -> Result<ForcedWin, ParseForcedWinError> {
        let error = |expected: String| ParseForcedWinError {
            expected,
            text: text.to_owned(),
        };
        let fields: Vec<&str> = text.split(BAR).collect();
        let [rules, plies, moves, fps] = fields[..] else {
            return Err(error("rules, plies, moves and a position".to_owned()));
        };
        let words: Vec<&str> = rules.split_whitespace().collect();
        let position = protocol::position(fps, &words).map_err(error)?;
        let plies = plies.parse().ok();
        let moves: Result<Vec<Move>, _> = moves
            .split_whitespace()
            .map(|mv| read(mv, &position))
            .collect();
        Ok(ForcedWin {
            plies: plies.ok_or_else(|| error("a number of plies".to_owned()))?,
            moves: moves.map_err(error)?,
            position,
        })
    }
}

fn read(text: &str, position: &Position) -> Result<Move, String> {
    let mv: MoveText = text.parse().map_err(|error| format!("{error}"))?;
    mv.resolve(position).map_err(|error| error.to_string())
}

/// Error for a text that is not a [`ForcedWin`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseForcedWinError {
    expected: String,
    text: String,
}

impl fmt::Display for ParseForcedWinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ParseForcedWinError { expected, text } = self;
        if expected.starts_with("expected") {
            return write!(f, "{expected}, in `{text}`");
        }
        write!(f, "expected {expected}, got `{text}`")
    }
}

impl std::error::Error for ParseForcedWinError {}
