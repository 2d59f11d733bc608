//! Assertions about the text of messages.

use discord_sandbox::Message;

/// Asserts that a message contains some words.
#[track_caller]
pub(crate) fn says(message: &Message, words: &str) {
    let text = message.all_text();
    assert!(text.contains(words), "expected `{words}` in: {text}");
}

/// Asserts that a message is for one person alone and contains some words.
#[track_caller]
pub(crate) fn says_privately(message: &Message, words: &str) {
    assert!(message.is_ephemeral(), "public: {}", message.all_text());
    says(message, words);
}
