//! Ways of a person to end a game early.

use crate::service::Service;
use crate::service::api::fault::ServiceError;
use crate::service::api::ids::{GameId, Timestamp};
use crate::service::api::request::Actor;
use crate::service::api::view::update::Update;
use crate::service::game::commands;

impl Service {
    /// Resigns a game for one of its players.
    pub(crate) fn resign(
        &self,
        now: Timestamp,
        actor: &Actor,
        game: GameId,
        seen: Option<u32>,
    ) -> Result<Update, ServiceError> {
        self.change_game(game, now, |stored, state| {
            let color = commands::player(stored, state, actor, seen)?;
            Ok(commands::resign(state, color))
        })
    }

    /// Calls a game off, at the request of a player or of a person who only watches computers.
    pub(crate) fn abort(
        &self,
        now: Timestamp,
        actor: &Actor,
        game: GameId,
        seen: Option<u32>,
    ) -> Result<Update, ServiceError> {
        self.change_game(game, now, |stored, state| {
            if let Some(actions) = commands::stop_watching(stored, state, actor) {
                return Ok(actions);
            }
            let color = commands::player(stored, state, actor, seen)?;
            commands::abort(state, color)
        })
    }
}
