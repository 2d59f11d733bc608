//! Requests of people to sit down at a table or to leave it.

use crate::service::Service;
use crate::service::api::fault::ServiceError;
use crate::service::api::ids::{GameId, Timestamp};
use crate::service::api::request::Actor;
use crate::service::api::view::update::Update;
use crate::service::game::table::lifecycle;
use crate::service::model::table::GameTable;

impl Service {
    /// Seats a person who may have one more game.
    pub(crate) fn join(
        &self,
        now: Timestamp,
        actor: &Actor,
        game: GameId,
    ) -> Result<Update, ServiceError> {
        self.change_table(game, now, |table| {
            self.check_games_of(actor.person)?;
            Ok(lifecycle::join(table, actor)?)
        })
    }

    /// Removes a person from a table.
    pub(crate) fn leave_table(
        &self,
        now: Timestamp,
        actor: &Actor,
        game: GameId,
    ) -> Result<Update, ServiceError> {
        self.change_table(game, now, |table| {
            Ok(lifecycle::leave(table, actor.person)?)
        })
    }

    /// Declines an invitation for a person.
    pub(crate) fn decline(
        &self,
        now: Timestamp,
        actor: &Actor,
        game: GameId,
    ) -> Result<Update, ServiceError> {
        self.change_table(game, now, |table| {
            Ok(lifecycle::decline(table, actor.person)?)
        })
    }

    /// Checks that a person who does not sit at a table yet may have one more.
    pub(crate) fn check_newcomer(
        &self,
        actor: &Actor,
        table: &GameTable,
    ) -> Result<(), ServiceError> {
        if table.is_seated(actor.person) {
            return Ok(());
        }
        self.check_games_of(actor.person)
    }
}
