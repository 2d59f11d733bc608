//! What people wrote themselves, made harmless.

/// Text that Discord shows exactly as it was written, on one line.
///
/// Markdown, links and the shortcuts of emoji are escaped, and nobody is mentioned.
///
/// Source: Discord, "Message Formatting" in the reference. A backslash makes the punctuation mark
/// after it plain, but does not keep `@everyone` from being read as a mention; a space without
/// width behind the `@` does.
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

/// Text on one line without invisible characters, which could turn the rest of a sentence around;
/// for where Discord reads no markdown: labels, alt text.
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

/// Whether a character has no shape of its own and is not needed by emoji: marks of direction,
/// spaces without width.
///
/// Source: Unicode Standard Annex #9, section 2, "Directional Formatting Characters".
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}' | '\u{2066}'..='\u{2069}' | '\u{feff}'
    )
}
