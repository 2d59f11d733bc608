//! Gateway connections, kept open as long as the bot runs.
//!
//! serenity's client is not used: it waits without limit for a handshake, reconnects at once no
//! matter how often it is refused, and accepts frames of any size. Its event types are used.
//!
//! In reading order:
//!
//! - [`event`]: the events that the bot uses
//! - `arrival`: an event, with the time and manner of its delivery
//! - `wire`: frames, payloads and intents
//! - `pauses`: pauses before the next attempt
//! - `identify_turns`: turns to begin sessions
//! - `access`: access to Discord, and reasons why the bot cannot continue
//! - `wanted_shards`: shards that this process serves, should connect and connects
//! - [`session`]: state that outlives a connection
//! - `shard`: one connection after another
//! - `shard_tasks`: tasks of shards, begun again after a panic
//! - [`endpoint`]: interactions over HTTP instead
//! - [`context`]: the parts of serenity's client that poise requires

mod access;
mod arrival;
pub mod context;
pub mod endpoint;
pub mod event;
mod identify_turns;
mod pauses;
pub mod session;
mod shard;
mod shard_tasks;
mod wanted_shards;
mod wire;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep};

use crate::discord::bot::Bot;
use crate::discord::gateway::access::{RealDiscord, wait_for_discord};
use crate::discord::gateway::identify_turns::Starts;
use crate::discord::gateway::pauses::Pauses;
use crate::discord::gateway::session::Sessions;
use crate::discord::gateway::shard::{ShardConnection, ShardEnd};
use crate::discord::gateway::shard_tasks::ShardTasks;
use crate::discord::rest::Gateway;
use crate::metrics::{FaultKind, ShardState};
use crate::service::{KeptSession, Shard};

pub use access::Refused;
pub use arrival::{Arrival, Delivery};
pub use wanted_shards::{Connecting, ShardRange, WantedShards};
pub use wire::INTENTS;

/// Keeps the wanted shards connected until `stop` becomes true, despite all errors but a refusal.
/// The session of a shard that stops, or has stopped before, is in `sessions`, to be resumed.
///
/// # Errors
///
/// If Discord refuses the token or the intents.
pub async fn keep_connected(
    bot: &Arc<Bot>,
    mut wanted: watch::Receiver<WantedShards>,
    connecting: &watch::Sender<Connecting>,
    sessions: &Sessions,
    arrivals: &mpsc::UnboundedSender<Arrival>,
    mut stop: watch::Receiver<bool>,
) -> Result<(), Refused> {
    let (rest, starts) = (&bot.rest, Arc::new(Starts::new(Arc::clone(bot))));
    let mut pauses = Pauses::default();
    loop {
        let gateway = tokio::select! {
            _ = stop.wait_for(|stop| *stop) => return Ok(()),
            gateway = wait_for_discord(rest) => gateway?,
        };
        let began = Instant::now();
        rest.metrics().shards_begin();
        let discord = Arc::new(RealDiscord {
            rest: Arc::clone(rest),
            starts: Arc::clone(&starts),
            url: gateway.url.clone(),
            buckets: gateway.max_concurrency(),
        });
        let mut connections = Connections {
            discord: &discord,
            arrivals,
            connecting,
            sessions,
            tasks: ShardTasks::default(),
        };
        let end = connections.keep(&gateway, &mut wanted, &mut stop).await;
        connections.tasks.abort().await;
        rest.metrics().shards_gone();
        connecting.send_modify(|connecting| connecting.shards.clear());
        match end {
            ShardEnd::Stopped(_) => return Ok(()),
            ShardEnd::Refused(refused) => return Err(refused),
            ShardEnd::Anew => {
                tracing::warn!("restarting the shards");
                connecting.send_modify(|connecting| connecting.refused_totals += 1);
            }
        }
        let pause = pauses.next(began.elapsed());
        tokio::select! {
            _ = stop.wait_for(|stop| *stop) => return Ok(()),
            () = sleep(pause) => {}
        }
    }
}

/// Connections of all shards of this process.
struct Connections<'c> {
    discord: &'c Arc<RealDiscord>,
    arrivals: &'c mpsc::UnboundedSender<Arrival>,
    connecting: &'c watch::Sender<Connecting>,
    sessions: &'c Sessions,
    tasks: ShardTasks,
}

impl Connections<'_> {
    /// Starts and stops shards as they are wanted, until all are told to stop or one cannot
    /// continue.
    async fn keep(
        &mut self,
        gateway: &Gateway,
        wanted: &mut watch::Receiver<WantedShards>,
        stop: &mut watch::Receiver<bool>,
    ) -> ShardEnd {
        loop {
            let shards = wanted.borrow_and_update().shards(gateway);
            self.start_and_stop(&shards);
            let (shard, end) = tokio::select! {
                _ = stop.wait_for(|stop| *stop) => {
                    self.start_and_stop(&BTreeSet::new());
                    while let Some((shard, end)) = self.tasks.next_end().await {
                        if let Ok(ShardEnd::Stopped(session)) = end {
                            self.keep_session(shard, session);
                        }
                    }
                    return ShardEnd::Stopped(None);
                }
                Ok(()) = wanted.changed() => continue,
                Some(ended) = self.tasks.next_end() => ended,
            };
            match end {
                Ok(ShardEnd::Stopped(session)) => {
                    self.keep_session(shard, session);
                    self.forget(shard);
                }
                Ok(end) => return end,
                Err(pause) => {
                    self.discord.rest.metrics().fault(FaultKind::Panic);
                    tracing::error!(
                        shard = shard.number,
                        ?pause,
                        "a shard panicked; restarting it"
                    );
                    self.start(shard, pause);
                }
            }
        }
    }

    fn start_and_stop(&mut self, shards: &BTreeSet<Shard>) {
        self.tasks.stop_all_but(shards);
        for shard in shards {
            if !self.tasks.has(*shard) {
                self.start(*shard, Duration::ZERO);
            }
        }
    }

    fn start(&mut self, shard: Shard, pause: Duration) {
        let rest = &self.discord.rest;
        rest.metrics().shards(&[ShardState {
            number: shard.number,
            total: shard.total,
            is_connected: false,
            latency: None,
        }]);
        let mut connection = ShardConnection::new(
            Arc::clone(self.discord),
            shard,
            rest.token().to_owned(),
            self.arrivals.clone(),
            rest.metrics().clone(),
        );
        if let Some(earlier) = self.sessions.take(shard) {
            connection = connection.resuming(earlier);
        }
        self.tasks
            .start(shard, pause, |stop| connection.keep_connected(stop));
        self.connecting.send_modify(|connecting| {
            connecting.shards.insert(shard);
        });
    }

    /// Keeps the session of a shard that has stopped, if it should be resumed.
    fn keep_session(&self, shard: Shard, session: Option<Box<KeptSession>>) {
        if let Some(session) = session {
            self.sessions.put(shard, *session);
        }
    }

    /// Forgets a shard that has stopped.
    fn forget(&self, shard: Shard) {
        self.discord.rest.metrics().shard_gone(shard.number);
        self.connecting.send_modify(|connecting| {
            connecting.shards.remove(&shard);
        });
    }
}
