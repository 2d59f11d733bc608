//! Names and descriptions of the options of commands, as Discord shows them.

use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::i18n::{Label, Words};

/// Option of a subcommand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum CommandOption {
    /// Mode of play.
    Mode,
    /// Opponent.
    Opponent,
    /// Level of a computer that takes a seat.
    Computer,
    /// Level of a computer partner.
    Partner,
    /// A person to play on the same team.
    Teammate,
    /// Somebody the table is for.
    Invite,
    /// Goal of the game.
    Goal,
    /// Fate of a player who cannot move.
    Stuck,
    /// Value of a draw.
    Draw,
    /// Opening of a duel.
    Opening,
    /// Number of pieces with four players.
    Setup,
    /// Draw by repetition or not.
    Repetition,
    /// Number of moves without a capture until a draw.
    Quiet,
    /// Talk between partners.
    Talk,
    /// Time control.
    Clock,
    /// Action when a player's time is up.
    Overtime,
    /// Number of people.
    People,
    /// Thread for the game or not.
    Thread,
    /// Position to start from.
    Position,
    /// File with a record.
    Record,
    /// Record or position as text.
    Notation,
    /// True to keep the game in its channel.
    Private,
    /// True to count the result for the ratings.
    Rated,
    /// Number of a game.
    Game,
    /// Move in notation.
    Move,
    /// Move that a premove answers.
    If,
    /// Color whose side of the board is at the bottom.
    Side,
    /// Position in words instead of a picture.
    Text,
    /// Person to show.
    Person,
    /// Person to compare with.
    With,
    /// First move to show.
    From,
    /// Last move to show.
    To,
    /// Speed of a replay.
    Speed,
    /// Result of the listed games.
    Result,
    /// Language of the bot's texts.
    Language,
    /// Hours without reminders.
    Night,
    /// Time zone of these hours.
    Zone,
    /// Length of a vacation, in days; clocks are paused.
    Vacation,
    /// Channel to play in.
    Channel,
    /// Role with a permission.
    Role,
}

impl CommandOption {
    /// Every option.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Returns the option with this English name, under which it is registered. A numbered name
    /// such as `invite2` is the same option as the one without a number.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let name = name.trim_end_matches(|end: char| end.is_ascii_digit());
        name.parse().ok()
    }

    /// Returns the English name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the message ids of name and description.
    fn ids(self) -> (String, String) {
        let name = self.name();
        (
            format!("option-name-{name}"),
            format!("option-about-{name}"),
        )
    }
}

impl Words {
    /// Returns the name and description of an option.
    #[must_use]
    pub fn option(self, option: CommandOption) -> Label {
        let (name, description) = option.ids();
        self.label((&name, &description))
    }

    /// Returns the name and description of the option with this English name; a numbered one such
    /// as `invite2` keeps its number.
    #[must_use]
    pub fn option_named(self, name: &str) -> Option<Label> {
        let option = CommandOption::from_name(name)?;
        let mut label = self.option(option);
        label.name.push_str(&name[option.name().len()..]);
        Some(label)
    }

    /// Returns the name and description of an option of the subcommand with this English name.
    #[must_use]
    pub fn option_of(self, command: &str, name: &str) -> Option<Label> {
        let mut label = self.option_named(name)?;
        let about = match (command, name) {
            ("history", "opponent") => "option-about-past-opponent",
            ("watch" | "abort", "game") => "option-about-one-game",
            _ => return Some(label),
        };
        label.description = self.text(about, &[]);
        Some(label)
    }
}
