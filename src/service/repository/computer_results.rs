//! Index of ended games of people against computers alone, by person, mode, level and result.
//!
//! A game counts if nothing but the person's moves decided it: it began with the usual position, and
//! no seat changed hands.

use crate::service::api::ids::{GameId, PersonId};
use crate::service::api::view::player::Player;
use crate::service::model::game::StartedGame;
use crate::service::repository::mapping;
use crate::store::records::GameRecord;
use crate::store::{Key, KeyReader, Keys};
use focus::{Color, Mode};
use focus_engine::Level;

/// Game against computers, as its index entry holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AgainstComputers {
    pub(crate) mode: Mode,
    /// Level of the weakest opponent.
    pub(crate) level: Level,
    /// Index into games won, drawn and lost.
    pub(crate) place: usize,
}

/// Returns the keys of an ended game against computers, for every person who played it.
pub(crate) fn keys(id: GameId, record: &GameRecord) -> Vec<Key> {
    // A game that cannot be read is reported as unplayable.
    let Ok(stored) = mapping::stored(record) else {
        return Vec::new();
    };
    let Some(game) = stored.game().filter(|game| counts(game)) else {
        return Vec::new();
    };
    let people = game.people.iter();
    let people = people.filter(|player| player.seat.person != PersonId::GONE);
    people
        .filter_map(|player| {
            let level = weakest_opponent(game, player.color)?;
            let key = Key::new()
                .u64(player.seat.person.0)
                .u8(mode_number(game.common.rules.mode()))
                .u8(level_number(level))
                .u8(place(game, player.color)?);
            Some(key.u32(id.0))
        })
        .collect()
}

/// Returns the index entries of a person.
pub(crate) fn of(person: PersonId) -> Keys {
    Keys::prefix(&Key::new().u64(person.0))
}

/// Returns the game in a key of the index.
pub(crate) fn read(key: &[u8]) -> Option<AgainstComputers> {
    let mut parts = KeyReader::new(key);
    parts.u64()?;
    let (mode, level, place) = (parts.u8()?, parts.u8()?, parts.u8()?);
    let mut modes = Mode::ALL.into_iter();
    let mut levels = Level::ALL.into_iter();
    Some(AgainstComputers {
        mode: modes.find(|known| mode_number(*known) == mode)?,
        level: levels.find(|known| level_number(*known) == level)?,
        place: usize::from(place),
    })
}

/// Returns whether nothing but the players' moves decided a game.
fn counts(game: &StartedGame) -> bool {
    let is_kept = game.people.iter().all(|player| player.substitute.is_none());
    game.result.is_some() && game.common.start.is_none() && game.former.is_empty() && is_kept
}

/// Returns the level of a color's weakest opponent, if all are computers.
fn weakest_opponent(game: &StartedGame, own: Color) -> Option<Level> {
    let partner = game.common.rules.mode().partner(own);
    let mut weakest = None;
    for (color, player) in game.players() {
        if color == own || Some(color) == partner {
            continue;
        }
        let Player::Computer(level) = player else {
            return None;
        };
        weakest = Some(weakest.map_or(level, |weakest: Level| weakest.min(level)));
    }
    weakest
}

fn place(game: &StartedGame, color: Color) -> Option<u8> {
    let result = game.result?;
    Some(if result.winners.contains(color) {
        0
    } else if game.sharing().contains(color) {
        1
    } else {
        2
    })
}

/// Returns the number of a mode in keys; it never changes.
pub(crate) const fn mode_number(mode: Mode) -> u8 {
    match mode {
        Mode::Duel => 2,
        Mode::ThreeWay => 3,
        Mode::Partners => 4,
        Mode::FreeForAll => 5,
    }
}

/// Returns the number of a level in keys; it never changes.
const fn level_number(level: Level) -> u8 {
    match level {
        Level::Beginner => 1,
        Level::Novice => 2,
        Level::Casual => 3,
        Level::Skilled => 4,
        Level::Strong => 5,
        Level::Expert => 6,
        Level::Master => 7,
        Level::Elite => 8,
        Level::Champion => 9,
        Level::Legend => 10,
        Level::Full => 11,
    }
}
