//! What a person types.

use focus::notation::{MoveText, with_suffix};
use focus::{Game, Move};

/// Suggestions shown at most.
const SHOWN: usize = 40;

/// What a line asks for.
#[derive(Debug, PartialEq)]
pub(super) enum Line {
    /// Play this move.
    Move(Move),
    /// Say what can be typed.
    Help,
    /// Say what the engine would play.
    Hint,
    /// Take back the last move of a person, and what followed.
    Undo,
    /// Give up.
    Resign,
    /// Leave the program.
    Quit,
    /// Nothing that can be done; this is why, or how it could go on.
    Answer(String),
}

impl Line {
    /// Reads a line; the beginning of a move is enough if only one begins so.
    pub(super) fn read(text: &str, game: &Game) -> Line {
        let text = text.trim();
        match text.to_ascii_lowercase().as_str() {
            "" | "moves" => return Line::Answer(suggestions("", game)),
            "?" | "help" => return Line::Help,
            "hint" => return Line::Hint,
            "undo" => return Line::Undo,
            "resign" => return Line::Resign,
            "quit" | "exit" => return Line::Quit,
            _ => {}
        }
        let parsed = text.parse::<MoveText>();
        if let Ok(mv) = &parsed
            && let Ok(mv) = mv.resolve_in(game)
        {
            return Line::Move(mv);
        }
        let prefix = text.to_ascii_lowercase();
        let moves = game.position().legal_moves();
        let mut matching = moves
            .iter()
            .filter(|mv| mv.to_string().starts_with(&prefix));
        match (matching.next(), matching.next()) {
            (Some(&mv), None) => Line::Move(mv),
            (Some(_), Some(_)) => Line::Answer(suggestions(&prefix, game)),
            (None, _) => Line::Answer(match parsed {
                Err(error) => error.to_string(),
                Ok(mv) => match mv.resolve_in(game) {
                    Err(error) => error.to_string(),
                    Ok(mv) => return Line::Move(mv),
                },
            }),
        }
    }
}

/// The legal moves that begin so, with what they do.
fn suggestions(prefix: &str, game: &Game) -> String {
    let moves = game.position().legal_moves();
    let matching = moves.iter().filter(|mv| mv.to_string().starts_with(prefix));
    let tokens = matching.filter_map(|&mv| {
        let (effect, outcome) = game.preview(mv).ok()?;
        Some(with_suffix(mv, effect, outcome))
    });
    let tokens: Vec<_> = tokens.collect();
    let more = tokens.len().saturating_sub(SHOWN);
    let text = tokens[..tokens.len() - more].join(" ");
    if more == 0 {
        return text;
    }
    format!("{text} and {more} more: type how it begins")
}
