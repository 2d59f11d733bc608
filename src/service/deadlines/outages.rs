//! Time in which nobody could move on one server, because Discord could not serve it.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::service::Service;
use crate::service::api::fault::{Fault, SessionError};
use crate::service::api::ids::{GameId, GuildId, Timestamp};
use crate::service::repository::indices;
use crate::store::Table;
use crate::store::records::OwedRecord;

/// Shorter outages are given back to nobody.
const SHORTEST: Duration = Duration::from_secs(30);
/// How long a clock that would run out in an outage stands still before it is looked at again.
const PAUSE: Duration = Duration::from_secs(60);

/// Servers in an outage, and since when. Discord tells of them again after a restart.
#[derive(Debug, Default)]
pub(crate) struct Outages(Mutex<HashMap<GuildId, Timestamp>>);

impl Outages {
    fn known(&self) -> MutexGuard<'_, HashMap<GuildId, Timestamp>> {
        // A map is whole after each line of code that changes it.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Service {
    /// Notes that nobody can move on a server.
    pub fn begin_outage(&self, guild: GuildId, now: Timestamp) {
        self.outages.known().entry(guild).or_insert(now);
    }

    /// Notes that people can move on a server again, and gives the time since
    /// [`Service::begin_outage`] back to the clocks that run there.
    ///
    /// # Errors
    ///
    /// The store failed. A game that cannot be read is left out.
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
                    Ok(()) | Err(SessionError::Refused(_)) => {}
                    Err(SessionError::Fault(fault)) if fault.is_of_one_game() => {
                        tracing::error!(game = %id, %fault, "its clock goes on");
                    }
                    Err(SessionError::Fault(fault)) => return Err(fault),
                }
            }
        }
        self.outages.known().remove(&guild);
        Ok(())
    }

    /// Lets the clock of a game whose server is in an outage stand still a while longer; says
    /// whether that is so.
    pub(crate) fn waits_for_server(
        &self,
        id: GameId,
        now: Timestamp,
    ) -> Result<bool, SessionError> {
        let guild = self.record(id)?.record.guild.map(GuildId);
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
    ) -> Result<(), SessionError> {
        let owed = OwedRecord {
            from: from.0,
            until: until.0,
            down_to: None,
        };
        self.write(|batch| {
            let loaded = self.load(id)?;
            Ok(self.give_back_to(batch, &loaded, owed)?)
        })
    }
}
