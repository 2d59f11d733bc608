//! Lines of a rating on its leaderboards.

use crate::service::Service;
use crate::service::api::fault::Fault;
use crate::service::api::ids::{GuildId, PersonId, Timestamp};
use crate::service::model::ratings::{LeaderboardLine, LeaderboardScope, PlayerRating, Rating};
use crate::service::ratings::contest::faded;
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
                for old_key in keys_in(*list, (person, mode), old) {
                    if let Some(held) = self.read_intact::<LeaderboardLine>(&old_key)? {
                        line.name = held.record.name;
                        break;
                    }
                }
            }
            persistent::put(batch, key, &line, Expected::Any);
        }
        Ok(())
    }

    /// Moves the lines of those of these people whose ratings are no longer sure, because they have
    /// not played for long, below all sure ones; returns whether there were any. The ratings
    /// themselves change with the next game only.
    pub(super) fn fade(
        &self,
        people: &[PersonId],
        mode: Mode,
        now: Timestamp,
    ) -> Result<bool, Fault> {
        let keys = people.iter().map(|person| keys::rating(*person, mode));
        let keys: Vec<_> = keys.map(|key| (Table::Ratings, key)).collect();
        self.write(|batch| {
            let values = self.archive.store().get_many(&keys)?;
            let mut has_faded = false;
            for ((person, (_, key)), value) in people.iter().zip(&keys).zip(values) {
                // One that cannot be read keeps its line.
                let Ok(Some(held)) = self.value::<PlayerRating>(key, value) else {
                    continue;
                };
                let rating = &held.record;
                if let Some(now) = faded(rating, mode, now) {
                    let expected = Expected::Revision(held.revision);
                    batch.require(Table::Ratings, key.clone(), expected);
                    has_faded |= self.fade_lines(batch, (*person, mode), rating, now)?;
                }
            }
            Ok(has_faded)
        })
    }

    /// Moves the lines of a rating, which is no longer sure, as it is `now`.
    fn fade_lines(
        &self,
        batch: &mut Batch,
        (person, mode): (PersonId, Mode),
        rating: &PlayerRating,
        now: Rating,
    ) -> Result<bool, Fault> {
        let mut has_faded = false;
        for list in &rating.lists {
            let mut keys = keys_in(*list, (person, mode), rating);
            let (Some(sure), Some(unsure)) = (keys.next(), keys.next()) else {
                continue;
            };
            if let Some(held) = self.read_intact::<LeaderboardLine>(&sure)? {
                let deviation = shown(now.deviation);
                let line = LeaderboardLine {
                    deviation,
                    ..held.record
                };
                batch.delete(Table::Ladder, sure, Expected::Any);
                persistent::put(batch, unsure, &line, Expected::Any);
                has_faded = true;
            }
        }
        Ok(has_faded)
    }
}

/// Removes a person from all lists.
pub(super) fn delist(batch: &mut Batch, person: PersonId, mode: Mode, old: &PlayerRating) {
    for list in &old.lists {
        delist_from(batch, *list, (person, mode), old);
    }
}

/// Removes a person from a list.
pub(super) fn delist_from(
    batch: &mut Batch,
    list: LeaderboardScope,
    rated: (PersonId, Mode),
    old: &PlayerRating,
) {
    for key in keys_in(list, rated, old) {
        batch.delete(Table::Ladder, key, Expected::Any);
    }
}

/// Returns the keys that the line of a rating may have in a list: first that of the rating, then,
/// if it is sure, the one below all sure ones that it has once its person has not played for long.
pub(in crate::service) fn keys_in(
    list: LeaderboardScope,
    (person, mode): (PersonId, Mode),
    rating: &PlayerRating,
) -> impl Iterator<Item = Key> + use<> {
    let own = position(person, mode, rating);
    let unsure = LeaderboardPosition {
        is_sure: false,
        ..own
    };
    let positions = [Some(own), own.is_sure.then_some(unsure)];
    let positions = positions.into_iter().flatten();
    positions.map(move |position| keys::position_key(list, mode, position))
}

/// Returns the line of a rating in a list, with its key.
pub(in crate::service) fn line(
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
