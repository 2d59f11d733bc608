//! Names and descriptions of commands, as Discord shows them.

use strum::VariantArray;

use crate::i18n::{Language, Words};

/// Top-level command that holds subcommands for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray)]
pub enum Root {
    /// Playing.
    Focus,
    /// Looking things up.
    Info,
    /// The person's own things.
    Me,
}

impl Root {
    /// Every top-level command.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Returns the name, which is the same in every language.
    #[must_use]
    pub fn name(self) -> &'static str {
        let id = self.id();
        id.split_once('-').map_or(id, |(_, name)| name)
    }

    /// Returns the message id of the description: the name behind a prefix.
    const fn id(self) -> &'static str {
        match self {
            Self::Focus => "command-focus",
            Self::Info => "command-focus-info",
            Self::Me => "command-focus-me",
        }
    }
}

/// Subcommand for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray)]
pub enum Command {
    /// Opens the panel that sets a game up.
    Play,
    /// Sets a table up.
    New,
    /// Challenges people.
    Challenge,
    /// Takes a seat.
    Join,
    /// Leaves a table.
    Leave,
    /// Starts the game.
    Start,
    /// Plays a move.
    Move,
    /// Shows the board.
    Board,
    /// Lists games.
    Games,
    /// Resigns.
    Resign,
    /// Offers a draw or agrees to one.
    Draw,
    /// Takes the last move back.
    Takeback,
    /// Continues a game in this channel.
    Here,
    /// Makes a channel follow a game.
    Watch,
    /// Says what the place allows.
    Diagnose,
    /// Suggests good moves.
    Hint,
    /// Shows the leaderboard.
    Leaderboard,
    /// Shows ratings and results.
    Profile,
    /// Replays a game.
    Replay,
    /// Sends the record of a game.
    Export,
    /// Shows a record that a person provides.
    Import,
    /// Lists finished games.
    History,
    /// Shows the review of a game.
    Eval,
    /// Shows and changes the person's settings.
    Settings,
    /// Shows the data stored about the person, and deletes it.
    Privacy,
    /// Explains the rules.
    Rules,
    /// Explains the bot.
    Help,
}

/// Name to type and the description beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Lowercase letters without spaces, at most 32 characters.
    pub name: String,
    /// At most 100 characters.
    pub description: String,
}

impl Command {
    /// Every subcommand, in the order of the help.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Returns the subcommand with this English name, under which it is registered.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|command| command.name() == name)
    }

    /// Returns the English name.
    #[must_use]
    pub fn name(self) -> String {
        Words::new(Language::English).text(self.ids().0, &[])
    }

    /// Returns the top-level command that holds it.
    #[must_use]
    pub const fn root(self) -> Root {
        match self {
            Self::Play
            | Self::New
            | Self::Challenge
            | Self::Join
            | Self::Leave
            | Self::Start
            | Self::Move
            | Self::Board
            | Self::Resign
            | Self::Draw
            | Self::Takeback
            | Self::Here
            | Self::Diagnose
            | Self::Hint => Root::Focus,
            Self::Games
            | Self::Watch
            | Self::Leaderboard
            | Self::Replay
            | Self::Export
            | Self::Import
            | Self::History
            | Self::Eval
            | Self::Rules
            | Self::Help => Root::Info,
            Self::Profile | Self::Settings | Self::Privacy => Root::Me,
        }
    }

    /// Returns the message ids of name and description.
    fn ids(self) -> (&'static str, &'static str) {
        match self {
            Self::Play => ("command-play-name", "command-play"),
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
            Self::Diagnose => ("command-diagnose-name", "command-diagnose"),
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

/// Command in the menu of a person or a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray)]
pub enum MenuCommand {
    /// Challenges the person.
    Challenge,
    /// Plays on from the position that the message shows.
    PlayOn,
    /// Replays the game that the message shows.
    Replay,
}

impl MenuCommand {
    /// Every such command.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Returns the command with this English name, under which it is registered.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let english = Words::new(Language::English);
        let mut all = Self::ALL.iter().copied();
        all.find(|command| english.menu_command(*command) == name)
    }
}

/// Option of a subcommand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray)]
pub enum CommandOption {
    /// Mode of play.
    Mode,
    /// Opponent.
    Opponent,
    /// Level of a computer that takes a seat.
    Computer,
    /// Level of a computer partner.
    Partner,
    /// A person to play on one's own side.
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
    /// Move that the planned answer is for.
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
        Self::ALL
            .iter()
            .copied()
            .find(|option| option.name() == name)
    }

    /// Returns the English name.
    #[must_use]
    pub fn name(self) -> String {
        Words::new(Language::English).text(self.ids().0, &[])
    }

    /// Returns the message ids of name and description.
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
    /// Returns the description of a top-level command.
    #[must_use]
    pub fn root_command(self, root: Root) -> String {
        self.text(root.id(), &[])
    }

    /// Returns the name of a command in a menu, at most 32 characters.
    #[must_use]
    pub fn menu_command(self, command: MenuCommand) -> String {
        let id = match command {
            MenuCommand::Challenge => "menu-challenge-name",
            MenuCommand::PlayOn => "menu-play-on-name",
            MenuCommand::Replay => "menu-replay-name",
        };
        self.text(id, &[])
    }

    /// Returns the name and description of a subcommand.
    #[must_use]
    pub fn command(self, command: Command) -> Label {
        self.label(command.ids())
    }

    /// Returns the name and description of an option.
    #[must_use]
    pub fn option(self, option: CommandOption) -> Label {
        self.label(option.ids())
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

    pub(in crate::i18n) fn label(self, (name, description): (&str, &str)) -> Label {
        Label {
            name: self.text(name, &[]),
            description: self.text(description, &[]),
        }
    }
}
