//! Escaping of text that people wrote.

/// Escapes a text so that Discord shows it exactly as it was written, on one line.
///
/// Markdown, links and emoji shortcodes are escaped, and no one is mentioned.
///
/// Source: Discord, "Message Formatting" in the reference. A backslash makes the punctuation mark
/// after it literal but does not keep `@everyone` from being a mention; a zero-width space after
/// the `@` does.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in plain(text).chars() {
        if c == '@' {
            escaped.push_str("@\u{200b}");
            continue;
        }
        if c.is_ascii_punctuation() {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// Puts a text on one line without invisible characters, which could reverse the direction of the
/// rest of a sentence. For places where Discord renders no markdown: labels, alt text.
#[must_use]
pub fn plain(text: &str) -> String {
    let visible: String = text
        .chars()
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(|c| !c.is_control() && !is_invisible(*c))
        .collect();
    let text = visible
        .split(' ')
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ");
    if text.is_empty() {
        "?".to_owned()
    } else {
        text
    }
}

/// Returns whether a character is invisible and not needed by emoji: directional formatting
/// characters, zero-width spaces.
///
/// Source: Unicode Standard Annex #9, section 2, "Directional Formatting Characters".
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}' | '\u{2066}'..='\u{2069}' | '\u{feff}'
    )
}
