//! Log of a game's actions in the store; no other module reads or writes it there.
//!
//! Actions done together get one record. Records are folded into few large ones when there are
//! many, and in the commit that ends the game, because each record costs the database some memory,
//! however small it is.

use crate::service::api::damage::Damage;
use crate::service::api::fault::Fault;
use crate::service::api::ids::GameId;
use crate::service::model::action::Action;
use crate::service::repository::indices;
use crate::service::repository::mapping;
use crate::store::records::ActionsRecord;
use crate::store::records::record;
use crate::store::{Archive, Batch, Expected, KeyReader, Keys, Table};

/// Maximum number of actions in a record; even uncompressed they are far smaller than a value may
/// be.
const IN_RECORD: usize = 400;
/// Number of records at which a game's records are folded.
const MANY: usize = 16;

/// All actions of a game, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ActionLog {
    pub(crate) actions: Vec<Action>,
    /// Number of actions in each record.
    records: Vec<usize>,
}

impl ActionLog {
    /// Reads the actions of a game, skipping records that cannot be read.
    pub(crate) fn read(archive: &Archive, game: GameId) -> Result<Self, Fault> {
        let records = archive.scan::<ActionsRecord>(&Self::keys(game))?;
        let records = records.into_iter().map(|(_, held)| held.record);
        Self::of(records).map_err(Fault::damaged(game))
    }

    /// Returns the actions in the values of a game's records.
    pub(crate) fn decode<'a>(values: impl Iterator<Item = &'a [u8]>) -> Result<Self, String> {
        let records: Result<Vec<_>, _> = values.map(record::decode).collect();
        let records = records.map_err(|reason| reason.to_string())?;
        Self::of(records).map_err(|damage| damage.to_string())
    }

    fn of(records: impl IntoIterator<Item = ActionsRecord>) -> Result<Self, Damage> {
        let mut log = Self::default();
        for ActionsRecord(actions) in records {
            log.records.push(actions.len());
            for action in &actions {
                log.actions.push(mapping::action(action)?);
            }
        }
        Ok(log)
    }

    /// Returns the keys of a game's records.
    pub(crate) fn keys(game: GameId) -> Keys {
        Keys::prefix(&indices::game_key(game))
    }

    /// Returns the game in the key of a record.
    pub(crate) fn game_of(key: &[u8]) -> Option<GameId> {
        KeyReader::new(key).u32().map(GameId)
    }

    /// Drops all but the first `actions` actions.
    pub(crate) fn truncate(&mut self, actions: usize) {
        self.actions.truncate(actions);
        let mut left = actions;
        self.records.retain_mut(|length| {
            *length = left.min(*length);
            left -= *length;
            *length > 0
        });
    }

    /// Appends new actions, here and in `batch`, which must depend on the game's record.
    pub(crate) fn append(
        &mut self,
        batch: &mut Batch,
        game: GameId,
        new: Vec<Action>,
        is_over: bool,
    ) {
        if !new.is_empty() {
            self.records.push(new.len());
            self.actions.extend(new);
            self.put(batch, game, self.records.len() - 1, Expected::Absent);
        }
        if self.records.len() >= MANY || is_over {
            self.fold(batch, game);
        }
    }

    /// Adds to `batch` the changes that make as few records of it as possible, and returns whether
    /// there are any.
    pub(crate) fn fold(&mut self, batch: &mut Batch, game: GameId) -> bool {
        let full = self.actions.chunks(IN_RECORD).map(<[_]>::len);
        let old = std::mem::replace(&mut self.records, full.collect());
        if old == self.records {
            return false;
        }
        let same = old.iter().zip(&self.records);
        let kept = same.take_while(|(old, new)| old == new).count();
        for start in starts(&old).skip(kept) {
            batch.delete(Table::Actions, record_key(game, start), Expected::Any);
        }
        // If a batch changes a key twice, the later change wins.
        for number in kept..self.records.len() {
            self.put(batch, game, number, Expected::Any);
        }
        true
    }

    fn put(&self, batch: &mut Batch, game: GameId, number: usize, expected: Expected) {
        let start = starts(&self.records).nth(number).unwrap_or_default();
        let actions = &self.actions[start..][..self.records[number]];
        let record = ActionsRecord(actions.iter().map(mapping::action_record).collect());
        batch.put_record(record_key(game, start), &record, expected);
    }
}

/// Returns the number of actions before each record.
fn starts(records: &[usize]) -> impl Iterator<Item = usize> {
    records.iter().scan(0, |next, length| {
        let start = *next;
        *next += length;
        Some(start)
    })
}

fn record_key(game: GameId, start: usize) -> Vec<u8> {
    let start = u32::try_from(start).expect("a small count");
    indices::game_key(game).u32(start).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::api::ids::Timestamp;
    use crate::service::model::action::ActionKind;
    use focus::Color;

    impl ActionLog {
        /// Creates a log that is in the store in records of two actions each.
        pub(crate) fn with(actions: Vec<Action>) -> Self {
            let records = actions.chunks(2).map(<[_]>::len).collect();
            Self { actions, records }
        }
    }

    fn draws(number: u64) -> Vec<Action> {
        let draw = |at| Action {
            at: Timestamp(at),
            by: Color::Orange,
            kind: ActionKind::Draw,
        };
        (0..number).map(draw).collect()
    }

    #[test]
    fn what_is_left_after_forgetting_can_be_added_to() {
        for left in 0..=5 {
            let mut log = ActionLog::with(draws(5));
            log.truncate(left);
            log.append(&mut Batch::new(), GameId(1), draws(1), false);
            assert_eq!(log.actions.len(), left + 1);
            assert_eq!(log.records.iter().sum::<usize>(), left + 1);
        }
    }
}
