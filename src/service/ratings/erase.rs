//! Export and deletion of a person's results.

use serde_json::{Value, json};

use crate::service::Service;
use crate::service::api::fault::Fault;
use crate::service::api::ids::PersonId;
use crate::service::model::ratings::{PlayerRating, PlayerResult};
use crate::service::ratings::keys;
use crate::service::ratings::leaderboard_lines::delist;
use crate::service::repository::indices::game_of;
use crate::service::repository::persistent;
use crate::service::repository::personal_data;
use crate::store::{Batch, Expected, Keys, Table};
use focus::Mode;

/// Number of results deleted at a time.
const AT_ONCE: usize = 100;

impl Service {
    /// Returns a person's ratings and results; about others, only how many played.
    ///
    /// # Errors
    ///
    /// The store failed. Results that cannot be read are skipped.
    pub fn results_of(&self, person: PersonId) -> Result<Value, Fault> {
        let mut modes = Vec::new();
        for mode in Mode::ALL {
            let key = keys::rating(person, mode);
            let rating = self.read::<PlayerRating>(&key)?;
            let results = self.scan::<PlayerResult>(&Keys::prefix(&key))?;
            let results = results.iter().map(|(key, held)| {
                personal_data::result(keys::moment_of_result(key), game_of(key), &held.record)
            });
            modes.push(json!({
                "mode": mode.token(),
                "rating": rating.map(|held| personal_data::export(&held.record)),
                "results": results.collect::<Vec<_>>(),
            }));
        }
        Ok(Value::Array(modes))
    }

    /// Deletes a person's ratings and results, and removes the person from all lists and from the
    /// results of others. Ratings of others stay as they are.
    ///
    /// # Errors
    ///
    /// The store failed; data deleted before that stays deleted, and the rest remains to be
    /// deleted.
    pub fn erase_results(&self, person: PersonId) -> Result<(), Fault> {
        for mode in Mode::ALL {
            while !self.erase_some(person, mode)? {}
        }
        let mut batch = Batch::new();
        let mark = keys::listed(person);
        if self.is_listed(person)? {
            batch.delete(Table::Listed, mark, Expected::Any);
            self.archive.commit(batch)?;
        }
        Ok(())
    }

    /// Deletes a rating and some results, and returns whether nothing is left.
    fn erase_some(&self, person: PersonId, mode: Mode) -> Result<bool, Fault> {
        let place = keys::rating(person, mode);
        let mut batch = Batch::new();
        if let Some(held) = self.read::<PlayerRating>(&place)? {
            delist(&mut batch, person, mode, &held.record);
            let expected = Expected::Revision(held.revision);
            batch.delete(Table::Ratings, place.clone(), expected);
        } else {
            batch.require(Table::Ratings, place.clone(), Expected::Absent);
        }
        let some = Keys::prefix(&place).limit(AT_ONCE);
        let results = self.scan::<PlayerResult>(&some)?;
        for (key, held) in &results {
            let moment = keys::moment_of_result(key).zip(game_of(key));
            for other in &held.record.others {
                let Some((at, game)) = moment else { continue };
                let theirs = keys::result(other.person, mode, at, game);
                let Some(mut held) = self.read::<PlayerResult>(&theirs)? else {
                    continue;
                };
                for companion in &mut held.record.others {
                    if companion.person == person {
                        companion.person = PersonId::GONE;
                    }
                }
                let expected = Expected::Revision(held.revision);
                persistent::put(&mut batch, theirs, &held.record, expected);
            }
            batch.delete(Table::Results, key.clone(), Expected::Any);
        }
        if batch.is_empty() {
            return Ok(true);
        }
        // If a game has ended meanwhile, the next attempt sees it.
        let is_committed = self.archive.commit_unless_changed(batch)?;
        Ok(is_committed && results.len() < AT_ONCE)
    }
}
