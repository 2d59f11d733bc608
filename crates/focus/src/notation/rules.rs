//! Rules as text: `mode=4s goal=last stuck=skip`.

use std::borrow::Cow;
use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

use crate::{
    DrawRule, Goal, Mode, Opening, ParseError, Repetition, RuleOption, Rules, SetupSize, Stuck,
    Talk,
};

/// Writes the mode and every option that differs from its default; with `{:#}`, every option of the
/// mode.
///
/// ```
/// use focus::Rules;
///
/// let rules: Rules = "mode=4s goal=last stuck=out".parse()?;
/// assert_eq!(rules.to_string(), "mode=4s goal=last");
/// assert_eq!(format!("{rules:#}"), "mode=4s goal=last stuck=out setup=13 repetition=3 quiet=200");
/// # Ok::<(), focus::notation::ParseRulesError>(())
/// ```
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "mode={}", self.mode())?;
        let defaults = Rules::new(self.mode());
        for option in RuleOption::offered(self.mode()) {
            let value = option_value(*self, option);
            if f.alternate() || value != option_value(defaults, option) {
                write!(f, " {}={value}", option.token())?;
            }
        }
        Ok(())
    }
}

/// Returns the text of the value an option has.
#[must_use]
pub fn option_value(rules: Rules, option: RuleOption) -> Cow<'static, str> {
    Cow::Borrowed(match option {
        RuleOption::Goal => rules.goal().token(),
        RuleOption::Stuck => rules.stuck().token(),
        RuleOption::Draw => rules.draw().token(),
        RuleOption::Opening => rules.opening().token(),
        RuleOption::Setup => rules.setup().token(),
        RuleOption::Repetition => rules.repetition().token(),
        RuleOption::Quiet => match rules.quiet() {
            Some(plies) => return Cow::Owned(plies.to_string()),
            None => "off",
        },
        RuleOption::Talk => rules.talk().token(),
    })
}

impl FromStr for Rules {
    type Err = ParseRulesError;

    /// Reads `mode=…` followed by options in any order, each at most once.
    fn from_str(text: &str) -> Result<Rules, ParseRulesError> {
        let mut words = text.split_whitespace();
        let first = words.next().unwrap_or_default();
        let Some(mode) = first.strip_prefix("mode=") else {
            return Err(ParseRulesError::NoMode(first.to_owned()));
        };
        let mode: Mode = mode.parse().map_err(ParseRulesError::Mode)?;
        with_options(Rules::new(mode), words)
    }
}

/// Changes options of the rules given as words such as `goal=last`, each at most once.
///
/// # Errors
///
/// A word is not an option of the mode with a value the mode offers.
pub fn with_options<'a>(
    mut rules: Rules,
    words: impl IntoIterator<Item = &'a str>,
) -> Result<Rules, ParseRulesError> {
    let mut given = Vec::new();
    for word in words {
        let Some((name, value)) = word.split_once('=') else {
            return Err(ParseRulesError::NotAnOption(word.to_owned()));
        };
        let option = RuleOption::offered(rules.mode()).find(|option| option.token() == name);
        let Some(option) = option else {
            return Err(ParseRulesError::UnknownOption {
                mode: rules.mode(),
                name: name.to_owned(),
            });
        };
        if given.contains(&option) {
            return Err(ParseRulesError::Repeated(option));
        }
        given.push(option);
        rules = with_option(rules, option, value)?;
    }
    Ok(rules)
}

/// Changes one option of the rules to a value given as text.
///
/// # Errors
///
/// The mode does not offer the value.
pub fn with_option(
    rules: Rules,
    option: RuleOption,
    value: &str,
) -> Result<Rules, ParseRulesError> {
    let changed = match option {
        RuleOption::Goal => {
            find(Goal::ALL, Goal::token, value).and_then(|goal| rules.with_goal(goal).ok())
        }
        RuleOption::Stuck => {
            find(Stuck::ALL, Stuck::token, value).and_then(|stuck| rules.with_stuck(stuck).ok())
        }
        RuleOption::Draw => {
            find(DrawRule::ALL, DrawRule::token, value).and_then(|draw| rules.with_draw(draw).ok())
        }
        RuleOption::Opening => find(Opening::ALL, Opening::token, value)
            .and_then(|opening| rules.with_opening(opening).ok()),
        RuleOption::Setup => find(SetupSize::ALL, SetupSize::token, value)
            .and_then(|setup| rules.with_setup(setup).ok()),
        RuleOption::Repetition => find(Repetition::ALL, Repetition::token, value)
            .and_then(|repetition| rules.with_repetition(repetition).ok()),
        RuleOption::Quiet => with_quiet(rules, value),
        RuleOption::Talk => {
            find(Talk::ALL, Talk::token, value).and_then(|talk| rules.with_talk(talk).ok())
        }
    };
    changed.ok_or_else(|| ParseRulesError::Value {
        mode: rules.mode(),
        option,
        value: value.to_owned(),
    })
}

fn find<T: Copy, const N: usize>(
    values: [T; N],
    token: fn(T) -> &'static str,
    text: &str,
) -> Option<T> {
    values.into_iter().find(|&value| token(value) == text)
}

/// Changes the option to a number from 1 without a sign or leading zeros, or to `off`.
fn with_quiet(rules: Rules, text: &str) -> Option<Rules> {
    if text == "off" {
        return Some(rules.with_quiet(None));
    }
    let plies: NonZeroU16 = text.parse().ok()?;
    (plies.to_string() == text).then(|| rules.with_quiet(Some(plies)))
}

/// Error for a text that is not a valid rules text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseRulesError {
    /// The text does not begin with the mode.
    NoMode(String),
    /// There is no such mode.
    Mode(ParseError),
    /// A word is not of the form `option=value`.
    NotAnOption(String),
    /// The mode has no option of this name.
    UnknownOption {
        /// The mode.
        mode: Mode,
        /// Name in the text.
        name: String,
    },
    /// An option is given twice.
    Repeated(RuleOption),
    /// The mode does not offer this value.
    Value {
        /// The mode.
        mode: Mode,
        /// The option.
        option: RuleOption,
        /// Value in the text.
        value: String,
    },
}

impl fmt::Display for ParseRulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseRulesError::NoMode(word) => {
                write!(f, "expected rules that begin with `mode=`, got `{word}`")
            }
            ParseRulesError::Mode(error) => error.fmt(f),
            ParseRulesError::NotAnOption(word) => {
                write!(f, "expected an option such as `goal=last`, got `{word}`")
            }
            ParseRulesError::UnknownOption { mode, name } => {
                let names: Vec<_> = RuleOption::offered(*mode).map(RuleOption::token).collect();
                let names = names.join("`, `");
                write!(
                    f,
                    "expected an option of mode {mode} (`{names}`), got `{name}`"
                )
            }
            ParseRulesError::Repeated(option) => {
                let name = option.token();
                write!(f, "expected `{name}` once, got it twice")
            }
            ParseRulesError::Value {
                mode,
                option,
                value,
            } => {
                let name = option.token();
                let mut values = format!("`{}`", option.values(*mode).join("`, `"));
                if *option == RuleOption::Quiet {
                    values += " or another number";
                }
                write!(
                    f,
                    "expected a value of `{name}` in mode {mode} ({values}), got `{value}`"
                )
            }
        }
    }
}

impl std::error::Error for ParseRulesError {}
