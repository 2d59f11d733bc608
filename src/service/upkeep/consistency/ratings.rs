//! Check of leaderboards against the ratings they show.

use crate::service::model::ratings::{LeaderboardLine, PlayerRating};
use crate::service::ratings::keys;
use crate::service::ratings::leaderboard_lines::{keys_in, line};
use crate::service::repository::persistent::{decode, encode};
use crate::service::upkeep::consistency::check::{ConsistencyCheck, Finding, Lookup};
use crate::store::{StoreError, Table};

impl ConsistencyCheck<'_> {
    /// Checks that the lines of every rating exist.
    pub(super) fn ratings(&mut self) -> Result<(), StoreError> {
        self.each(Table::Ratings, |audit, key, stored| {
            let (Some((person, mode)), Ok(rating)) =
                (keys::rating_of(&key), decode::<PlayerRating>(&stored.bytes))
            else {
                return Ok(());
            };
            for list in &rating.lists {
                let (key, line) = line(person, mode, &rating, *list);
                let (table, key, bytes) = (Table::Ladder, key.into_bytes(), encode(&line));
                let mut is_right = false;
                for key in keys_in(*list, (person, mode), &rating) {
                    is_right |= match audit.read::<LeaderboardLine>(&key)? {
                        // The name may be older, as the list of a server keeps it, and time without
                        // games adds to the deviation.
                        Lookup::Value(found) => {
                            found.deviation >= line.deviation && found.tally == line.tally
                        }
                        Lookup::Nothing | Lookup::Unreadable => false,
                    };
                }
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
                let rated = (position.person, mode);
                let mut lists = rating.lists.iter();
                lists.any(|list| keys_in(*list, rated, &rating).any(|own| *own == *key))
            }))
        })
    }
}
