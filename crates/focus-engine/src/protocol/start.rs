//! Rules and positions given as arguments.

use focus::notation::{ParseRulesError, with_options};
use focus::{Mode, Position, Rules, Setup};

/// Changes options of the rules given as words; `mode=…` may come first if it is the same mode.
///
/// # Errors
///
/// A word is not an option of the mode, or names another mode; the message says what was expected.
pub fn rules_with(rules: Rules, words: &[&str]) -> Result<Rules, String> {
    let words = match words {
        [first, rest @ ..] if first.starts_with("mode=") => {
            let given: Mode = first["mode=".len()..]
                .parse()
                .map_err(|error| format!("{error}"))?;
            if given != rules.mode() {
                return Err(format!(
                    "expected rules of mode {}, got `{first}`",
                    rules.mode()
                ));
            }
            rest
        }
        _ => words,
    };
    with_options(rules, words.iter().copied()).map_err(|error: ParseRulesError| error.to_string())
}

/// Returns the position of an FPS, with the rules it implies and options given as words.
///
/// # Errors
///
/// The position or a word cannot be read; the message says what was expected.
pub fn position(fps: &str, words: &[&str]) -> Result<Position, String> {
    let setup: Setup = fps.parse().map_err(|error| format!("{error}"))?;
    let rules = rules_with(setup.implied_rules(), words)?;
    Position::from_setup(setup, rules).map_err(|error| error.to_string())
}
