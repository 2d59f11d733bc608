//! Token of the bot, which is never printed; [`crate::cli::log`] removes it from the logs of
//! libraries.

use std::fmt;

use thiserror::Error;

/// Replacement for the token wherever it would be shown.
const HIDDEN: &str = "(hidden)";

/// Minimum length of the longer parts of a token.
const SHORTEST_PART: usize = 20;

/// Token that the bot logs in with.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

/// Error of a text that is not a token; it does not contain the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TokenError {
    /// The text has a character that no token has.
    #[error("expected a token of printable ASCII without spaces")]
    Letter,
    /// The text starts with `Bot`, the prefix used when a token is sent.
    #[error("expected the token alone, without `Bot` in front")]
    Prefix,
    /// The text does not have the form of Discord's tokens.
    #[error(
        "expected three parts with dots between, each of letters, digits, `-` and `_`, as \
         Discord's developer portal shows it under Bot"
    )]
    Shape,
}

impl Token {
    /// Creates a token for any implementation of Discord, with whitespace around it removed.
    ///
    /// # Errors
    ///
    /// The text cannot be a token of any implementation.
    pub fn new(text: &str) -> Result<Self, TokenError> {
        let text = text.trim();
        if text.starts_with("Bot ") {
            return Err(TokenError::Prefix);
        }
        if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(TokenError::Letter);
        }
        Ok(Self(text.to_owned()))
    }

    /// Checks that the token has the form of Discord's own.
    ///
    /// # Errors
    ///
    /// The token does not consist of three parts of base64url separated by dots.
    pub fn check_shape(&self) -> Result<(), TokenError> {
        let is_base64url = |part: &str| {
            let is_digit = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
            !part.is_empty() && part.bytes().all(is_digit)
        };
        let parts: Vec<_> = self.0.split('.').collect();
        if parts.len() == 3 && parts.into_iter().all(is_base64url) {
            return Ok(());
        }
        Err(TokenError::Shape)
    }

    /// Returns the token itself, for the one place that logs in.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

/// Hides everything in a text that looks like a token, because a person may have put it in the
/// wrong place and the text will be shown.
pub(crate) fn hide_tokens(text: &str) -> String {
    let is_of_word = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    let mut shown = String::new();
    let mut rest = text;
    while let Some(begins) = rest.find(is_of_word) {
        let (before, word) = rest.split_at(begins);
        let ends = word.find(|letter| !is_of_word(letter));
        let (word, after) = word.split_at(ends.unwrap_or(word.len()));
        shown += before;
        shown += if looks_like_token(word) && !is_backup(word) {
            HIDDEN
        } else {
            word
        };
        rest = after;
    }
    shown + rest
}

/// Returns whether a word has a long base64 part with digits, uppercase and lowercase letters,
/// unlike any name in the settings.
fn looks_like_token(word: &str) -> bool {
    word.split('.').any(|part| {
        let has = |is_such: fn(&u8) -> bool| part.bytes().any(|byte| is_such(&byte));
        part.len() >= SHORTEST_PART
            && has(u8::is_ascii_uppercase)
            && has(u8::is_ascii_lowercase)
            && has(u8::is_ascii_digit)
    })
}

/// Returns whether a word is the file name of a backup, which people copy into commands.
fn is_backup(word: &str) -> bool {
    let moment = word.strip_prefix("focusbot-").and_then(|rest| {
        let complete = rest.strip_suffix(".jsonl");
        complete.or_else(|| rest.strip_suffix(".unfinished"))
    });
    let is_of_moment = |byte: u8| byte.is_ascii_digit() || b"-TZ".contains(&byte);
    moment.is_some_and(|moment| moment.bytes().all(is_of_moment))
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(HIDDEN)
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(HIDDEN)
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::{HIDDEN, hide_tokens};
    use crate::store::OpenError;

    #[test]
    fn name_of_a_backup_is_shown_and_a_token_in_its_place_is_not() {
        let newest = "data/backups/focusbot-2026-08-30T12-00-00-000Z.jsonl";
        let gone = OpenError::Gone {
            path: PathBuf::from("data/store"),
            newest: Some(PathBuf::from(newest)),
        };
        let text = hide_tokens(&gone.to_string());
        let command = format!("run `focusbot restore {newest}`");
        assert!(text.contains(&command), "{text}");
        let unfinished = newest.replace("jsonl", "unfinished");
        assert_eq!(hide_tokens(&unfinished), unfinished);
        let token = "focusbot-MTE4NzY1NDMyMTA5ODc2NTQzMg.jsonl";
        assert_eq!(hide_tokens(token), HIDDEN);
    }
}
