//! Lines of a rating on its leaderboards.

use crate::service::api::ids::PersonId;
use crate::service::model::ratings::{LeaderboardLine, PlayerRating};
use crate::service::ratings::keys::{self, LeaderboardPosition};
use crate::service::ratings::{shown, system};
use crate::service::repository::persistent;
use crate::store::{Batch, Expected, Key, Table};
use focus::Mode;

/// Moves a person to the right position in all lists.
pub(super) fn relist(
    batch: &mut Batch,
    person: PersonId,
    mode: Mode,
    old: Option<&PlayerRating>,
    new: &PlayerRating,
) {
    if let Some(old) = old {
        delist(batch, person, mode, old);
    }
    for (key, line) in lines(person, mode, new) {
        persistent::put(batch, key, &line, Expected::Any);
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
    let line = LeaderboardLine {
        name: rating.name.clone(),
        deviation: shown(rating.rating.deviation),
        tally: rating.tally,
    };
    let position = position(person, mode, rating);
    let lists = rating.lists.iter();
    lists
        .map(|list| (keys::position_key(*list, mode, position), line.clone()))
        .collect()
}

/// Returns the position of a rating in its lists.
fn position(person: PersonId, mode: Mode, rating: &PlayerRating) -> LeaderboardPosition {
    LeaderboardPosition {
        is_sure: rating.rating.is_sure(system(mode)),
        points: shown(rating.rating.points),
        person,
    }
}
