//! The bot's token, which is never printed.

use std::fmt;

use serde::{Serialize, Serializer};
use thiserror::Error;

/// What stands in for the token wherever it would be shown.
const HIDDEN: &str = "(hidden)";

/// Letters that the longer parts of a token have at least.
const SHORTEST_PART: usize = 20;

/// What the bot signs in with.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

/// Why a text is not a token; it says nothing of the text itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TokenError {
    /// There is something in it that no token has.
    #[error("expected a token of printable ASCII without spaces")]
    Letter,
    /// Discord puts this word in front when a token is sent, not when it is shown.
    #[error("expected the token alone, without `Bot` in front")]
    Prefix,
    /// Discord's tokens look otherwise.
    #[error(
        "expected three parts with dots between, each of letters, digits, `-` and `_`, as \
         Discord's developer portal shows it under Bot"
    )]
    Shape,
}

impl Token {
    /// A token for any sort of Discord, without the space around it.
    ///
    /// # Errors
    ///
    /// It cannot be a token of any Discord.
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

    /// Refuses what Discord itself would not have given out.
    ///
    /// # Errors
    ///
    /// It is not made of three dotted parts of base64url.
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

    /// The token itself, for the one place that signs in.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

/// The text with everything hidden that looks like a token: somebody may have written it where
/// something else is expected, and what was written is shown.
pub(super) fn hide_tokens(text: &str) -> String {
    let is_of_word = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    let mut shown = String::new();
    let mut rest = text;
    while let Some(begins) = rest.find(is_of_word) {
        let (before, word) = rest.split_at(begins);
        let ends = word.find(|letter| !is_of_word(letter));
        let (word, after) = word.split_at(ends.unwrap_or(word.len()));
        shown += before;
        shown += if looks_like_token(word) { HIDDEN } else { word };
        rest = after;
    }
    shown + rest
}

/// Has a long part of base64, with digits and letters of both sizes, as no name of ours has.
fn looks_like_token(word: &str) -> bool {
    word.split('.').any(|part| {
        let has = |is_such: fn(&u8) -> bool| part.bytes().any(|byte| is_such(&byte));
        part.len() >= SHORTEST_PART
            && has(u8::is_ascii_uppercase)
            && has(u8::is_ascii_lowercase)
            && has(u8::is_ascii_digit)
    })
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

impl Serialize for Token {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(HIDDEN)
    }
}
