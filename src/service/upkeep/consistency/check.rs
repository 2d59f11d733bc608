//! Check in progress, and what it finds.

use std::fmt;

use data_encoding::HEXLOWER;

use crate::service::api::ids::GameId;
use crate::service::repository::persistent::{Persistent, decode};
use crate::store::{Keys, Store, StoreError, Stored, Table, pages};

/// Check in progress.
pub(super) struct ConsistencyCheck<'a> {
    pub(super) store: &'a dyn Store,
    progress: &'a mut dyn FnMut(),
    pub(super) findings: Vec<Finding>,
}

/// Value found under a key.
pub(super) enum Lookup<T> {
    Nothing,
    /// Reported by the check of single records.
    Unreadable,
    Value(T),
}

impl<T> Lookup<T> {
    pub(super) fn map<U>(self, change: impl FnOnce(T) -> U) -> Lookup<U> {
        match self {
            Self::Nothing => Lookup::Nothing,
            Self::Unreadable => Lookup::Unreadable,
            Self::Value(value) => Lookup::Value(change(value)),
        }
    }
}

impl<'a> ConsistencyCheck<'a> {
    pub(super) fn new(store: &'a dyn Store, progress: &'a mut dyn FnMut()) -> Self {
        Self {
            store,
            progress,
            findings: Vec::new(),
        }
    }

    pub(super) fn read<T: Persistent>(&self, key: &[u8]) -> Result<Lookup<T>, StoreError> {
        let stored = self.store.get(T::table(), key)?;
        Ok(match stored.map(|stored| decode(&stored.bytes)) {
            None => Lookup::Nothing,
            Some(Err(_)) => Lookup::Unreadable,
            Some(Ok(value)) => Lookup::Value(value),
        })
    }

    /// Calls `look` with every value of a table, in pages.
    pub(super) fn each(
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

    /// Reports the entries of a table that lead nowhere; `follows` returns whether an entry follows
    /// from the value to which its key leads.
    pub(super) fn strays(
        &mut self,
        table: Table,
        follows: impl Fn(&Self, &[u8]) -> Result<Lookup<bool>, StoreError>,
    ) -> Result<(), StoreError> {
        self.each(table, |audit, key, _| {
            let is_stray = match follows(audit, &key)? {
                Lookup::Nothing => true,
                Lookup::Unreadable => false,
                Lookup::Value(follows) => !follows,
            };
            if is_stray {
                audit.stray(table, key);
            }
            Ok(())
        })
    }

    pub(super) fn stray(&mut self, table: Table, key: Vec<u8>) {
        self.findings.push(Finding::Stray { table, key });
    }

    /// Reports an entry as missing unless there is one under its key, with any value.
    pub(super) fn expect(
        &mut self,
        table: Table,
        key: Vec<u8>,
        bytes: Vec<u8>,
    ) -> Result<(), StoreError> {
        if self.store.get(table, &key)?.is_none() {
            self.findings.push(Finding::Missing { table, key, bytes });
        }
        Ok(())
    }
}

/// Inconsistency with the games.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Finding {
    /// A game whose actions cannot be applied; only a backup can help.
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
    /// Returns whether [`repair`](crate::service::upkeep::consistency::repair) can fix it.
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
                let key = HEXLOWER.encode(key);
                write!(f, "`{key}` is missing in table `{table}`")
            }
            Self::Stray { table, key } => {
                let key = HEXLOWER.encode(key);
                write!(f, "`{key}` in table `{table}` leads nowhere")
            }
        }
    }
}
