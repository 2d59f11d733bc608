//! Choices and options as arguments of commands.

use std::borrow::Cow;
use std::num::NonZeroU16;

use poise::{ChoiceParameter, CommandParameterChoice};

use crate::discord::interaction::error::BotError;
use crate::i18n::{Language, Words, each_locale};
use crate::service::{HistoryResult, Overtime};
use focus::{
    Color, Direction, DrawRule, Goal, Mode, Opening, Repetition, Rules, RulesError, SetupSize,
    Stuck, Talk,
};
use focus_engine::Level;
use focus_render::{Speed, side_of};

/// Value that somebody chooses from all those of its type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChoiceOf<T>(pub(crate) T);

/// Type whose values Discord offers as choices.
pub(crate) trait Choosable: Copy + 'static {
    /// Values in the order of the list; Discord sends their index.
    const VALUES: &'static [Self];
    /// Function that names a value.
    const LABEL: fn(Words, Self) -> String;
}

/// Declares types of choices, each with its values and the function that names them.
macro_rules! choosable {
    ($($type:ty: $values:expr, $label:expr;)+) => {
        $(
            impl Choosable for $type {
                const VALUES: &'static [Self] = $values;
                const LABEL: fn(Words, Self) -> String = $label;
            }
        )+
    };
}

choosable! {
    Mode: &Mode::ALL, Words::mode_choice;
    Goal: &Goal::ALL, |words, goal| words.goal(goal, None);
    Stuck: &Stuck::ALL, Words::stuck;
    DrawRule: &DrawRule::ALL, Words::draw_rule;
    Opening: &Opening::ALL, Words::opening;
    SetupSize: &SetupSize::ALL, Words::setup;
    Repetition: &Repetition::ALL, Words::repetition;
    Level: &Level::ALL, Words::level;
    Color: &Color::ALL, Words::color;
    Overtime: Overtime::ALL, Words::overtime;
    Talk: &Talk::ALL, Words::talk;
    Speed: &Speed::ALL, speed_label;
    HistoryResult: HistoryResult::ALL, Words::history_result;
    Option<Language>: &LANGUAGES, Words::language_choice;
}

/// Languages to choose from; `None` leaves the choice to Discord.
const LANGUAGES: [Option<Language>; Language::ALL.len() + 1] = {
    let mut languages = [None; Language::ALL.len() + 1];
    let mut i = 0;
    while i < Language::ALL.len() {
        languages[i + 1] = Some(Language::ALL[i]);
        i += 1;
    }
    languages
};

fn speed_label(words: Words, speed: Speed) -> String {
    let id = match speed {
        Speed::Slow => "choice-speed-slow",
        Speed::Normal => "choice-speed-normal",
        Speed::Fast => "choice-speed-fast",
    };
    words.text(id, &[])
}

/// The names that poise keeps with a type are for commands in text messages, of which the bot has
/// none.
impl<T: Choosable> ChoiceParameter for ChoiceOf<T> {
    fn list() -> Cow<'static, [CommandParameterChoice]> {
        let choices = T::VALUES.iter().map(|value| {
            let label = |words| (T::LABEL)(words, *value);
            CommandParameterChoice {
                name: label(Words::new(Language::English)).into(),
                localizations: each_locale(|words| Some(label(words))),
                __non_exhaustive: (),
            }
        });
        choices.collect()
    }

    fn from_index(index: usize) -> Option<Self> {
        T::VALUES.get(index).copied().map(Self)
    }

    fn from_name(_: &str) -> Option<Self> {
        None
    }

    fn name(&self) -> &'static str {
        ""
    }

    fn localized_name(&self, _: &str) -> Option<&'static str> {
        None
    }
}

/// Rules that somebody wants; the usual ones if nothing is given.
#[derive(Clone, Debug, Default)]
pub(crate) struct WantedRules {
    pub(crate) goal: Option<ChoiceOf<Goal>>,
    pub(crate) stuck: Option<ChoiceOf<Stuck>>,
    pub(crate) draw: Option<ChoiceOf<DrawRule>>,
    pub(crate) opening: Option<ChoiceOf<Opening>>,
    pub(crate) setup: Option<ChoiceOf<SetupSize>>,
    pub(crate) repetition: Option<ChoiceOf<Repetition>>,
    pub(crate) quiet: Option<String>,
    pub(crate) talk: Option<ChoiceOf<Talk>>,
}

impl WantedRules {
    /// Returns the usual rules with these changes, or an error about one that the mode does not
    /// allow.
    pub(crate) fn rules(self, usual: Rules, words: Words) -> Result<Rules, BotError> {
        let quiet = self
            .quiet
            .as_deref()
            .map(|text| read_quiet(text, words))
            .transpose()?;
        let rules = self.over(usual).map_err(|error| {
            let option = words.rule_option(error.option);
            BotError::Said(words.not_in_mode(error.mode, &option))
        })?;
        Ok(quiet.map_or(rules, |quiet| rules.with_quiet(quiet)))
    }

    fn over(self, mut rules: Rules) -> Result<Rules, RulesError> {
        if let Some(ChoiceOf(goal)) = self.goal {
            rules = rules.with_goal(goal)?;
        }
        if let Some(ChoiceOf(stuck)) = self.stuck {
            rules = rules.with_stuck(stuck)?;
        }
        if let Some(ChoiceOf(draw)) = self.draw {
            rules = rules.with_draw(draw)?;
        }
        if let Some(ChoiceOf(opening)) = self.opening {
            rules = rules.with_opening(opening)?;
        }
        if let Some(ChoiceOf(setup)) = self.setup {
            rules = rules.with_setup(setup)?;
        }
        if let Some(ChoiceOf(repetition)) = self.repetition {
            rules = rules.with_repetition(repetition)?;
        }
        if let Some(ChoiceOf(talk)) = self.talk {
            rules = rules.with_talk(talk)?;
        }
        Ok(rules)
    }
}

/// Returns the side of the board to be at the bottom, if a color was chosen; the color has to play.
pub(crate) fn side_down(
    color: Option<ChoiceOf<Color>>,
    mode: Mode,
    words: Words,
) -> Result<Option<Direction>, BotError> {
    let color = color.map(|ChoiceOf(color)| color);
    match color.filter(|color| !mode.has(*color)) {
        Some(absent) => {
            let absent = words.color(absent);
            Err(BotError::Said(words.not_in_mode(mode, &absent)))
        }
        None => Ok(color.map(|color| side_of(mode, color))),
    }
}

/// Reads a number of moves without a capture; `off` stands for none.
pub(crate) fn read_quiet(text: &str, words: Words) -> Result<Option<NonZeroU16>, BotError> {
    let text = text.trim();
    if text.eq_ignore_ascii_case("off") {
        return Ok(None);
    }
    text.parse()
        .map(Some)
        .map_err(|_| BotError::Said(words.quoting("not-a-quiet-number", text)))
}
