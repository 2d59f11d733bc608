//! Consent of people to be on the leaderboards of all servers.

use crate::service::Service;
use crate::service::api::fault::Fault;
use crate::service::api::ids::PersonId;
use crate::service::model::ratings::{LeaderboardScope, PlayerRating};
use crate::service::ratings::keys;
use crate::service::ratings::leaderboard_lines::{delist_from, line};
use crate::service::repository::indices;
use crate::service::repository::persistent;
use crate::store::{Batch, Expected, Table};
use focus::Mode;

impl Service {
    /// Returns whether a person should be on the lists of all servers, once rated.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn is_listed(&self, person: PersonId) -> Result<bool, Fault> {
        let store = self.archive.store();
        Ok(store.get(Table::Listed, &keys::listed(person))?.is_some())
    }

    /// Puts a person on the lists of all servers, in every mode, or takes the person off them.
    ///
    /// # Errors
    ///
    /// The store failed; nothing has changed then.
    pub fn set_listed(&self, person: PersonId, listed: bool) -> Result<(), Fault> {
        self.write(|batch| self.list(batch, person, listed))
    }

    /// Adds the change to `batch`, which fails if a game ends meanwhile.
    fn list(&self, batch: &mut Batch, person: PersonId, listed: bool) -> Result<(), Fault> {
        if listed {
            let mark = indices::plain_mark();
            batch.put(Table::Listed, keys::listed(person), mark, Expected::Any);
        } else {
            batch.delete(Table::Listed, keys::listed(person), Expected::Any);
        }
        for mode in Mode::ALL {
            let key = keys::rating(person, mode);
            let Some(held) = self.read::<PlayerRating>(&key)? else {
                batch.require(Table::Ratings, key, Expected::Absent);
                continue;
            };
            let mut rating = held.record;
            delist_from(batch, LeaderboardScope::All, (person, mode), &rating);
            rating.lists.retain(|list| *list != LeaderboardScope::All);
            if listed {
                let (place, line) = line(person, mode, &rating, LeaderboardScope::All);
                rating.lists.insert(0, LeaderboardScope::All);
                persistent::put(batch, place, &line, Expected::Any);
            }
            let expected = Expected::Revision(held.revision);
            persistent::put(batch, key, &rating, expected);
        }
        Ok(())
    }

    /// Adds the list of all servers to a rating if the person wants that; the batch fails
    /// if that changes meanwhile.
    pub(super) fn list_if_wanted(
        &self,
        batch: &mut Batch,
        person: PersonId,
        rating: &mut PlayerRating,
    ) -> Result<(), Fault> {
        let key = keys::listed(person);
        let mark = self.archive.store().get(Table::Listed, &key)?;
        let expected = Expected::as_read(mark.as_ref().map(|mark| mark.revision));
        batch.require(Table::Listed, key, expected);
        if mark.is_some() && !rating.lists.contains(&LeaderboardScope::All) {
            rating.lists.insert(0, LeaderboardScope::All);
        }
        Ok(())
    }
}
