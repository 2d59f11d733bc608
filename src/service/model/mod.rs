//! Tables, games, people and servers as the service works with them; `repository` converts them to
//! records.

pub(crate) mod action;
pub(crate) mod colors;
pub(crate) mod common;
pub(crate) mod downtime;
pub(crate) mod game;
pub(crate) mod ratings;
pub(crate) mod retention;
pub(crate) mod rules;
pub(crate) mod settings;
pub(crate) mod table;
pub(crate) mod teams;
pub(crate) mod watch;

use crate::service::api::ids::PersonId;
use crate::service::api::refusal::Refusal;
use crate::service::model::common::Common;
use crate::service::model::game::StartedGame;
use crate::service::model::table::{GameTable, PersonSeat};

/// Table, or the game that it became.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TableOrGame {
    /// A table before its game.
    Table(Box<GameTable>),
    /// A game that has begun, and may have ended.
    Game(Box<StartedGame>),
}

impl TableOrGame {
    /// Returns the facts that a table and its game share.
    pub(crate) fn common(&self) -> &Common {
        match self {
            Self::Table(table) => &table.common,
            Self::Game(game) => &game.common,
        }
    }

    /// Returns the facts that a table and its game share, to be changed.
    pub(crate) fn common_mut(&mut self) -> &mut Common {
        match self {
            Self::Table(table) => &mut table.common,
            Self::Game(game) => &mut game.common,
        }
    }

    /// Returns the language of a person's Discord client when the person sat down, as a two-letter ISO
    /// 639-1 code.
    pub(crate) fn language_of(&self, person: PersonId) -> Option<&str> {
        let is_own = |seat: &&PersonSeat| seat.person == person;
        let seat = match self {
            Self::Table(table) => table.people.iter().find(is_own),
            Self::Game(game) => game.people.iter().map(|player| &player.seat).find(is_own),
        };
        seat?.language.as_deref()
    }

    /// Returns the game, if it has begun.
    pub(crate) fn game(&self) -> Option<&StartedGame> {
        match self {
            Self::Table(_) => None,
            Self::Game(game) => Some(game),
        }
    }

    /// Returns the game, if it is running.
    pub(crate) fn running(&self) -> Result<&StartedGame, Refusal> {
        match self {
            Self::Game(game) if game.is_over() => Err(Refusal::GameOver),
            Self::Game(game) => Ok(game),
            Self::Table(table) if table.is_open() => Err(Refusal::NotBegun),
            Self::Table(_) => Err(Refusal::TableClosed),
        }
    }

    /// Returns the table, if people can sit down at it.
    pub(crate) fn open_table(&self) -> Result<&GameTable, Refusal> {
        match self {
            Self::Table(table) if table.is_open() => Ok(table),
            Self::Table(_) => Err(Refusal::TableClosed),
            Self::Game(game) if game.is_over() => Err(Refusal::GameOver),
            Self::Game(_) => Err(Refusal::AlreadyBegun),
        }
    }

    /// Returns whether nothing more can happen at the table or in the game.
    pub(crate) fn is_over(&self) -> bool {
        match self {
            Self::Table(table) => !table.is_open(),
            Self::Game(game) => game.is_over(),
        }
    }

    /// Notes that no replay of the game has to be posted.
    pub(crate) fn owe_no_replay(&mut self) {
        if let Self::Game(game) = self {
            game.owes_replay = false;
        }
    }

    /// Returns the number of actions in the game; none at a table.
    pub(crate) fn actions(&self) -> u32 {
        self.game().map_or(0, |game| game.actions)
    }
}
