//! Check of leaderboards against the ratings they show.

use crate::service::model::ratings::{LeaderboardLine, PlayerRating};
use crate::service::ratings::keys;
use crate::service::ratings::leaderboard_lines::lines;
use crate::service::repository::persistent::{decode, encode};
use crate::service::upkeep::consistency::check::{ConsistencyCheck, Finding, Lookup};
use crate::store::{StoreError, Table};

impl ConsistencyCheck<'_> {
    /// Checks that the lines of every rating exist.
    pub(super) fn ratings(&mut self) -> Result<(), StoreError> {
        self.each(Table::Ratings, |audit, key, stored| {
            let (Some((person, mode)), Ok(rating)) = (keys::rating_of(&key), decode(&stored.bytes))
            else {
                return Ok(());
            };
            for (key, line) in lines(person, mode, &rating) {
                let (table, key, bytes) = (Table::Ladder, key.into_bytes(), encode(&line));
                let is_right = match audit.read::<LeaderboardLine>(&key)? {
                    // The name may be older, as the list of a server keeps it.
                    Lookup::Value(found) => {
                        (found.deviation, found.tally) == (line.deviation, line.tally)
                    }
                    Lookup::Nothing | Lookup::Unreadable => false,
                };
                if !is_right {
                    audit.findings.push(Finding::Missing { table, key, bytes });
                }
            }
            Ok(())
        })
    }

    /// Reports lines without a rating.
    pub(super) fn leaderboards(&mut self) -> Result<(), StoreError> {
        self.strays(Table::Ladder, |audit, key| {
            let place = keys::mode_of(key).zip(keys::position_of(key));
            let Some((mode, position)) = place else {
                return Ok(Lookup::Nothing);
            };
            let rating = audit.read::<PlayerRating>(&keys::rating(position.person, mode))?;
            Ok(rating.map(|rating| {
                let own = lines(position.person, mode, &rating);
                own.iter().any(|(own, _)| **own == *key)
            }))
        })
    }
}
