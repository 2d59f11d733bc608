//! Log on standard error: a line per event, without the token and safe against text from outside.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};
use std::sync::Arc;

use tracing::field::Field;
use tracing_subscriber::field::MakeExt;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::fmt::format::{Writer, debug_fn};

use crate::cli::terminal;
use crate::config::{Config, LogFormat, Token, filters, hide_tokens};

/// Starts logging with these settings.
pub(super) fn start(config: &Config) {
    let is_colored = terminal::is_colored(&io::stderr());
    let subscriber = tracing_subscriber::fmt()
        // A line that cannot be written is lost. `tracing` would report that on standard error, and
        // panic there, and so would the hook that logs the panic: the process would be aborted.
        .log_internal_errors(false)
        .with_ansi(is_colored)
        .with_env_filter(filters().parse_lossy(&config.log.filter))
        .with_writer(Discreet::new(config.discord.token.as_ref(), is_colored));
    match config.log.format {
        LogFormat::Human => subscriber.fmt_fields(debug_fn(field).delimited(" ")).init(),
        LogFormat::Json => subscriber.json().flatten_event(true).init(),
    }
    #[cfg(feature = "discord")]
    crate::discord::runtime::fault::log_panics();
}

/// Writer to standard error that removes tokens and escapes characters that would end a line, color
/// it or reverse its direction.
///
/// The bot never logs the token, but a library may, at a level that somebody turns on for
/// debugging, in a log that is then shared.
#[derive(Clone)]
struct Discreet {
    /// Forms in which a library may write the token.
    secrets: Arc<[String]>,
    /// True if the formatter colors its own words; escape sequences in other text are removed
    /// before.
    is_colored: bool,
}

impl Discreet {
    fn new(token: Option<&Token>, is_colored: bool) -> Self {
        let ways = token.map(|token| {
            let token = token.reveal();
            let bytes: Vec<String> = token.bytes().map(|byte| byte.to_string()).collect();
            [token.to_owned(), bytes.join(", ")]
        });
        Self {
            secrets: ways.into_iter().flatten().collect(),
            is_colored,
        }
    }

    /// Returns the line to write.
    fn redact(&self, line: &[u8]) -> String {
        let line = String::from_utf8_lossy(line);
        let (text, end) = match line.strip_suffix('\n') {
            Some(text) => (text, "\n"),
            None => (&*line, ""),
        };
        let mut redacted = without(text, |c| {
            is_harmful(c) && (c != '\u{1b}' || !self.is_colored)
        });
        for secret in self.secrets.iter() {
            if redacted.contains(secret) {
                redacted = redacted.replace(secret, "(hidden)");
            }
        }
        // Another bot's token, or that of an interaction.
        hide_tokens(&redacted) + end
    }
}

/// Returns an error, which may quote a file from somebody else, as it is safe to print.
pub(super) fn printable(error: &str) -> String {
    let lines = error.split('\n').map(|line| without(line, is_harmful));
    lines.collect::<Vec<_>>().join("\n")
}

/// Writes a field of an event, without escape sequences.
fn field(writer: &mut Writer<'_>, field: &Field, value: &dyn fmt::Debug) -> fmt::Result {
    let text = without(&format!("{value:?}"), is_harmful);
    match field.name() {
        "message" => writer.write_str(&text),
        name => write!(writer, "{name}={text}"),
    }
}

/// Escapes some characters as their code points.
fn without(text: &str, is_told: impl Fn(char) -> bool) -> String {
    let parts = text.chars().map(|c| match c {
        '\n' => Cow::Borrowed("\\n"),
        c if is_told(c) => Cow::Owned(format!("\\u{:04x}", u32::from(c))),
        c => Cow::Owned(String::from(c)),
    });
    parts.collect()
}

/// Returns whether a character controls a terminal, ends a line or reverses the direction of the
/// text around it.
///
/// Source: Unicode Standard Annex #9, section 2, "Directional Formatting Characters".
fn is_harmful(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
}

impl<'a> MakeWriter<'a> for Discreet {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

impl Write for Discreet {
    /// Receives a whole line per call.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        io::stderr().write_all(self.redact(line).as_bytes())?;
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stderr().flush()
    }
}

#[cfg(test)]
mod tests {
    use parking_lot::Mutex;

    use super::*;

    /// Writer that keeps the log in memory.
    #[derive(Clone)]
    struct Kept(Discreet, Arc<Mutex<String>>);

    impl Write for Kept {
        fn write(&mut self, line: &[u8]) -> io::Result<usize> {
            let mut kept = self.1.lock();
            kept.push_str(&self.0.redact(line));
            Ok(line.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Returns the log of an error whose text comes from outside.
    fn logged(format: LogFormat, is_colored: bool, text: &str) -> String {
        let kept = Kept(Discreet::new(None, is_colored), Arc::default());
        let lines = Arc::clone(&kept.1);
        let log = tracing_subscriber::fmt()
            .with_ansi(is_colored)
            .with_writer(move || kept.clone());
        let warn = || tracing::warn!(error = %text, name = text, "refused: {text}");
        match format {
            LogFormat::Human => {
                let log = log.fmt_fields(debug_fn(field).delimited(" ")).finish();
                tracing::subscriber::with_default(log, warn);
            }
            LogFormat::Json => {
                let log = log.json().flatten_event(true).finish();
                tracing::subscriber::with_default(log, warn);
            }
        }
        lines.lock().clone()
    }

    const HOSTILE: &str =
        "a\n2026-01-01 ERROR all is lost\r\u{1b}[31m\u{9b}2J\u{202e}\u{2028}\0\"}";

    #[test]
    fn no_text_makes_a_line_of_its_own_or_turns_one_around() {
        for format in [LogFormat::Human, LogFormat::Json] {
            let lines = logged(format, false, HOSTILE);
            let line = lines.strip_suffix('\n').expect("a whole line");
            assert!(!line.contains(is_harmful), "{line:?}");
            assert!(line.contains("all is lost"), "{line:?}");
        }
    }

    #[test]
    fn what_is_escaped_is_still_json() {
        let line = logged(LogFormat::Json, false, HOSTILE);
        let read: serde_json::Value = serde_json::from_str(&line).expect("JSON");
        assert_eq!(read["error"], HOSTILE);
    }

    #[test]
    fn only_the_log_colors_itself() {
        let [plain, hostile] = ["x", HOSTILE].map(|text| logged(LogFormat::Human, true, text));
        let colors = |line: &str| line.matches('\u{1b}').count();
        assert!(colors(&plain) > 0);
        assert_eq!(colors(&plain), colors(&hostile), "{hostile:?}");
    }

    #[test]
    fn a_token_is_known_as_text_and_as_bytes() {
        let token = Token::new("ab.c").expect("a token");
        let discreet = Discreet::new(Some(&token), false);
        assert_eq!(*discreet.secrets, ["ab.c", "97, 98, 46, 99"]);
    }

    #[test]
    fn no_other_token_is_logged_either() {
        let discreet = Discreet::new(None, false);
        let line = discreet.redact(b"POST /webhooks/1/aW50ZXJhY3Rpb246MTIzNDU2Nzg5:x failed\n");
        assert_eq!(line, "POST /webhooks/1/(hidden):x failed\n");
    }
}
