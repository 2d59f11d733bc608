//! Input of the person.

use focus::notation::{MoveText, with_suffix};
use focus::{Game, Move};

/// Largest number of suggestions shown.
const SHOWN: usize = 40;

/// Request in an input line.
#[derive(Debug, PartialEq)]
pub(super) enum TypedRequest {
    /// Play this move.
    Move(Move),
    /// Show the help.
    Help,
    /// Show the move the engine would play.
    Hint,
    /// Take back the person's last move and all moves after it.
    Undo,
    /// Resign.
    Resign,
    /// Leave the program.
    Quit,
    /// No action; the text is an error or suggestions.
    Answer(String),
}

impl TypedRequest {
    /// Parses a line; the beginning of a move is enough if it is unambiguous.
    pub(super) fn read(text: &str, game: &Game) -> TypedRequest {
        let text = text.trim();
        match text.to_ascii_lowercase().as_str() {
            "" | "moves" => return TypedRequest::Answer(suggestions("", game)),
            "?" | "help" => return TypedRequest::Help,
            "hint" => return TypedRequest::Hint,
            "undo" => return TypedRequest::Undo,
            "resign" => return TypedRequest::Resign,
            "quit" | "exit" => return TypedRequest::Quit,
            _ => {}
        }
        let resolved = match text.parse::<MoveText>() {
            Ok(mv) => mv.resolve_in(game).map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        let error = match resolved {
            Ok(mv) => return TypedRequest::Move(mv),
            Err(error) => error,
        };
        let prefix = text.to_ascii_lowercase();
        let moves = game.position().legal_moves();
        let mut matching = moves
            .iter()
            .filter(|mv| mv.to_string().starts_with(&prefix));
        match (matching.next(), matching.next()) {
            (Some(&mv), None) => TypedRequest::Move(mv),
            (Some(_), Some(_)) => TypedRequest::Answer(suggestions(&prefix, game)),
            (None, _) => TypedRequest::Answer(error),
        }
    }
}

/// Lists the legal moves with this prefix, with their effects.
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
