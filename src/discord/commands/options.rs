//! The options of the rules as arguments of a command.

use std::num::NonZeroU16;

use poise::ChoiceParameter;

use crate::discord::commands::past::SpeedChoice;
use crate::discord::commands::settings;
use crate::discord::runtime::error::BotError;
use crate::i18n::{CommandOption, Words};
use crate::service::{Overtime, PastResult};
use focus::{
    Color, Direction, DrawRule, Goal, Mode, Opening, Repetition, Rules, RulesError, SetupSize,
    Stuck, Talk,
};
use focus_engine::Level;
use focus_render::side_of;

/// Declares a list to choose from, in the order of the values of a type of the rules.
///
/// The names are for the code alone; people see those of [`choice_label`].
macro_rules! choices {
    ($($(#[$doc:meta])* $name:ident = $type:ident [$($value:ident),+];)+) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, ChoiceParameter)]
            pub(super) enum $name {
                $($value,)+
            }

            impl From<$name> for $type {
                fn from(choice: $name) -> Self {
                    match choice {
                        $($name::$value => Self::$value,)+
                    }
                }
            }

            impl $name {
                const VALUES: &[$type] = &[$($type::$value),+];
            }
        )+
    };
}

choices! {
    /// How many play.
    ModeChoice = Mode [Duel, ThreeWay, Partners, FreeForAll];
    /// What wins.
    GoalChoice = Goal [Last, Race];
    /// What becomes of who cannot move.
    StuckChoice = Stuck [Out, Skip];
    /// What a draw counts.
    DrawChoice = DrawRule [Split, SecondLoses, SecondWins];
    /// How a duel begins.
    OpeningChoice = Opening [Standard, Exchange];
    /// Pieces with four players.
    SetupChoice = SetupSize [Thirteen, Twelve];
    /// Whether repetition is a draw.
    RepetitionChoice = Repetition [Three, Off];
    /// How strong a computer plays.
    LevelChoice = Level [
        Beginner, Novice, Casual, Skilled, Strong, Expert, Master, Elite, Champion, Legend,
        Full
    ];
    /// A color.
    ColorChoice = Color [Orange, Green, Blue, Pink];
    /// What happens when time is over.
    OvertimeChoice = Overtime [Out, Claim, Computer];
    /// What partners may say.
    TalkChoice = Talk [Silent, Open];
}

/// What people see for a choice of an option, by its place in the list.
#[must_use]
pub(super) fn choice_label(words: Words, option: CommandOption, index: usize) -> Option<String> {
    Some(match option {
        CommandOption::Mode => words.mode_choice(*ModeChoice::VALUES.get(index)?),
        CommandOption::Goal => words.goal(*GoalChoice::VALUES.get(index)?, None),
        CommandOption::Stuck => words.stuck(*StuckChoice::VALUES.get(index)?),
        CommandOption::Draw => words.draw_rule(*DrawChoice::VALUES.get(index)?),
        CommandOption::Opening => words.opening(*OpeningChoice::VALUES.get(index)?),
        CommandOption::Setup => words.setup(*SetupChoice::VALUES.get(index)?),
        CommandOption::Repetition => words.repetition(*RepetitionChoice::VALUES.get(index)?),
        CommandOption::Computer | CommandOption::Partner => {
            words.level(*LevelChoice::VALUES.get(index)?)
        }
        CommandOption::Side => words.color(*ColorChoice::VALUES.get(index)?),
        CommandOption::Talk => words.talk(*TalkChoice::VALUES.get(index)?),
        CommandOption::Overtime => words.overtime(*OvertimeChoice::VALUES.get(index)?),
        CommandOption::Speed => SpeedChoice::label(words, index)?,
        CommandOption::Result => words.past_result(*PastResult::ALL.get(index)?),
        CommandOption::Language => settings::language_label(words, index)?,
        CommandOption::Opponent
        | CommandOption::Channel
        | CommandOption::Role
        | CommandOption::Invite
        | CommandOption::Teammate
        | CommandOption::Quiet
        | CommandOption::Clock
        | CommandOption::Night
        | CommandOption::Zone
        | CommandOption::Vacation
        | CommandOption::People
        | CommandOption::Thread
        | CommandOption::Position
        | CommandOption::Record
        | CommandOption::Notation
        | CommandOption::Private
        | CommandOption::Game
        | CommandOption::Move
        | CommandOption::If
        | CommandOption::Text
        | CommandOption::Rated
        | CommandOption::Person
        | CommandOption::With
        | CommandOption::From
        | CommandOption::To => return None,
    })
}

/// What somebody wants the rules to be; the usual ones where nothing is said.
#[derive(Clone, Debug, Default)]
pub(super) struct Wanted {
    pub(super) goal: Option<GoalChoice>,
    pub(super) stuck: Option<StuckChoice>,
    pub(super) draw: Option<DrawChoice>,
    pub(super) opening: Option<OpeningChoice>,
    pub(super) setup: Option<SetupChoice>,
    pub(super) repetition: Option<RepetitionChoice>,
    pub(super) quiet: Option<String>,
    pub(super) talk: Option<TalkChoice>,
}

impl Wanted {
    /// The rules, the usual ones but for the wishes, or which wish the mode does not allow.
    pub(super) fn rules(self, usual: Rules, words: Words) -> Result<Rules, BotError> {
        let quiet = self
            .quiet
            .as_deref()
            .map(|text| read_quiet(text, words))
            .transpose()?;
        let rules = self
            .over(usual)
            .map_err(|error| BotError::Said(words.not_in_mode(error.mode, error.option)))?;
        Ok(quiet.map_or(rules, |quiet| rules.with_quiet(quiet)))
    }

    fn over(self, mut rules: Rules) -> Result<Rules, RulesError> {
        if let Some(goal) = self.goal {
            rules = rules.with_goal(goal.into())?;
        }
        if let Some(stuck) = self.stuck {
            rules = rules.with_stuck(stuck.into())?;
        }
        if let Some(draw) = self.draw {
            rules = rules.with_draw(draw.into())?;
        }
        if let Some(opening) = self.opening {
            rules = rules.with_opening(opening.into())?;
        }
        if let Some(setup) = self.setup {
            rules = rules.with_setup(setup.into())?;
        }
        if let Some(repetition) = self.repetition {
            rules = rules.with_repetition(repetition.into())?;
        }
        if let Some(talk) = self.talk {
            rules = rules.with_talk(talk.into())?;
        }
        Ok(rules)
    }
}

/// The side of the board that is to be down, if a color was chosen; it has to play.
pub(super) fn side_down(
    color: Option<ColorChoice>,
    mode: Mode,
    words: Words,
) -> Result<Option<Direction>, BotError> {
    let color = color.map(Color::from);
    match color.filter(|color| !mode.has(*color)) {
        Some(absent) => Err(BotError::Said(words.color_not_in_mode(mode, absent))),
        None => Ok(color.map(|color| side_of(mode, color))),
    }
}

/// Reads a number of moves without a capture; `off` is none.
pub(super) fn read_quiet(text: &str, words: Words) -> Result<Option<NonZeroU16>, BotError> {
    let text = text.trim();
    if text.eq_ignore_ascii_case("off") {
        return Ok(None);
    }
    text.parse()
        .map(Some)
        .map_err(|_| BotError::Said(words.not_a_quiet_number(text)))
}
