//! Handover of seats at people's requests, with room for those who take them over.

use crate::service::Service;
use crate::service::api::fault::ServiceError;
use crate::service::api::ids::{GameId, PersonId, Timestamp};
use crate::service::api::refusal::{HandOverRefusal, Refusal};
use crate::service::api::request::{Actor, SeatRequest};
use crate::service::api::view::update::{Announcement, Update};
use crate::service::game::hand_over;
use crate::service::game::loading::loaded_game::LoadedGame;
use crate::service::game::transaction::change::GameChange;
use crate::service::model::TableOrGame;
use crate::service::model::game::{Candidate, StartedGame};
use crate::service::repository::indices::game_key;
use crate::service::repository::queue_entries::Queued;

impl Service {
    /// Carries out a person's action on a seat. Whoever has asked for it withdraws by refusing.
    pub(crate) fn hand_over(
        &self,
        now: Timestamp,
        actor: &Actor,
        (game, seen): (GameId, Option<u32>),
        request: SeatRequest,
    ) -> Result<Update, ServiceError> {
        if request == SeatRequest::Mine {
            self.check_games_of(actor.person)?;
        }
        self.change(game, |loaded, batch| {
            if request == SeatRequest::Refuse
                && let Some(changed) = self.withdrawn(loaded, actor.person)?
            {
                return Ok(changed);
            }
            let changed = self.game_changed(loaded, batch, now, &|game, state| {
                hand_over::requested(game, state, actor, seen, request)
            });
            let mut changed = changed?;
            if let (TableOrGame::Game(new), Some(old)) =
                (&mut changed.stored, loaded.held.record.game())
            {
                self.check_room(old, new)?;
                if request == SeatRequest::Mine {
                    new.candidate = Some(Candidate::new(actor));
                }
            }
            Ok(changed)
        })
    }

    /// Withdraws a person's request for a seat.
    pub(crate) fn withdraw(&self, person: PersonId, game: GameId) -> Result<Update, ServiceError> {
        self.change(game, |loaded, _| {
            let changed = self.withdrawn(loaded, person)?;
            Ok(changed.ok_or(Refusal::Seat(HandOverRefusal::NoSeat))?)
        })
    }

    /// Checks that the person who takes over a seat has room for one more game, which may have
    /// changed since they asked for it.
    fn check_room(&self, old: &StartedGame, new: &StartedGame) -> Result<(), ServiceError> {
        let has_sat_down = new.former.len() > old.former.len();
        let Some(successor) = old.candidate.as_ref().filter(|_| has_sat_down) else {
            return Ok(());
        };
        match self.check_games_of(successor.person.id) {
            Err(ServiceError::Refused(Refusal::TooManyGames { .. })) => {
                Err(Refusal::Seat(HandOverRefusal::NoRoom).into())
            }
            other => other,
        }
    }

    /// Returns the change that withdraws a person's request for a seat; `None` if there is none.
    fn withdrawn(
        &self,
        loaded: &LoadedGame,
        person: PersonId,
    ) -> Result<Option<GameChange>, ServiceError> {
        let mut game = loaded.held.record.running()?.clone();
        let candidate = &mut game.candidate;
        let own = candidate.take_if(|candidate| candidate.person.id == person);
        if own.is_none() {
            return Ok(None);
        }
        // It is no news, with which a board could go on in place. A board that is still to be posted
        // may have to mention somebody.
        let queued = self.read::<Queued<Announcement>>(&game_key(loaded.id))?;
        Ok(Some(GameChange {
            stored: TableOrGame::Game(Box::new(game)),
            actions: Vec::new(),
            state: None,
            announcement: queued.map_or(Announcement::Edit, |held| held.record.what),
        }))
    }
}
