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
    let mut visible = String::with_capacity(text.len());
    // Tags after a flag name the region whose flag it is.
    let mut is_in_flag = false;
    for c in text.chars() {
        is_in_flag = c == FLAG || (is_in_flag && is_tag(c));
        if c.is_whitespace() || c == BLANK {
            visible.push(' ');
        } else if is_in_flag || !(c.is_control() || is_invisible(c)) {
            visible.push(c);
        }
    }
    let text = visible
        .split(' ')
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ");
    if text.chars().all(|c| c == ' ' || is_joining(c)) {
        "?".to_owned()
    } else {
        text
    }
}

/// Braille pattern without dots.
const BLANK: char = '\u{2800}';

/// Black flag, which tags turn into the flag of a region such as Scotland.
const FLAG: char = '\u{1f3f4}';

/// Returns whether a character is invisible and not needed by emoji or scripts: directional
/// formatting characters, zero-width spaces, fillers, tags.
///
/// Source: Unicode 16, `DerivedCoreProperties.txt`, `Default_Ignorable_Code_Point`, without what
/// [`is_joining`] returns.
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e00ff}' | '\u{e01f0}'..='\u{e0fff}'
    )
}

/// Returns whether a character shows nothing by itself, but changes what stands beside it: joiners
/// and variation selectors.
fn is_joining(c: char) -> bool {
    matches!(
        c,
        '\u{180b}'..='\u{180d}' | '\u{180f}' | '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{e0100}'..='\u{e01ef}'
    )
}

/// Returns whether a character is a tag.
fn is_tag(c: char) -> bool {
    matches!(c, '\u{e0020}'..='\u{e007f}')
}
