//! Names and descriptions of the commands, as Discord shows them.

use crate::wording::{Language, Words};

/// A subcommand of `/focus`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    /// Sets a table up.
    New,
    /// Challenges somebody.
    Challenge,
    /// Sits down.
    Join,
    /// Stands up.
    Leave,
    /// Begins the game.
    Start,
    /// Plays a move.
    Move,
    /// Shows the board.
    Board,
    /// Lists games.
    Games,
    /// Gives up.
    Resign,
    /// Offers a draw or agrees to one.
    Draw,
    /// Takes the last move back.
    Takeback,
    /// Let a game go on in this channel.
    Here,
    /// Has a channel follow a game.
    Watch,
    /// Says which moves are good.
    Hint,
    /// Lists the strongest.
    Leaderboard,
    /// Shows ratings and results.
    Profile,
    /// Replays a game.
    Replay,
    /// Gives out a record.
    Export,
    /// Shows a record that somebody brings along.
    Import,
    /// Lists games that have ended.
    History,
    /// Shows how a game went.
    Eval,
    /// Shows and changes what the person has chosen.
    Settings,
    /// Shows what is kept about the person, and deletes it.
    Privacy,
    /// Explains the rules.
    Rules,
    /// Explains the bot.
    Help,
}

/// A name to type and the description beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Small letters without spaces, at most 32 characters.
    pub name: String,
    /// At most 100 characters.
    pub description: String,
}

impl Command {
    /// Every subcommand, in the order of the help.
    pub const ALL: [Self; 25] = [
        Self::New,
        Self::Challenge,
        Self::Join,
        Self::Leave,
        Self::Start,
        Self::Move,
        Self::Board,
        Self::Games,
        Self::Resign,
        Self::Draw,
        Self::Takeback,
        Self::Here,
        Self::Watch,
        Self::Hint,
        Self::Leaderboard,
        Self::Profile,
        Self::Replay,
        Self::Export,
        Self::Import,
        Self::History,
        Self::Eval,
        Self::Settings,
        Self::Privacy,
        Self::Rules,
        Self::Help,
    ];

    /// The subcommand of an English name, by which it is registered.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|command| command.name() == name)
    }

    /// The English name.
    #[must_use]
    pub fn name(self) -> String {
        Words::new(Language::English).text(self.ids().0, &[])
    }

    /// Ids of name and description.
    fn ids(self) -> (&'static str, &'static str) {
        match self {
            Self::New => ("command-new-name", "command-new"),
            Self::Challenge => ("command-challenge-name", "command-challenge"),
            Self::Join => ("command-join-name", "command-join"),
            Self::Leave => ("command-leave-name", "command-leave"),
            Self::Start => ("command-start-name", "command-start"),
            Self::Move => ("command-move-name", "command-move"),
            Self::Board => ("command-board-name", "command-board"),
            Self::Games => ("command-games-name", "command-games"),
            Self::Resign => ("command-resign-name", "command-resign"),
            Self::Draw => ("command-draw-name", "command-draw"),
            Self::Takeback => ("command-takeback-name", "command-takeback"),
            Self::Here => ("command-here-name", "command-here"),
            Self::Watch => ("command-watch-name", "command-watch"),
            Self::Hint => ("command-hint-name", "command-hint"),
            Self::Leaderboard => ("command-leaderboard-name", "command-leaderboard"),
            Self::Profile => ("command-profile-name", "command-profile"),
            Self::Replay => ("command-replay-name", "command-replay"),
            Self::Export => ("command-export-name", "command-export"),
            Self::Import => ("command-import-name", "command-import"),
            Self::History => ("command-history-name", "command-history"),
            Self::Eval => ("command-eval-name", "command-eval"),
            Self::Settings => ("command-settings-name", "command-settings"),
            Self::Privacy => ("command-privacy-name", "command-privacy"),
            Self::Rules => ("command-rules-name", "command-rules"),
            Self::Help => ("command-help-name", "command-help"),
        }
    }
}

/// An option of a subcommand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CommandOption {
    /// The mode of play.
    Mode,
    /// Somebody to play against.
    Opponent,
    /// How strong a computer plays that takes a seat.
    Computer,
    /// How strong a computer plays on one's own side.
    Partner,
    /// A person to play on one's own side.
    Teammate,
    /// Somebody the table is for.
    Invite,
    /// What wins.
    Goal,
    /// What becomes of who cannot move.
    Stuck,
    /// What a draw counts.
    Draw,
    /// How a duel begins.
    Opening,
    /// Pieces with four players.
    Setup,
    /// Whether repetition is a draw.
    Repetition,
    /// Moves without a capture until a draw.
    Quiet,
    /// Whether partners may talk.
    Talk,
    /// How much time players have.
    Clock,
    /// What happens when it is over.
    Overtime,
    /// How many people play.
    People,
    /// Whether the game gets a thread.
    Thread,
    /// A position to start from.
    Position,
    /// A record in a file.
    Record,
    /// A record or a position as text.
    Notation,
    /// Whether the game stays in its channel.
    Private,
    /// Whether the result counts for the ratings.
    Rated,
    /// The number of a game.
    Game,
    /// A move in notation.
    Move,
    /// The move that an answer is for.
    If,
    /// The color whose side of the board is down.
    Side,
    /// The position in words.
    Text,
    /// Somebody to look at.
    Person,
    /// Somebody to compare with.
    With,
    /// The first move shown.
    From,
    /// The last move shown.
    To,
    /// How fast a replay goes.
    Speed,
    /// How games ended.
    Result,
    /// The language of the answers.
    Language,
    /// Hours without a call.
    Night,
    /// The time zone of these.
    Zone,
    /// Days on which clocks stand still.
    Vacation,
    /// A channel to play in.
    Channel,
    /// A role that may do something.
    Role,
}

