//! Outages of servers: nobody can move there, so clocks are paused.

use crate::discord::bot::Bot;
use crate::service::{Fault, GuildId, Timestamp};

impl Bot {
    /// Records that nobody can move on these servers from `since` on, until Discord reports them
    /// again.
    pub(crate) async fn note_outage(&self, guilds: Vec<GuildId>, since: Timestamp) {
        let noted = self.ask(move |service| {
            for guild in guilds {
                service.begin_outage(guild, since);
            }
            Ok::<_, Fault>(())
        });
        if let Err(error) = noted.await {
            tracing::error!(?error, "the outage of a server is not noted");
        }
    }

    /// Gives the time of a server's outage back to the clocks that run there.
    pub(crate) async fn end_outage(&self, guild: GuildId) {
        let now = self.clock.now();
        match self
            .ask(move |service| service.end_outage(guild, now))
            .await
        {
            Ok(()) => self.deadline_set.notify_one(),
            Err(error) => tracing::error!(?error, "the outage of a server is not given back"),
        }
    }
}
