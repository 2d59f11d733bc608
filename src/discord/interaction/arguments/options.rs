//! Choices and options as arguments of commands.

use std::num::NonZeroU16;

use poise::ChoiceParameter;

use crate::discord::interaction::error::BotError;
use crate::i18n::{CommandOption, Language, Words};
use crate::service::{HistoryResult, Overtime};
use focus::{
    Color, Direction, DrawRule, Goal, Mode, Opening, Repetition, Rules, RulesError, SetupSize,
    Stuck, Talk,
};
use focus_engine::Level;
use focus_render::{Speed, side_of};

/// Declares a list to choose from, in the order of the values of a type.
///
/// The names are for the code alone; people see those of [`choice_label`].
macro_rules! choices {
    ($($(#[$doc:meta])* $name:ident = $type:ident [$($value:ident),+];)+) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, ChoiceParameter)]
            pub(crate) enum $name {
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
    /// Number of players, and their teams.
    ModeChoice = Mode [Duel, ThreeWay, Partners, FreeForAll];
    /// Goal of a game.
    GoalChoice = Goal [Last, Race];
    /// Rule for a player who cannot move.
    StuckChoice = Stuck [Out, Skip];
    /// Value of a draw.
    DrawChoice = DrawRule [Split, SecondLoses, SecondWins];
    /// Opening of a duel.
    OpeningChoice = Opening [Standard, Exchange];
    /// Number of pieces with four players.
    SetupChoice = SetupSize [Thirteen, Twelve];
    /// Rule for repetitions.
    RepetitionChoice = Repetition [Three, Off];
    /// Level of a computer.
    LevelChoice = Level [
        Beginner, Novice, Casual, Skilled, Strong, Expert, Master, Elite, Champion, Legend,
        Full
    ];
    /// Color of a player.
    ColorChoice = Color [Orange, Green, Blue, Pink];
    /// Consequence of running out of time.
    OvertimeChoice = Overtime [Out, Claim, Computer];
    /// Talk that partners may have.
    TalkChoice = Talk [Silent, Open];
    /// Speed of a replay.
    SpeedChoice = Speed [Slow, Normal, Fast];
    /// Result of games for a person.
    ResultChoice = HistoryResult [Won, Lost, Drawn];
}

/// Returns the label of a choice of an option, by its place in the list.
pub(crate) fn choice_label(words: Words, option: CommandOption, index: usize) -> Option<String> {
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
        CommandOption::Speed => {
            let id = match SpeedChoice::VALUES.get(index)? {
                Speed::Slow => "choice-speed-slow",
                Speed::Normal => "choice-speed-normal",
                Speed::Fast => "choice-speed-fast",
            };
            words.text(id, &[])
        }
        CommandOption::Result => words.history_result(*ResultChoice::VALUES.get(index)?),
        CommandOption::Language => words.language_choice(*LanguageChoice::VALUES.get(index)?),
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

/// Language of the answers; the names are for the code alone, people see those of [`choice_label`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, ChoiceParameter)]
pub(crate) enum LanguageChoice {
    Auto,
    English,
    German,
    Dutch,
    Polish,
    French,
}

impl LanguageChoice {
    /// Languages in the order of the list; `None` leaves the choice to Discord.
    pub(crate) const VALUES: [Option<Language>; 6] = [
        None,
        Some(Language::English),
        Some(Language::German),
        Some(Language::Dutch),
        Some(Language::Polish),
        Some(Language::French),
    ];
}

/// Rules that somebody wants; the usual ones if nothing is given.
#[derive(Clone, Debug, Default)]
pub(crate) struct WantedRules {
    pub(crate) goal: Option<GoalChoice>,
    pub(crate) stuck: Option<StuckChoice>,
    pub(crate) draw: Option<DrawChoice>,
    pub(crate) opening: Option<OpeningChoice>,
    pub(crate) setup: Option<SetupChoice>,
    pub(crate) repetition: Option<RepetitionChoice>,
    pub(crate) quiet: Option<String>,
    pub(crate) talk: Option<TalkChoice>,
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

/// Returns the side of the board to be at the bottom, if a color was chosen; the color has to play.
pub(crate) fn side_down(
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_has_its_choice() {
        assert_eq!(ModeChoice::VALUES, Mode::ALL);
        assert_eq!(GoalChoice::VALUES, Goal::ALL);
        assert_eq!(StuckChoice::VALUES, Stuck::ALL);
        assert_eq!(DrawChoice::VALUES, DrawRule::ALL);
        assert_eq!(OpeningChoice::VALUES, Opening::ALL);
        assert_eq!(SetupChoice::VALUES, SetupSize::ALL);
        assert_eq!(RepetitionChoice::VALUES, Repetition::ALL);
        assert_eq!(LevelChoice::VALUES, Level::ALL);
        assert_eq!(ColorChoice::VALUES, Color::ALL);
        assert_eq!(TalkChoice::VALUES, Talk::ALL);
        assert_eq!(SpeedChoice::VALUES, Speed::ALL);
        assert_eq!(ResultChoice::VALUES, HistoryResult::ALL);
        assert_eq!(LanguageChoice::list().len(), LanguageChoice::VALUES.len());
        assert_eq!(LanguageChoice::VALUES[1..], Language::ALL.map(Some));
    }
}
