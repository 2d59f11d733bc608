//! Servers that the bot has left: at its return, clocks get the time of its absence back; without
//! one, the data is removed after a grace period.

use crate::service::Service;
use crate::service::api::fault::Fault;
use crate::service::api::ids::{GuildId, Timestamp};
use crate::service::model::TableOrGame;
use crate::service::repository::retention::{RetentionKind, keys};
use crate::store::{Batch, Table};

/// Number of tables removed, or of servers found, at once.
const AT_ONCE: usize = 50;

impl Service {
    /// Records that the bot has left a server, unless that is known. The server's data is removed
    /// if the bot does not come back within the grace period.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn server_left(&self, server: GuildId, now: Timestamp) -> Result<(), Fault> {
        self.change_guild(server, |data| {
            // Over HTTP it is noticed again with each game that ends there.
            data.left.get_or_insert(now);
        })?;
        Ok(())
    }

    /// Returns the time when the bot left a server, if it is known to have done so.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn left_at(&self, server: GuildId) -> Result<Option<Timestamp>, Fault> {
        Ok(self.guild_data(server)?.left)
    }

    /// Returns some of the servers that the bot left so long ago that their data must be removed,
    /// of those that this process handles.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn servers_to_remove(&self, now: Timestamp) -> Result<Vec<GuildId>, Fault> {
        let Some(period) = self.limits.retention.left_servers else {
            return Ok(Vec::new());
        };
        let keys = RetentionKind::LeftServer.until(now.before(period));
        let page = self
            .archive
            .store()
            .scan(Table::Retention, &keys.limit(AT_ONCE))?;
        let servers = page.iter().filter_map(|(key, _)| keys::server_of(key));
        Ok(servers
            .filter(|server| self.acts_on(Some(*server)))
            .collect())
    }

    /// Records that the bot is on a server again, if it had left it, after the time since then is
    /// given back to the clocks that run there. If this is interrupted, the next attempt gives back
    /// the time until then.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn server_joined(&self, server: GuildId, now: Timestamp) -> Result<(), Fault> {
        if self.left_at(server)?.is_some() {
            self.give_back_on(server, |game| self.give_back_absence(game, now))?;
            self.change_guild(server, |data| data.left = None)?;
        }
        Ok(())
    }

    /// Removes the data of a server that the bot left long ago: its leaderboards, its tables, and
    /// last its settings and its audit log. Games stay in the histories of those who played them.
    /// If this is interrupted, the next attempt does the rest; if the bot comes back meanwhile, the
    /// remaining data stays. Clocks that were paused run from now on, even if the bot stays away.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn remove_server(&self, server: GuildId, now: Timestamp) -> Result<(), Fault> {
        if !self.is_grace_over(self.left_at(server)?, now) {
            return Ok(());
        }
        self.give_back_on(server, |game| self.run_without_bot(game, now))?;
        let lines = |batch: &mut Batch| self.remove_leaderboard_lines(batch, server);
        while self.remove_unless_back(server, now, lines)? {}
        let mut tables = Vec::new();
        for game in self.games_on(server)? {
            let held = self.readable(game)?;
            let is_table = held.is_some_and(|held| matches!(&*held.record, TableOrGame::Table(_)));
            tables.extend(is_table.then_some(game));
        }
        for tables in tables.chunks(AT_ONCE) {
            self.remove_unless_back(server, now, |batch| self.remove_tables(batch, tables))?;
        }
        self.remove_unless_back(server, now, |batch| self.remove_guild(batch, server))
    }

    /// Returns whether the grace period of a server that the bot left at this time is over.
    fn is_grace_over(&self, left: Option<Timestamp>, now: Timestamp) -> bool {
        let period = self.limits.retention.left_servers;
        left.zip(period)
            .is_some_and(|(left, period)| now.since(left) >= period)
    }

    /// Commits the batch that `remove` fills, unless the bot is on the server again.
    fn remove_unless_back<T: Default>(
        &self,
        server: GuildId,
        now: Timestamp,
        remove: impl Fn(&mut Batch) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        self.write(|batch| {
            let left = self.guild_data_as_read(batch, server)?.left;
            if self.is_grace_over(left, now) {
                remove(batch)
            } else {
                Ok(T::default())
            }
        })
    }

    /// Removes the entries of a server's audit log whose retention period has expired.
    pub(super) fn shorten_audit(&self, server: GuildId, now: Timestamp) -> Result<(), Fault> {
        let Some(period) = self.limits.retention.audit_entries else {
            return Ok(());
        };
        self.change_guild(server, |data| {
            data.audit.retain(|entry| now.since(entry.at) < period);
        })?;
        Ok(())
    }
}
