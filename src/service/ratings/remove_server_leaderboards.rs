//! Removal of the leaderboards of a server.

use crate::service::Service;
use crate::service::api::fault::Fault;
use crate::service::api::ids::{GuildId, PersonId};
use crate::service::model::ratings::{LeaderboardScope, PlayerRating};
use crate::service::ratings::keys;
use crate::service::ratings::leaderboard_lines::delist_from;
use crate::service::repository::persistent;
use crate::store::{Batch, Expected, Key, Keys, Table};
use focus::Mode;

/// Number of lines removed at once.
const AT_ONCE: usize = 100;

impl Service {
    /// Adds to `batch` the removal of some lines of the leaderboards of a server, of all modes, and
    /// returns whether more may be left. The ratings themselves stay.
    pub(crate) fn remove_leaderboard_lines(
        &self,
        batch: &mut Batch,
        server: GuildId,
    ) -> Result<bool, Fault> {
        let list = LeaderboardScope::Server(server);
        let lines = Keys::prefix(&Key::new().u64(list.number())).limit(AT_ONCE);
        let lines = self.archive.store().scan(Table::Ladder, &lines)?;
        for (key, _) in &lines {
            batch.delete(Table::Ladder, key.clone(), Expected::Any);
            let mode = keys::mode_of(key);
            if let Some((position, mode)) = keys::position_of(key).zip(mode) {
                self.unlist(batch, (position.person, mode), list)?;
            }
        }
        Ok(lines.len() >= AT_ONCE)
    }

    /// Adds to `batch` that a rating is no longer in a list.
    fn unlist(
        &self,
        batch: &mut Batch,
        (person, mode): (PersonId, Mode),
        list: LeaderboardScope,
    ) -> Result<(), Fault> {
        let key = keys::rating(person, mode);
        let Some(held) = self.read_intact::<PlayerRating>(&key)? else {
            return Ok(());
        };
        let mut rating = held.record;
        // A game may have moved the line since it was found.
        delist_from(batch, list, (person, mode), &rating);
        rating.lists.retain(|other| *other != list);
        persistent::put(batch, key, &rating, Expected::Revision(held.revision));
        Ok(())
    }
}
