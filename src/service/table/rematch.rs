//! Rematches with the same players.

use crate::service::Service;
use crate::service::api::fault::{Fault, ServiceError};
use crate::service::api::ids::{GameId, PersonId, Timestamp};
use crate::service::api::refusal::Refusal;
use crate::service::api::request::{Actor, Request};
use crate::service::api::view::{TableState, Update, View};
use crate::service::game::transaction::LoadedGame;
use crate::service::repository::indices;
use crate::service::repository::mapping;
use crate::service::table::lifecycle;
use crate::store::records::{GameRecord, StageRecord};
use crate::store::{Batch, Expected};

/// Game that is the rematch.
enum Next {
    /// An existing table that waits for people.
    Open(GameId),
    /// A table that was just set up.
    New(GameId),
}

impl Service {
    /// Sets up the one rematch of a game, or sits down at it.
    pub(crate) fn rematch(
        &self,
        now: Timestamp,
        actor: &Actor,
        game: GameId,
        seed: u64,
    ) -> Result<Update, ServiceError> {
        let next = self.write(|batch| {
            let old = self.load(game)?;
            check(&old.held.record, actor)?;
            if let Some(next) = self.open_rematch(&old.held.record)? {
                return Ok(Next::Open(next));
            }
            self.check_games_of(actor.person)?;
            let place = mapping::place(&old.held.record);
            self.check_games_in(place.channel)?;
            self.check_games_on(place.guild)?;
            let time = old.held.record.clock.as_ref().map(mapping::time_rule);
            let time = time.transpose().map_err(Fault::damaged(game))?;
            if old.held.record.rated && time.is_none() {
                return Err(Refusal::RatedWithoutClock.into());
            }
            self.check_clock(place.guild, time)?;
            let next = self.set_up_again(batch, &old, now, actor, seed)?;
            Ok::<_, ServiceError>(Next::New(next))
        })?;
        match next {
            Next::Open(next) => self.handle(now, actor, Request::Join(next), seed),
            Next::New(next) => self.opened(next),
        }
    }

    /// Returns the rematch that waits for people, if there is one.
    fn open_rematch(&self, old: &GameRecord) -> Result<Option<GameId>, ServiceError> {
        let Some(next) = old.rematch.map(GameId) else {
            return Ok(None);
        };
        match self.view(next)? {
            View::Game(_) => Err(Refusal::RematchBegun(next).into()),
            View::Table(table) if table.state == TableState::Open => Ok(Some(next)),
            View::Table(_) => Ok(None),
        }
    }

    /// Adds to `batch` the new table and a link to it in the old game.
    fn set_up_again(
        &self,
        batch: &mut Batch,
        old: &LoadedGame,
        now: Timestamp,
        actor: &Actor,
        seed: u64,
    ) -> Result<GameId, Fault> {
        let record = &old.held.record;
        let rules = mapping::rules(record).map_err(Fault::damaged(old.id))?;
        let open_for = self.limits.table_open_for;
        let new = lifecycle::again((old.id, record), rules, actor, now, open_for, seed);
        let id = self.open(batch, new)?;
        let mut was = record.clone();
        was.rematch = Some(id.0);
        let expected = Expected::Revision(old.held.revision);
        batch.put_record(indices::game_key(old.id), &was, expected);
        Ok(id)
    }
}

fn check(old: &GameRecord, actor: &Actor) -> Result<(), Refusal> {
    let person = actor.person.0;
    let has_played = old.people.iter().any(|seat| seat.person == person);
    if !has_played && old.watcher != Some(person) {
        return Err(Refusal::NotAPlayer);
    }
    // A person whose data was deleted cannot be invited.
    if old
        .people
        .iter()
        .any(|seat| seat.person == PersonId::GONE.0)
    {
        return Err(Refusal::PlayerGone);
    }
    match old.stage {
        StageRecord::Ended | StageRecord::Aborted => Ok(()),
        StageRecord::Playing => Err(Refusal::GameGoesOn),
        StageRecord::Open => Err(Refusal::NotBegun),
        StageRecord::Closed | StageRecord::Declined(_) | StageRecord::Expired => {
            Err(Refusal::TableClosed)
        }
    }
}
