//! Lines of a rating on its leaderboards.

use crate::service::Service;
use crate::service::api::fault::Fault;
use crate::service::api::ids::{GuildId, PersonId};
use crate::service::model::ratings::{LeaderboardLine, LeaderboardScope, PlayerRating};
use crate::service::ratings::keys::{self, LeaderboardPosition};
use crate::service::ratings::{shown, system};
use crate::service::repository::persistent;
use crate::store::{Batch, Expected, Key, Table};
use focus::Mode;

impl Service {
    /// Moves a person to the right position in all lists, after a game that ended on `server`. The
    /// lists of other servers keep the name that they have: the new one may be a nickname, known
    /// there to nobody.
    pub(super) fn relist(
        &self,
        batch: &mut Batch,
        (person, mode): (PersonId, Mode),
        old: Option<&PlayerRating>,
        new: &PlayerRating,
        server: Option<GuildId>,
    ) -> Result<(), Fault> {
        if let Some(old) = old {
            delist(batch, person, mode, old);
        }
        for list in &new.lists {
            let (key, mut line) = line(person, mode, new, *list);
            let takes_name = match *list {
                LeaderboardScope::All => true,
                LeaderboardScope::Server(guild) => Some(guild) == server,
            };
            if let Some(old) = old.filter(|_| !takes_name) {
                let old_key = keys::position_key(*list, mode, position(person, mode, old));
                if let Some(held) = self.read_intact::<LeaderboardLine>(&old_key)? {
                    line.name = held.record.name;
                }
            }
            persistent::put(batch, key, &line, Expected::Any);
        }
        Ok(())
    }
}

/// Removes a person from all lists.
pub(super) fn delist(batch: &mut Batch, person: PersonId, mode: Mode, old: &PlayerRating) {
    for list in &old.lists {
        let key = keys::position_key(*list, mode, position(person, mode, old));
        batch.delete(Table::Ladder, key, Expected::Any);
    }
}

/// Returns the lines of a rating in all its lists, with their keys.
pub(in crate::service) fn lines(
    person: PersonId,
    mode: Mode,
    rating: &PlayerRating,
) -> Vec<(Key, LeaderboardLine)> {
    let lists = rating.lists.iter();
    lists
        .map(|list| line(person, mode, rating, *list))
        .collect()
}

/// Returns the line of a rating in a list, with its key.
pub(super) fn line(
    person: PersonId,
    mode: Mode,
    rating: &PlayerRating,
    list: LeaderboardScope,
) -> (Key, LeaderboardLine) {
    let line = LeaderboardLine {
        name: rating.name.clone(),
        deviation: shown(rating.rating.deviation),
        tally: rating.tally,
    };
    let position = position(person, mode, rating);
    (keys::position_key(list, mode, position), line)
}

/// Returns the position of a rating in its lists.
fn position(person: PersonId, mode: Mode, rating: &PlayerRating) -> LeaderboardPosition {
    LeaderboardPosition {
        is_sure: rating.rating.is_sure(system(mode)),
        points: shown(rating.rating.points),
        person,
    }
}
