//! Self-play games as lines of text.

use std::fmt;

use serde::{Deserialize, Serialize};

use focus::notation::MoveText;
use focus::{Color, Game, Move, Position, Rules};

/// A game with the expected results of the search.
#[derive(Clone, Debug, PartialEq)]
pub struct SelfPlayGame {
    /// Number of the game, which determines its opening and random choices.
    pub number: u64,
    /// Color that made the first move.
    pub first: Color,
    /// Moves played.
    pub moves: Vec<Move>,
    /// Expected result of each color before each move; `None` in the random opening. Shape:
    /// `[ply][color]`.
    pub chances: Vec<Option<[f32; 4]>>,
    /// Share of each color in the win. Shape: `[color]`.
    pub result: [f32; 4],
}

/// JSON format of a line, with shares in thousandths.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    number: u64,
    first: char,
    moves: String,
    chances: Vec<Option<[u16; 4]>>,
    result: [u16; 4],
}

impl SelfPlayGame {
    /// Calls `look` for each ply that a search chose, with the position before it and the expected
    /// results; ends at a move that is not legal.
    pub(super) fn each_choice(
        &self,
        rules: Rules,
        mut look: impl FnMut(&Position, Move, &[f32; 4]),
    ) {
        let mut game = Game::new(rules, self.first);
        for (&mv, chances) in self.moves.iter().zip(&self.chances) {
            if let Some(chances) = chances {
                look(game.position(), mv, chances);
            }
            if game.play(mv).is_err() {
                return;
            }
        }
    }

    /// Returns the game as one line of JSON.
    ///
    /// # Panics
    ///
    /// Never: numbers and texts are always JSON.
    #[must_use]
    pub fn to_line(&self) -> String {
        let moves: Vec<String> = self.moves.iter().map(Move::to_string).collect();
        let line = Line {
            number: self.number,
            first: self.first.letter(),
            moves: moves.join(" "),
            chances: self
                .chances
                .iter()
                .map(|chances| chances.map(thousandths))
                .collect(),
            result: thousandths(self.result),
        };
        serde_json::to_string(&line).expect("game as JSON")
    }

    /// Reads a line that [`SelfPlayGame::to_line`] wrote.
    ///
    /// # Errors
    ///
    /// The text has a different format or is not a game with these rules.
    pub fn parse(rules: Rules, text: &str) -> Result<SelfPlayGame, ParseSelfPlayGameError> {
        let line: Line = serde_json::from_str(text)
            .map_err(|error| ParseSelfPlayGameError(format!("expected a game as JSON: {error}")))?;
        let first = Color::from_letter(line.first)
            .filter(|&color| rules.mode().has(color))
            .ok_or_else(|| {
                ParseSelfPlayGameError(format!("expected a color that plays, got `{}`", line.first))
            })?;
        let mut game = Game::new(rules, first);
        let mut moves = Vec::new();
        for token in line.moves.split_whitespace() {
            let mv = resolve(&game, token).ok_or_else(|| {
                ParseSelfPlayGameError(format!("expected a legal move, got `{token}`"))
            })?;
            moves.push(mv);
            // This cannot fail because the move was just found to be legal.
            let _ = game.play(mv);
        }
        if line.chances.len() != moves.len() {
            let (expected, got) = (moves.len(), line.chances.len());
            return Err(ParseSelfPlayGameError(format!(
                "expected chances for {expected} plies, got some for {got}"
            )));
        }
        Ok(SelfPlayGame {
            number: line.number,
            first,
            moves,
            chances: line
                .chances
                .into_iter()
                .map(|chances| chances.map(shares))
                .collect(),
            result: shares(line.result),
        })
    }
}

fn resolve(game: &Game, token: &str) -> Option<Move> {
    token.parse::<MoveText>().ok()?.resolve_in(game).ok()
}

fn thousandths(shares: [f32; 4]) -> [u16; 4] {
    shares.map(|share| (share.clamp(0.0, 1.0) * 1000.0).round() as u16)
}

fn shares(thousandths: [u16; 4]) -> [f32; 4] {
    thousandths.map(|share| f32::from(share) / 1000.0)
}

/// Error for a text that is not a recorded game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseSelfPlayGameError(String);

impl fmt::Display for ParseSelfPlayGameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ParseSelfPlayGameError {}
