//! Reading of queues, page by page, limited to this process's own entries.

use std::collections::HashSet;

use crate::service::Service;
use crate::service::api::fault::Fault;
use crate::service::api::ids::{GameId, GuildId};
use crate::service::api::view::page::{QueuePage, Reached};
use crate::service::repository::indices;
use crate::store::{Entries, Keys, Stored, Table};

/// Maximum number of entries in a page.
const PAGE: usize = 250;

impl Service {
    /// Returns the next of the games in a queue for which this process does the unprompted work.
    pub(crate) fn queued(&self, table: Table, after: Option<Reached>) -> Result<QueuePage, Fault> {
        self.admitted(table, after, |game, entry| {
            self.acts_for_queued(table, game, entry)
        })
    }

    /// Returns the next of the games in a queue that are on these servers.
    pub(crate) fn queued_on(
        &self,
        table: Table,
        servers: &HashSet<GuildId>,
        after: Option<Reached>,
    ) -> Result<QueuePage, Fault> {
        self.admitted(table, after, |game, entry| {
            let server = self.server_of_queued(table, game, entry)?;
            Ok(server.is_some_and(|server| servers.contains(&server)))
        })
    }

    /// Returns the next of the games in a queue, regardless of the process that handles them.
    pub(crate) fn queued_anywhere(
        &self,
        table: Table,
        after: Option<Reached>,
    ) -> Result<QueuePage, Fault> {
        self.admitted(table, after, |_, _| Ok(true))
    }

    fn admitted(
        &self,
        table: Table,
        after: Option<Reached>,
        admits: impl Fn(GameId, &[u8]) -> Result<bool, Fault>,
    ) -> Result<QueuePage, Fault> {
        let (page, next) = self.page_of(table, after)?;
        let mut entries = Vec::new();
        for (key, held) in &page {
            if let Some(game) = indices::game_of(key)
                && admits(game, &held.bytes)?
            {
                entries.push(game);
            }
        }
        Ok(QueuePage { entries, next })
    }

    /// Returns the next entries of a table, and the key from which to continue.
    pub(crate) fn page_of(
        &self,
        table: Table,
        after: Option<Reached>,
    ) -> Result<(Entries<Stored>, Option<Reached>), Fault> {
        let keys = match after {
            Some(reached) => Keys::all().after(reached.into_key()),
            None => Keys::all(),
        };
        let page = self.archive.store().scan(table, &keys.limit(PAGE))?;
        let last = page.last().filter(|_| page.len() == PAGE);
        let next = last.map(|(key, _)| Reached::at(key));
        Ok((page, next))
    }
}
