//! Time in which nobody could move on one server because Discord could not serve it.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::service::Service;
use crate::service::api::fault::{Fault, ServiceError};
use crate::service::api::ids::{GameId, GuildId, Timestamp};
use crate::service::model::messages::OwedTime;
use crate::service::repository::indices;
use crate::store::Table;

/// Minimum length of an outage that is compensated.
const SHORTEST: Duration = Duration::from_secs(30);
/// Interval at which a clock that would run out in an outage is paused and checked again.
const PAUSE: Duration = Duration::from_secs(60);

/// Servers in an outage, with its start. After a restart Discord reports them again.
#[derive(Debug, Default)]
pub(crate) struct Outages(Mutex<HashMap<GuildId, Timestamp>>);

impl Outages {
    fn known(&self) -> MutexGuard<'_, HashMap<GuildId, Timestamp>> {
        // A map is whole after each line of code that changes it.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Service {
    /// Records that nobody can move on a server.
    pub fn begin_outage(&self, guild: GuildId, now: Timestamp) {
        self.outages.known().entry(guild).or_insert(now);
    }

    /// Records that people can move on a server again, and gives the time since
    /// [`Service::begin_outage`] back to the clocks that run there.
    ///
    /// # Errors
    ///
    /// The store failed. A game that cannot be read is skipped.
    pub fn end_outage(&self, guild: GuildId, now: Timestamp) -> Result<(), Fault> {
        let begun = self.outages.known().get(&guild).copied();
        if let Some(from) = begun.filter(|from| now.since(*from) >= SHORTEST) {
            self.fill(Table::Servers)?;
            let keys = indices::games_on(guild);
            for (key, _) in self.archive.store().scan(Table::Servers, &keys)? {
                let Some(id) = indices::game_of(&key) else {
                    continue;
                };
                match self.stand_still(id, from, now) {
                    Ok(()) | Err(ServiceError::Refused(_)) => {}
                    Err(ServiceError::Fault(fault)) if fault.is_of_one_game() => {
                        tracing::error!(game = %id, %fault, "its clock goes on");
                    }
                    Err(ServiceError::Fault(fault)) => return Err(fault),
                }
            }
        }
        self.outages.known().remove(&guild);
        Ok(())
    }

    /// Pauses the clock of a game for a while if its server is in an outage; returns whether it is.
    pub(crate) fn waits_for_server(
        &self,
        id: GameId,
        now: Timestamp,
    ) -> Result<bool, ServiceError> {
        let guild = self.stored(id)?.record.common().place.guild;
        let begun = guild.and_then(|guild| self.outages.known().get(&guild).copied());
        if let Some(from) = begun {
            self.stand_still(id, from, now.after(PAUSE))?;
        }
        Ok(begun.is_some())
    }

    fn stand_still(
        &self,
        id: GameId,
        from: Timestamp,
        until: Timestamp,
    ) -> Result<(), ServiceError> {
        let owed = OwedTime {
            from,
            until,
            down_to: None,
        };
        self.write(|batch| {
            let loaded = self.load(id)?;
            Ok(self.give_back_to(batch, &loaded, owed)?)
        })
    }
}
