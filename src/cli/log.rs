//! The log on standard error, in which the token never stands.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;

use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::MakeWriter;

use crate::config::{Config, LogFormat, Token};

/// Logs by these settings from now on.
pub(super) fn start(config: &Config) {
    let subscriber = tracing_subscriber::fmt()
        .with_ansi(io::stderr().is_terminal())
        .with_env_filter(EnvFilter::new(&config.log.filter))
        .with_writer(Discreet::new(config.discord.token.as_ref()));
    match config.log.format {
        LogFormat::Human => subscriber.init(),
        LogFormat::Json => subscriber.json().flatten_event(true).init(),
    }
    #[cfg(feature = "discord")]
    crate::discord::trouble::log_panics();
}

/// Standard error without the token.
///
/// Nothing of ours logs it, but a library may, at a level that somebody switches on to find a
/// fault, in a log that is then shown to others.
#[derive(Clone)]
struct Discreet {
    /// The token in the ways a library may write it.
    secrets: Arc<[String]>,
}

impl Discreet {
    fn new(token: Option<&Token>) -> Self {
        let ways = token.map(|token| {
            let token = token.reveal();
            let bytes: Vec<String> = token.bytes().map(|byte| byte.to_string()).collect();
            [token.to_owned(), bytes.join(", ")]
        });
        Self {
            secrets: ways.into_iter().flatten().collect(),
        }
    }
}

impl<'a> MakeWriter<'a> for Discreet {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

impl Write for Discreet {
    /// Gets a whole line at a time.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let mut text = String::from_utf8_lossy(line).into_owned();
        for secret in self.secrets.iter() {
            if text.contains(secret) {
                text = text.replace(secret, "(hidden)");
            }
        }
        io::stderr().write_all(text.as_bytes())?;
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stderr().flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_known_as_text_and_as_bytes() {
        let token = Token::new("ab.c").expect("a token");
        let discreet = Discreet::new(Some(&token));
        assert_eq!(*discreet.secrets, ["ab.c", "97, 98, 46, 99"]);
    }
}
