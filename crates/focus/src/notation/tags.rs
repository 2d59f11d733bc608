//! Tags of a game record: `[Name "value"]`.

use std::fmt::{self, Write};

/// Writes one tag and ends the line.
pub(super) fn write(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    write!(f, "[{name} \"")?;
    for letter in value.chars() {
        match letter {
            '"' | '\\' => write!(f, "\\{letter}")?,
            _ if letter.is_control() => write!(f, "{}", letter.escape_unicode())?,
            _ => f.write_char(letter)?,
        }
    }
    f.write_str("\"]\n")
}

/// Reads one tag at the front of `text`: returns its name, its value and the remaining text.
pub(super) fn take(text: &str) -> Option<(&str, String, &str)> {
    let (name, rest) = text.strip_prefix('[')?.split_once(' ')?;
    let is_name = !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric());
    let quoted = rest.trim_start_matches(' ').strip_prefix('"')?;
    let mut is_escaped = false;
    let end = quoted.find(|letter: char| {
        let is_end = letter == '"' && !is_escaped;
        is_escaped = letter == '\\' && !is_escaped;
        is_end || letter == '\n'
    })?;
    let rest = quoted[end..].strip_prefix("\"]")?;
    is_name.then_some((name, unescape(&quoted[..end])?, rest))
}

fn unescape(text: &str) -> Option<String> {
    let mut value = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(letter) = rest.next() {
        match letter {
            '"' => return None,
            '\\' => match rest.next()? {
                escaped @ ('"' | '\\') => value.push(escaped),
                'u' => {
                    let (code, after) = rest.as_str().strip_prefix('{')?.split_once('}')?;
                    value.push(char::from_u32(u32::from_str_radix(code, 16).ok()?)?);
                    rest = after.chars();
                }
                _ => return None,
            },
            _ => value.push(letter),
        }
    }
    Some(value)
}
