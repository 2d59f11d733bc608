//! Content of a picture of a board.

use focus::{Color, Direction, Move, Outcome, Played, Position, Square};

/// Content of a picture of a board.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Position: stacks, reserves, captures, the player to move and the players who are out.
    pub position: Position,
    /// Names of the players. Shape: `[color]`; names of colors that do not play are not drawn.
    pub names: [Name; 4],
    /// Outcome of the game; if there is one, nobody is to move.
    pub outcome: Option<Outcome>,
    /// Moves to highlight, the oldest first; two or more are numbered.
    pub recent: Vec<LastMove>,
    /// Square of the pieces that are about to move, if any.
    pub chosen: Option<Square>,
    /// Squares that can be chosen.
    pub marked: Vec<Square>,
    /// Side of the board at the bottom; see [`crate::layout::side_of`].
    pub down: Direction,
    /// Sign for the player to move.
    pub turn: TurnSign,
    /// Moves drawn over the board; later ones cover earlier ones.
    pub arrows: Vec<Arrow>,
}

impl Scene {
    /// Creates a scene from a position, without names or recent moves and with the south down.
    #[must_use]
    pub fn new(position: Position) -> Scene {
        Scene {
            position,
            names: [const { Name::EMPTY }; 4],
            outcome: None,
            recent: Vec::new(),
            chosen: None,
            marked: Vec::new(),
            down: Direction::South,
            turn: TurnSign::Panel,
            arrows: Vec::new(),
        }
    }

    /// Returns the color to move, or `None` if nobody is.
    pub(crate) fn to_move(&self) -> Option<Color> {
        let is_going_on = self.outcome.is_none() && self.turn != TurnSign::None;
        is_going_on.then(|| self.position.side())
    }
}

/// Sign for the player to move while the game has no outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TurnSign {
    /// The player's panel is highlighted, and the free corner has the player's mark.
    Panel,
    /// Only the free corner has the player's mark: in a replay, where every picture would otherwise
    /// differ from the previous one in three more corners.
    Mark,
    /// Nobody is to move: before the starting player has been chosen at random, or in a game
    /// without a result.
    None,
}

/// A move drawn over the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arrow {
    /// The move.
    pub mv: Move,
    /// Assessment of the move.
    pub verdict: Verdict,
}

/// Assessment of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The move was played, but there was a better one; drawn red and dashed.
    Played,
    /// The move would have been better; drawn green and solid.
    Better,
    /// The move is proposed, as the one with this number; drawn green and solid, with the number.
    Proposed(u8),
}

/// A player's name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Name {
    /// Displayed name, in any script.
    pub wanted: String,
    /// Plain name, drawn if the font does not cover the displayed one or there is none. A board
    /// shows it in small letters rather than cutting it.
    pub plain: String,
}

impl Name {
    /// An empty name.
    pub const EMPTY: Name = Name {
        wanted: String::new(),
        plain: String::new(),
    };
}

/// Move with the color that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastMove {
    /// Color that moved.
    pub color: Color,
    /// Move that was made.
    pub mv: Move,
}

impl From<Played> for LastMove {
    fn from(Played { color, mv, .. }: Played) -> Self {
        Self { color, mv }
    }
}
