//! Names and descriptions of commands, as Discord shows them.

use strum::{EnumString, IntoStaticStr, VariantArray};

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

/// Subcommand for people. It is parsed from its English name, under which it is registered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum Subcommand {
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
    /// Lists ended games.
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

impl Subcommand {
    /// Every subcommand, in the order of the help.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Returns the English name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
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
            | Self::Hint => Root::Focus,
            Self::Games
            | Self::Watch
            | Self::Diagnose
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
    fn ids(self) -> (String, String) {
        let name = self.name();
        (format!("command-{name}-name"), format!("command-{name}"))
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
    pub fn command(self, command: Subcommand) -> Label {
        let (name, description) = command.ids();
        self.label((&name, &description))
    }

    pub(in crate::i18n) fn label(self, (name, description): (&str, &str)) -> Label {
        Label {
            name: self.text(name, &[]),
            description: self.text(description, &[]),
        }
    }
}
