//! Table or game in its current state, and the way in which it is shown.

use crate::service::api::ids::{ChannelId, GameId, MessageId, PersonId, Place, Timestamp};
use crate::service::api::view::game::GameView;
use crate::service::api::view::message::MessageForm;
use crate::service::api::view::player::Player;
use crate::service::api::view::table::{TableState, TableView};
use focus::Rules;

/// Table, or the game that it became.
#[derive(Clone, Debug)]
pub enum View {
    /// A table whose game has not begun.
    Table(Box<TableView>),
    /// A game that has begun, and may have ended.
    Game(Box<GameView>),
}

impl View {
    /// Returns the number of the table or game.
    #[must_use]
    pub fn id(&self) -> GameId {
        match self {
            Self::Table(table) => table.id,
            Self::Game(game) => game.id,
        }
    }

    /// Returns whether nothing more can happen at the table or in the game.
    #[must_use]
    pub fn is_over(&self) -> bool {
        match self {
            Self::Table(table) => table.state != TableState::Open,
            Self::Game(game) => game.ending.is_some(),
        }
    }

    /// Returns whether something happens at a certain time if nobody does anything: the table closes,
    /// or a clock runs out.
    #[must_use]
    pub fn has_deadline(&self) -> bool {
        match self {
            Self::Table(table) => table.state == TableState::Open,
            Self::Game(game) => game.clock.is_some(),
        }
    }

    /// Returns the place where it is shown.
    #[must_use]
    pub fn place(&self) -> Place {
        match self {
            Self::Table(table) => table.place,
            Self::Game(game) => game.place,
        }
    }

    /// Returns whether everybody in a place may know of it: it is shown there, or elsewhere on the
    /// same server without being private.
    #[must_use]
    pub fn is_public_in(&self, place: Place) -> bool {
        let (home, is_private) = match self {
            Self::Table(table) => (table.place, table.is_private),
            Self::Game(game) => (game.place, game.is_private),
        };
        let is_on_server = home.guild.is_some() && home.guild == place.guild;
        home.channel == place.channel || (is_on_server && !is_private)
    }

    /// Returns the languages of the people with a seat, if known; that of the host first.
    #[must_use]
    pub fn languages(&self) -> &[(PersonId, String)] {
        match self {
            Self::Table(table) => &table.languages,
            Self::Game(game) => &game.languages,
        }
    }

    /// Returns the parent channel of the thread in which it is shown, if known.
    #[must_use]
    pub fn parent(&self) -> Option<ChannelId> {
        match self {
            Self::Table(table) => table.parent,
            Self::Game(game) => game.parent,
        }
    }

    /// Returns the form of the message that shows it.
    #[must_use]
    pub fn form(&self) -> MessageForm {
        match self {
            Self::Table(table) => table.form,
            Self::Game(game) => game.form,
        }
    }

    /// Returns the message that shows it.
    #[must_use]
    pub fn message(&self) -> Option<MessageId> {
        match self {
            Self::Table(table) => table.message,
            Self::Game(game) => game.message,
        }
    }

    /// Returns the counter of the changes that people can see.
    #[must_use]
    pub fn version(&self) -> u64 {
        match self {
            Self::Table(table) => table.version,
            Self::Game(game) => game.version,
        }
    }
}

/// Way in which an update is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Announcement {
    /// A new message, because there is none yet or it is somebody's turn now; an edit instead where
    /// nobody has to be mentioned.
    Post,
    /// An edit of the existing message.
    Edit,
}

/// Result of a request.
#[derive(Clone, Debug)]
pub struct Update {
    /// The table or game in its current state.
    pub view: View,
    /// Way to show it.
    pub announce: Announcement,
}

/// Entry in a person's list of games.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a question by which lists are put together"
)]
pub struct GameSummary {
    /// The number of the table or game.
    pub id: GameId,
    /// Place where it is shown.
    pub place: Place,
    /// Message that shows it.
    pub message: Option<MessageId>,
    /// The rules.
    pub rules: Rules,
    /// True if the game has begun.
    pub begun: bool,
    /// True if this person has a seat or watches; false if this person is only invited.
    pub seated: bool,
    /// True if this person is to move, or to answer an invitation.
    pub your_turn: bool,
    /// True if it is a table at which anybody may sit down.
    pub is_open: bool,
    /// True if this person is out of the game, which continues among the others.
    pub is_out: bool,
    /// True if the time of the player to move is over and can be claimed; false if that player is
    /// this person's partner.
    pub is_overdue: bool,
    /// The other players.
    pub others: Vec<Player>,
    /// Plies played.
    pub plies: u32,
    /// Number of position changes; see [`GameView::steps`].
    pub steps: u32,
    /// Time when this person's clock runs out, if it is running.
    pub runs_out: Option<Timestamp>,
    /// True if it is paused instead because the bot is no longer on the server of the game; known
    /// from [`listed_games_of`](crate::service::Service::listed_games_of) alone.
    pub is_paused: bool,
}
