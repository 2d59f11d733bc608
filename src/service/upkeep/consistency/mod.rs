//! Consistency check of a store against its games, and repair.
//!
//! Every game is replayed through its actions; index entries and leaderboards are compared with the
//! records they follow from. Nothing is changed before [`repair`].

mod games;
mod indices;
mod mentions;
mod ratings;

use std::fmt;

pub use self::games::following;
use crate::service::api::ids::GameId;
pub use crate::service::repository::games::RawGame;
use crate::service::repository::persistent::{Persistent, decode};
use crate::store::keys::hex;
use crate::store::{Batch, CommitError, Expected, Keys, Store, StoreError, Stored, Table, pages};

/// Number of findings repaired at once.
const PAGE: usize = 1_000;

/// Inconsistency with the games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// A game that cannot be replayed through its actions; only a backup can help.
    Unplayable {
        /// The game.
        game: GameId,
        /// The reason.
        reason: String,
    },
    /// Actions of a game without a record; only a backup can help.
    Headless(GameId),
    /// An entry that should exist is missing or different.
    Missing {
        /// Its table.
        table: Table,
        /// Its key.
        key: Vec<u8>,
        /// Its expected value.
        bytes: Vec<u8>,
    },
    /// An entry exists that follows from nothing.
    Stray {
        /// Its table.
        table: Table,
        /// Its key.
        key: Vec<u8>,
    },
}

impl Finding {
    /// Returns whether [`repair`] can fix it.
    #[must_use]
    pub const fn can_be_repaired(&self) -> bool {
        match self {
            Self::Unplayable { .. } | Self::Headless(_) => false,
            Self::Missing { .. } | Self::Stray { .. } => true,
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unplayable { game, reason } => {
                write!(f, "game {game} cannot be played through: {reason}")
            }
            Self::Headless(game) => write!(f, "of game {game} there are only actions"),
            Self::Missing { table, key, .. } => {
                write!(f, "`{}` is missing in table `{table}`", hex(key))
            }
            Self::Stray { table, key } => {
                write!(f, "`{}` in table `{table}` leads nowhere", hex(key))
            }
        }
    }
}

/// Checks everything, and returns the inconsistencies; `progress` is called for every value read.
///
/// # Errors
///
/// The store failed.
pub fn audit(store: &dyn Store, progress: &mut dyn FnMut()) -> Result<Vec<Finding>, StoreError> {
    let mut audit = ConsistencyCheck {
        store,
        progress,
        findings: Vec::new(),
    };
    audit.games()?;
    audit.actions()?;
    audit.indices()?;
    audit.mentions()?;
    audit.ratings()?;
    audit.leaderboards()?;
    Ok(audit.findings)
}

/// Repairs what can be repaired; the rest is left as it is.
///
/// # Errors
///
/// The store rejected a change; earlier repairs persist.
pub fn repair(store: &dyn Store, findings: &[Finding]) -> Result<(), CommitError> {
    for findings in findings.chunks(PAGE) {
        let mut batch = Batch::new();
        for finding in findings {
            match finding {
                Finding::Unplayable { .. } | Finding::Headless(_) => {}
                Finding::Missing { table, key, bytes } => {
                    batch.put(*table, key.clone(), bytes.clone(), Expected::Any);
                }
                Finding::Stray { table, key } => {
                    batch.delete(*table, key.clone(), Expected::Any);
                }
            }
        }
        if !batch.is_empty() {
            store.commit(batch)?;
        }
    }
    Ok(())
}

/// Check in progress.
struct ConsistencyCheck<'a> {
    store: &'a dyn Store,
    progress: &'a mut dyn FnMut(),
    findings: Vec<Finding>,
}

/// Value found under a key.
enum Lookup<T> {
    Nothing,
    /// Reported by the check of single records.
    Unreadable,
    Value(T),
}

impl<T> Lookup<T> {
    fn map<U>(self, change: impl FnOnce(T) -> U) -> Lookup<U> {
        match self {
            Self::Nothing => Lookup::Nothing,
            Self::Unreadable => Lookup::Unreadable,
            Self::Value(value) => Lookup::Value(change(value)),
        }
    }
}

impl ConsistencyCheck<'_> {
    fn read<T: Persistent>(&self, key: &[u8]) -> Result<Lookup<T>, StoreError> {
        let stored = self.store.get(T::table(), key)?;
        Ok(match stored.map(|stored| decode(&stored.bytes)) {
            None => Lookup::Nothing,
            Some(Err(_)) => Lookup::Unreadable,
            Some(Ok(value)) => Lookup::Value(value),
        })
    }

    /// Calls `look` with every value of a table, in pages.
    fn each(
        &mut self,
        table: Table,
        mut look: impl FnMut(&mut Self, Vec<u8>, Stored) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        for page in pages(self.store, table, Keys::all()) {
            for (key, stored) in page? {
                (self.progress)();
                look(self, key, stored)?;
            }
        }
        Ok(())
    }

    fn stray(&mut self, table: Table, key: Vec<u8>) {
        self.findings.push(Finding::Stray { table, key });
    }

    /// Reports an entry as missing unless there is one under its key, with any value.
    fn expect(&mut self, table: Table, key: Vec<u8>, bytes: Vec<u8>) -> Result<(), StoreError> {
        if self.store.get(table, &key)?.is_none() {
            self.findings.push(Finding::Missing { table, key, bytes });
        }
        Ok(())
    }
}
