//! Whether everything in a store follows from its games, and putting right what does not.
//!
//! Every game is played again through its actions; everything by which games are found, and the
//! lists of the strongest, are held against the records they were made from. Nothing is changed
//! until [`repair`].

mod games;
mod indices;
mod ratings;

use std::fmt;

pub use self::games::following;
use crate::service::api::ids::GameId;
use crate::store::keys::hex;
use crate::store::record::{Record, decode};
use crate::store::{Batch, CommitError, Expected, Store, StoreError, Stored, Table, pages};

/// How many findings are put right at once.
const PAGE: usize = 1_000;

/// Something that does not follow from the games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// A game that cannot be played through its actions; only a backup can help.
    Unplayable {
        /// The game.
        game: GameId,
        /// What is in the way.
        reason: String,
    },
    /// Actions of a game of which there is no record; only a backup can help.
    Headless(GameId),
    /// There should be an entry, and there is none or another.
    Missing {
        /// Where.
        table: Table,
        /// Its key.
        key: Vec<u8>,
        /// What it should be.
        bytes: Vec<u8>,
    },
    /// There is an entry, and nothing it could be of.
    Stray {
        /// Where.
        table: Table,
        /// Its key.
        key: Vec<u8>,
    },
}

impl Finding {
    /// Whether [`repair`] puts it right.
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

/// Looks at everything, and says what does not follow; `progress` is told of every value read.
///
/// # Errors
///
/// The store failed.
pub fn audit(store: &dyn Store, progress: &mut dyn FnMut()) -> Result<Vec<Finding>, StoreError> {
    let mut audit = Audit {
        store,
        progress,
        findings: Vec::new(),
    };
    audit.games()?;
    audit.actions()?;
    audit.indices()?;
    audit.ratings()?;
    audit.ladder()?;
    Ok(audit.findings)
}

/// Puts right what can be; the rest is left as it is.
///
/// # Errors
///
/// The store took no changes; what was repaired before stays so.
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

/// A look at everything that is under way.
struct Audit<'a> {
    store: &'a dyn Store,
    progress: &'a mut dyn FnMut(),
    findings: Vec<Finding>,
}

/// What lies under a key.
enum Found<R> {
    Nothing,
    /// It has been reported by those who look at single records.
    Unreadable,
    Record(R),
}

impl Audit<'_> {
    fn read<R: Record>(&self, key: &[u8]) -> Result<Found<R>, StoreError> {
        let stored = self.store.get(R::TABLE, key)?;
        Ok(match stored.map(|stored| decode(&stored.bytes)) {
            None => Found::Nothing,
            Some(Err(_)) => Found::Unreadable,
            Some(Ok(record)) => Found::Record(record),
        })
    }

    /// Shows every value of a table, in pages.
    fn each(
        &mut self,
        table: Table,
        mut look: impl FnMut(&mut Self, Vec<u8>, Stored) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        for page in pages(self.store, table) {
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

    /// Reports an entry unless it is there, whatever it says.
    fn expect(&mut self, table: Table, key: Vec<u8>, bytes: Vec<u8>) -> Result<(), StoreError> {
        if self.store.get(table, &key)?.is_none() {
            self.findings.push(Finding::Missing { table, key, bytes });
        }
        Ok(())
    }
}
