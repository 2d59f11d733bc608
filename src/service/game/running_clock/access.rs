//! Access of the bot to the channel of a game, as far as it decides whether the clock runs.

use crate::service::Service;
use crate::service::api::fault::ServiceError;
use crate::service::api::ids::{Access, GameId, Place, Timestamp};
use crate::service::model::TableOrGame;

impl Service {
    /// Records how the bot accesses the channel of a game, which changes when it joins or leaves
    /// the server. Where it has left and can still answer, clocks run from now on.
    ///
    /// # Errors
    ///
    /// There is no such game, or the store failed.
    pub fn learn_access(
        &self,
        game: GameId,
        place: Place,
        now: Timestamp,
    ) -> Result<(), ServiceError> {
        if place.is_visited() {
            self.give_back_absence(game, now)?;
        }
        self.write(|batch| {
            let held = self.stored(game)?;
            let known = held.record.common().place;
            if known.channel == place.channel && known.access != place.access {
                let mut stored = TableOrGame::clone(&held.record);
                stored.common_mut().place.access = place.access;
                self.replace(batch, game, &held, &stored, false)?;
            }
            Ok(())
        })
    }

    /// Lets the clock of a game run where the bot is no longer a member. The game itself records
    /// that, because it outlasts the data of the server; the next action there corrects it.
    pub(crate) fn run_without_bot(&self, id: GameId, now: Timestamp) -> Result<(), ServiceError> {
        let held = self.stored(id)?;
        let game = held.record.running()?;
        if game.clock.is_none() {
            return Ok(());
        }
        let place = Place {
            access: Access::Visitor,
            ..game.common.place
        };
        self.learn_access(id, place, now)
    }
}
