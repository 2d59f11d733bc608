//! Moves that have been chosen one after another.

use std::fmt;
use std::str::FromStr;

use crate::discord::interaction::custom_id::codec::ForeignId;
use crate::service::Premoves;
use focus::notation::MoveText;
use focus::{Game, Move};

/// Moves from the current position of a game, without forced passes; as many as a line of premoves
/// has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MovePath([Option<Move>; Premoves::LONGEST_LINE]);

impl MovePath {
    /// Creates a path of these moves; `None` if there are too many.
    #[must_use]
    pub fn new(moves: &[Move]) -> Option<Self> {
        moves
            .iter()
            .try_fold(Self::default(), |path, mv| path.with(*mv))
    }

    /// Returns the moves.
    pub fn moves(self) -> impl Iterator<Item = Move> {
        self.0.into_iter().flatten()
    }

    /// Returns the path with one more move; `None` if it is too long.
    #[must_use]
    pub fn with(mut self, mv: Move) -> Option<Self> {
        *self.0.iter_mut().find(|place| place.is_none())? = Some(mv);
        Some(self)
    }

    /// Returns the game after the moves and the passes that they force; `None` if one of them is not
    /// legal.
    #[must_use]
    pub fn play_in(self, game: &Game) -> Option<Game> {
        let mut game = game.clone();
        for mv in self.moves() {
            game.play(mv).ok()?;
            game.pass_while_forced();
        }
        Some(game)
    }
}

/// Formats as `b7-c7.c1-c2`, or `-` without moves.
impl fmt::Display for MovePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves: Vec<_> = self.moves().map(|mv| mv.to_string()).collect();
        f.write_str(if moves.is_empty() { "-" } else { "" })?;
        f.write_str(&moves.join("."))
    }
}

impl FromStr for MovePath {
    type Err = ForeignId;

    fn from_str(text: &str) -> Result<Self, ForeignId> {
        if text == "-" {
            return Ok(Self::default());
        }
        text.split('.').try_fold(Self::default(), |path, text| {
            let mv = text.parse::<MoveText>().map_err(|_| ForeignId)?.mv();
            path.with(mv).ok_or(ForeignId)
        })
    }
}
