//! Requests of people that need nothing but a running game.

use crate::service::Service;
use crate::service::api::fault::ServiceError;
use crate::service::api::ids::{GameId, Timestamp};
use crate::service::api::request::{Actor, GameRequest};
use crate::service::api::view::update::Update;
use crate::service::game::player_actions;
use crate::service::game::running_clock::timeout;
use crate::service::game::take_back;

impl Service {
    /// Carries out the request of a player, or of a person who only watches computers.
    pub(crate) fn carry_out(
        &self,
        now: Timestamp,
        actor: &Actor,
        (game, seen): (GameId, Option<u32>),
        request: GameRequest,
    ) -> Result<Update, ServiceError> {
        self.change_game(game, now, |stored, state| {
            if request == GameRequest::Abort
                && let Some(actions) = player_actions::stop_watching(stored, state, actor)
            {
                return Ok(actions);
            }
            let color = player_actions::player(stored, state, actor, seen)?;
            match request {
                GameRequest::Resign => Ok(player_actions::resign(state, color)),
                GameRequest::Draw => player_actions::draw(state, color),
                GameRequest::AcceptDraw(by) => player_actions::accept_draw(state, color, by),
                GameRequest::RefuseDraw(by) => player_actions::refuse_draw(state, color, by),
                GameRequest::Claim => timeout::claim(state, color),
                GameRequest::TakeBack => {
                    take_back::take_back(state, color, self.limits.take_back_grace)
                }
                GameRequest::AllowTakeBack(by) => take_back::allow(state, color, by),
                GameRequest::RefuseTakeBack(by) => take_back::refuse(state, color, by),
                GameRequest::Abort => player_actions::abort(state, color),
            }
        })
    }
}
