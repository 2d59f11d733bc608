//! Consent of people to be on the lists of all servers.

use crate::service::Service;
use crate::service::api::fault::Fault;
use crate::service::api::ids::PersonId;
use crate::service::ratings::keys::{self, LeaderboardScope};
use crate::service::ratings::settle::relist;
use crate::store::records::{ListedMark, RatingRecord};
use crate::store::{Batch, Expected, Table};
use focus::Mode;

impl Service {
    /// Returns whether a person is to be on the lists of all servers, once rated.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn is_listed(&self, person: PersonId) -> Result<bool, Fault> {
        let held = self.archive.read::<ListedMark>(&keys::listed(person))?;
        Ok(held.is_some())
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
            batch.put_record(keys::listed(person), &ListedMark {}, Expected::Any);
        } else {
            batch.delete(Table::Listed, keys::listed(person), Expected::Any);
        }
        for mode in Mode::ALL {
            let key = keys::rating(person, mode);
            let Some(held) = self.archive.read::<RatingRecord>(&key)? else {
                batch.require(Table::Ratings, key, Expected::Absent);
                continue;
            };
            let mut record = held.record.clone();
            let all = LeaderboardScope::All.number();
            record.lists.retain(|list| *list != all);
            if listed {
                record.lists.insert(0, all);
            }
            batch.put_record(key, &record, Expected::Revision(held.revision));
            relist(batch, person, mode, Some(&held.record), &record);
        }
        Ok(())
    }

    /// Adds the list of all servers to a rating's record if the person wants that; the batch fails
    /// if that changes meanwhile.
    pub(super) fn list_if_wanted(
        &self,
        batch: &mut Batch,
        person: PersonId,
        record: &mut RatingRecord,
    ) -> Result<(), Fault> {
        let held = self.archive.read::<ListedMark>(&keys::listed(person))?;
        let expected = Expected::as_read(held.as_ref().map(|held| held.revision));
        batch.require(Table::Listed, keys::listed(person), expected);
        let all = LeaderboardScope::All.number();
        if held.is_some() && !record.lists.contains(&all) {
            record.lists.insert(0, all);
        }
        Ok(())
    }
}
