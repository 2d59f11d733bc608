//! Removal of what nobody needs any more, found by the time of its last change.

use std::time::Duration;

use strum::VariantArray as _;

use crate::service::Service;
use crate::service::api::fault::Fault;
use crate::service::api::ids::{GameId, Timestamp};
use crate::service::api::view::page::{QueuePage, Reached};
use crate::service::repository::indices;
use crate::service::repository::retention::RetentionKind;
use crate::store::{Entries, Stored, Table};

/// Maximum number of entries handled at once.
const PAGE: usize = 50;

impl Service {
    /// Handles the next of what has been without changes for its period, if it is this process's;
    /// returns the games that people see change. Repeating a step does no harm.
    ///
    /// # Errors
    ///
    /// The store failed; what was done before that stays done.
    pub fn retire(&self, now: Timestamp, after: Option<Reached>) -> Result<QueuePage, Fault> {
        self.fill_retention(now)?;
        let reached = after.map(Reached::into_key);
        let first = reached.as_deref().and_then(RetentionKind::of);
        for kind in RetentionKind::VARIANTS.iter().copied() {
            let Some(period) = self.period(kind).filter(|_| first <= Some(kind)) else {
                continue;
            };
            let mut keys = kind.until(now.before(period));
            if let Some(reached) = reached.clone().filter(|_| first == Some(kind)) {
                keys = keys.after(reached);
            }
            let page = self
                .archive
                .store()
                .scan(Table::Retention, &keys.limit(PAGE))?;
            let Some((last, _)) = page.last() else {
                continue;
            };
            let next = if page.len() == PAGE {
                Reached::at(last)
            } else {
                Reached::at(&kind.end())
            };
            return Ok(QueuePage {
                entries: self.retire_all(kind, page, now)?,
                next: Some(next),
            });
        }
        Ok(QueuePage::default())
    }

    /// Returns the time after which something of a kind is handled, if it ever is.
    fn period(&self, kind: RetentionKind) -> Option<Duration> {
        let periods = self.limits.retention;
        match kind {
            RetentionKind::IdleGame => {
                let idle = periods.idle_games?;
                Some(idle.saturating_sub(periods.idle_notice))
            }
            RetentionKind::WarnedGame => periods.idle_games.map(|_| periods.idle_notice),
            RetentionKind::ClosedTable => periods.closed_tables,
        }
    }

    /// Handles entries of a kind; returns the games that people see change.
    fn retire_all(
        &self,
        kind: RetentionKind,
        page: Entries<Stored>,
        now: Timestamp,
    ) -> Result<Vec<GameId>, Fault> {
        let mut games = Vec::new();
        for (key, entry) in page {
            let Some(game) = indices::game_of(&key) else {
                continue;
            };
            if !self.acts_for_queued(Table::Retention, game, &entry.bytes)? {
                continue;
            }
            games.push(game);
        }
        let mut changed = Vec::new();
        match kind {
            RetentionKind::IdleGame => {
                for game in games {
                    self.announce_end(game, now)?;
                }
            }
            RetentionKind::WarnedGame => {
                for game in games {
                    if self.abandon(game, now)? {
                        changed.push(game);
                    }
                }
            }
            RetentionKind::ClosedTable => {
                self.write(|batch| self.remove_tables(batch, &games))?;
            }
        }
        Ok(changed)
    }
}