impl CommandOption {
    /// Every option.
    pub const ALL: [Self; 40] = [
        Self::Mode,
        Self::Opponent,
        Self::Computer,
        Self::Partner,
        Self::Teammate,
        Self::Invite,
        Self::Goal,
        Self::Stuck,
        Self::Draw,
        Self::Opening,
        Self::Setup,
        Self::Repetition,
        Self::Quiet,
        Self::Talk,
        Self::Clock,
        Self::Overtime,
        Self::People,
        Self::Thread,
        Self::Position,
        Self::Record,
        Self::Notation,
        Self::Private,
        Self::Rated,
        Self::Game,
        Self::Move,
        Self::If,
        Self::Side,
        Self::Text,
        Self::Person,
        Self::With,
        Self::From,
        Self::To,
        Self::Speed,
        Self::Result,
        Self::Language,
        Self::Night,
        Self::Zone,
        Self::Vacation,
        Self::Channel,
        Self::Role,
    ];

    /// The option of an English name, by which it is registered; one of several alike, such as
    /// `invite2`, is the same option.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let name = name.trim_end_matches(|end: char| end.is_ascii_digit());
        Self::ALL.into_iter().find(|option| option.name() == name)
    }

    /// The English name.
    #[must_use]
    pub fn name(self) -> String {
        Words::new(Language::English).text(self.ids().0, &[])
    }

    /// Ids of name and description.
    fn ids(self) -> (&'static str, &'static str) {
        match self {
            Self::Mode => ("option-name-mode", "option-about-mode"),
            Self::Opponent => ("option-name-opponent", "option-about-opponent"),
            Self::Computer => ("option-name-computer", "option-about-computer"),
            Self::Partner => ("option-name-partner", "option-about-partner"),
            Self::Teammate => ("option-name-teammate", "option-about-teammate"),
            Self::Invite => ("option-name-invite", "option-about-invite"),
            Self::Goal => ("option-name-goal", "option-about-goal"),
            Self::Stuck => ("option-name-stuck", "option-about-stuck"),
            Self::Draw => ("option-name-draw", "option-about-draw"),
            Self::Opening => ("option-name-opening", "option-about-opening"),
            Self::Setup => ("option-name-setup", "option-about-setup"),
            Self::Repetition => ("option-name-repetition", "option-about-repetition"),
            Self::Quiet => ("option-name-quiet", "option-about-quiet"),
            Self::Talk => ("option-name-talk", "option-about-talk"),
            Self::Clock => ("option-name-clock", "option-about-clock"),
            Self::Overtime => ("option-name-overtime", "option-about-overtime"),
            Self::People => ("option-name-people", "option-about-people"),
            Self::Thread => ("option-name-thread", "option-about-thread"),
            Self::Position => ("option-name-position", "option-about-position"),
            Self::Record => ("option-name-record", "option-about-record"),
            Self::Notation => ("option-name-notation", "option-about-notation"),
            Self::Private => ("option-name-private", "option-about-private"),
            Self::Rated => ("option-name-rated", "option-about-rated"),
            Self::Game => ("option-name-game", "option-about-game"),
            Self::Move => ("option-name-move", "option-about-move"),
            Self::If => ("option-name-if", "option-about-if"),
            Self::Side => ("option-name-side", "option-about-side"),
            Self::Text => ("option-name-text", "option-about-text"),
            Self::Person => ("option-name-person", "option-about-person"),
            Self::With => ("option-name-with", "option-about-with"),
            Self::From => ("option-name-from", "option-about-from"),
            Self::To => ("option-name-to", "option-about-to"),
            Self::Speed => ("option-name-speed", "option-about-speed"),
            Self::Result => ("option-name-result", "option-about-result"),
            Self::Language => ("option-name-language", "option-about-language"),
            Self::Night => ("option-name-night", "option-about-night"),
            Self::Zone => ("option-name-zone", "option-about-zone"),
            Self::Vacation => ("option-name-vacation", "option-about-vacation"),
            Self::Channel => ("option-name-channel", "option-about-channel"),
            Self::Role => ("option-name-role", "option-about-role"),
        }
    }
}

impl Words {
    /// The description of `/focus` itself.
    #[must_use]
    pub fn root_command(self) -> String {
        self.text("command-focus", &[])
    }

    /// A subcommand's name and description.
    #[must_use]
    pub fn command(self, command: Command) -> Label {
        self.label(command.ids())
    }

    /// An option's name and description.
    #[must_use]
    pub fn option(self, option: CommandOption) -> Label {
        self.label(option.ids())
    }

    /// The name and description of an option by its English name; one of several alike, such as
    /// `invite2`, keeps its number.
    #[must_use]
    pub fn option_named(self, name: &str) -> Option<Label> {
        let option = CommandOption::from_name(name)?;
        let mut label = self.option(option);
        label.name.push_str(&name[option.name().len()..]);
        Some(label)
    }

    pub(super) fn label(self, (name, description): (&str, &str)) -> Label {
        Label {
            name: self.text(name, &[]),
            description: self.text(description, &[]),
        }
    }
}
