//! What is on the picture.

use focus::{Color, Direction, Move, Outcome, Position, Square};

/// Everything a picture of a board shows.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Stacks, reserves, captures, who is to move and who is out.
    pub position: Position,
    /// Names of the players. Shape: `[color]`; those of colors that do not play are not drawn.
    pub names: [Name; 4],
    /// How the game ended; then nobody is to move.
    pub outcome: Option<Outcome>,
    /// The last move that was played, if any.
    pub last: Option<LastMove>,
    /// The square of what somebody is about to move.
    pub chosen: Option<Square>,
    /// Squares to choose from.
    pub marked: Vec<Square>,
    /// Side of the board that is drawn at the bottom; see [`crate::layout::side_of`].
    pub down: Direction,
    /// Whether it is one of a replay. Then no panel is filled for the player to move, which would
    /// make every picture differ from the one before in three corners more.
    pub is_replay: bool,
    /// Moves drawn over the board, each over those before it.
    pub arrows: Vec<Arrow>,
}

impl Scene {
    /// A position alone: nameless players, no last move, the south down.
    #[must_use]
    pub fn new(position: Position) -> Scene {
        Scene {
            position,
            names: [const { Name::EMPTY }; 4],
            outcome: None,
            last: None,
            chosen: None,
            marked: Vec::new(),
            down: Direction::South,
            is_replay: false,
            arrows: Vec::new(),
        }
    }

    /// The color to move, while the game is on.
    pub(crate) fn to_move(&self) -> Option<Color> {
        self.outcome.is_none().then(|| self.position.side())
    }
}

/// A move drawn over the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arrow {
    /// The move.
    pub mv: Move,
    /// What is to be said of it.
    pub verdict: Verdict,
}

/// What is to be said of a move, looking back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// It was played, and there was a better one; red, dashed.
    Played,
    /// It would have been better; green, solid.
    Better,
}

/// A player's name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Name {
    /// The name people see, whatever letters it is made of.
    pub wanted: String,
    /// The account's plain name, drawn if the font lacks a letter of the other.
    pub plain: String,
}

impl Name {
    /// No name at all.
    pub const EMPTY: Name = Name {
        wanted: String::new(),
        plain: String::new(),
    };
}

/// A move and who made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastMove {
    /// Who moved.
    pub color: Color,
    /// What was played.
    pub mv: Move,
}
