//! Removal of data that nobody needs anymore, found by the time of its last change.

use std::time::Duration;

use strum::VariantArray as _;

use crate::service::Service;
use crate::service::api::fault::Fault;
use crate::service::api::ids::{GuildId, Timestamp};
use crate::service::api::view::page::{QueuePage, Reached};
use crate::service::model::TableOrGame;
use crate::service::repository::indices;
use crate::service::repository::retention::{RetentionKind, keys};
use crate::store::{Stored, Table};

/// Maximum number of entries handled at once.
const PAGE: usize = 50;

impl Service {
    /// Removes the next records whose retention period has expired, if they belong to this process;
    /// returns the games that have changed visibly. Repeating a step does no harm. `is_lost` tells
    /// whether the bot is known to be no longer on a server.
    ///
    /// # Errors
    ///
    /// The store failed; what was done before that stays done.
    pub fn retire(
        &self,
        now: Timestamp,
        after: Option<Reached>,
        is_lost: impl Fn(GuildId) -> bool,
    ) -> Result<QueuePage, Fault> {
        if after.is_none() {
            self.fill_retention(now)?;
        }
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
            if kind == RetentionKind::WarnedGame
                && self.alive()?.is_some_and(|held| held.record.owes_time())
            {
                // The time after the notices may begin anew.
                continue;
            }
            let next = if page.len() == PAGE {
                Reached::at(last)
            } else {
                Reached::at(&kind.end())
            };
            let mut changed = Vec::new();
            for (key, entry) in &page {
                if self.retire_one(kind, (key, entry), now, &is_lost)? {
                    changed.extend(indices::game_of(key));
                }
            }
            return Ok(QueuePage {
                entries: changed,
                next: Some(next),
            });
        }
        Ok(QueuePage::default())
    }

    /// Returns the retention period of a kind; `None` for unlimited.
    fn period(&self, kind: RetentionKind) -> Option<Duration> {
        let periods = self.limits.retention;
        match kind {
            RetentionKind::IdleGame => {
                let idle = periods.idle_games?;
                Some(idle.saturating_sub(periods.idle_notice))
            }
            RetentionKind::WarnedGame => periods.idle_games.map(|_| periods.idle_notice),
            RetentionKind::ClosedTable => periods.closed_tables,
            RetentionKind::LeftServer => periods.left_servers,
            RetentionKind::AuditLog => periods.audit_entries,
        }
    }

    /// Handles one entry, if it belongs to this process; returns whether its game has changed
    /// visibly.
    fn retire_one(
        &self,
        kind: RetentionKind,
        (key, entry): (&[u8], &Stored),
        now: Timestamp,
        is_lost: impl Fn(GuildId) -> bool,
    ) -> Result<bool, Fault> {
        if let Some(server) = keys::server_of(key) {
            if !self.acts_on(Some(server)) {
                return Ok(false);
            }
            if kind == RetentionKind::AuditLog {
                self.shorten_audit(server, now)?;
            } else if is_lost(server) {
                self.remove_server(server, now)?;
            }
            return Ok(false);
        }
        let Some(game) = indices::game_of(key) else {
            return Ok(false);
        };
        if !self.acts_for_queued(Table::Retention, game, &entry.bytes)? {
            return Ok(false);
        }
        match kind {
            RetentionKind::IdleGame => self.announce_end(game, now).map(|()| false),
            RetentionKind::WarnedGame => self.abort_idle(game, now),
            RetentionKind::ClosedTable => {
                let held = self.readable(game)?.map(|held| held.record);
                if held.is_some_and(
                    |held| matches!(&*held, TableOrGame::Table(table) if !table.is_open()),
                ) {
                    self.write(|batch| self.remove_tables(batch, &[game]))?;
                }
                Ok(false)
            }
            RetentionKind::LeftServer | RetentionKind::AuditLog => Ok(false),
        }
    }
}
