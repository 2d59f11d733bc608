//! Keys of ratings, results and lists.

use crate::service::api::ids::{GameId, PersonId};
use crate::service::model::ratings::LeaderboardScope;
use crate::service::repository::computer_results::mode_number;
use crate::store::{Key, KeyReader};
use focus::Mode;

/// Returns the key of a rating.
pub(in crate::service) fn rating(person: PersonId, mode: Mode) -> Key {
    Key::new().u64(person.0).u8(mode_number(mode))
}

/// Returns the key of a person's consent to be on the lists of all servers.
pub(super) fn listed(person: PersonId) -> Key {
    Key::new().u64(person.0)
}

/// Returns the person and the mode in the key of a rating.
pub(in crate::service) fn rating_of(key: &[u8]) -> Option<(PersonId, Mode)> {
    let person = KeyReader::new(key).u64().map(PersonId)?;
    Some((person, mode_of(key)?))
}

/// Returns the mode in the key of a rating, a result or a list line.
pub(in crate::service) fn mode_of(key: &[u8]) -> Option<Mode> {
    let mut reader = KeyReader::new(key);
    reader.u64()?;
    let number = reader.u8()?;
    Mode::ALL
        .into_iter()
        .find(|mode| mode_number(*mode) == number)
}

/// Returns the key of a result; results sort by time, oldest first.
pub(super) fn result(person: PersonId, mode: Mode, at: u64, game: GameId) -> Key {
    results_from(person, mode, at).u32(game.0)
}

/// Returns the first key of a person's results from the time `at` on.
pub(super) fn results_from(person: PersonId, mode: Mode, at: u64) -> Key {
    rating(person, mode).u64(at)
}

/// Returns the time in the key of a result.
pub(super) fn moment_of_result(key: &[u8]) -> Option<u64> {
    let mut reader = KeyReader::new(key);
    reader.u64()?;
    reader.u8()?;
    reader.u64()
}

/// Position in a list: sure ratings first, then by strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LeaderboardPosition {
    /// True if the rating is sure.
    pub is_sure: bool,
    /// The rating in whole points.
    pub points: i32,
    /// The person.
    pub person: PersonId,
}

/// Returns the prefix of the keys of a list.
pub(super) fn list(list: LeaderboardScope, mode: Mode) -> Key {
    Key::new().u64(list.number()).u8(mode_number(mode))
}

/// Returns the key of a line in a list.
pub(super) fn position_key(of: LeaderboardScope, mode: Mode, position: LeaderboardPosition) -> Key {
    // The sign bit is flipped, so that negative points sort below all others.
    let points = u64::from(position.points.cast_unsigned() ^ (1 << 31));
    list(of, mode)
        .u8(u8::from(!position.is_sure))
        .u64_descending(points)
        .u64(position.person.0)
}

/// Returns the position in the key of a list line.
pub(in crate::service) fn position_of(key: &[u8]) -> Option<LeaderboardPosition> {
    let mut reader = KeyReader::new(key);
    reader.u64()?;
    reader.u8()?;
    let is_sure = reader.u8()? == 0;
    let points = u32::try_from(reader.u64_descending()?).ok()?;
    Some(LeaderboardPosition {
        is_sure,
        points: (points ^ (1 << 31)).cast_signed(),
        person: PersonId(reader.u64()?),
    })
}

#[cfg(test)]
mod tests {
    use super::{LeaderboardPosition, LeaderboardScope, position_key, position_of};
    use crate::service::api::ids::PersonId;
    use focus::Mode;

    #[test]
    fn sure_ratings_come_first_and_then_the_strongest() {
        let positions = [
            (true, 1800),
            (true, 1500),
            (true, 0),
            (true, -7),
            (false, 2400),
            (false, -2400),
        ];
        let positions = positions.map(|(is_sure, points)| LeaderboardPosition {
            is_sure,
            points,
            person: PersonId(7),
        });
        let keys = positions.map(|place| position_key(LeaderboardScope::All, Mode::Duel, place));
        assert!(keys.is_sorted());
        for (key, place) in keys.iter().zip(positions) {
            assert_eq!(position_of(key), Some(place));
        }
    }
}
