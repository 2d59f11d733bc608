//! Gateway connections, kept open as long as the bot runs.
//!
//! serenity's client is not used: it waits without limit for a handshake, reconnects at once no
//! matter how often it is refused, and accepts frames of any size. Its event types are used.
//!
//! In reading order:
//!
//! - `wire`: frames and payloads
//! - `event`: the events that the bot uses
//! - `pauses`: pauses before the next attempt
//! - `identify_turns`: turns to begin sessions
//! - [`session`]: state that outlives a connection
//! - `shard`: one connection after another
//! - [`endpoint`]: interactions over HTTP instead
//! - [`context`]: the parts of serenity's client that poise requires

pub mod context;
pub mod endpoint;
pub mod event;
mod identify_turns;
mod pauses;
pub mod session;
mod shard;
#[cfg(test)]
mod shard_tests;
mod wire;

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::num::NonZero;
use std::sync::Arc;
use std::time::Duration;

use serenity::all::GatewayIntents;
use thiserror::Error;
use tokio::net::TcpStream;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use crate::discord::bot::Bot;
use crate::discord::gateway::event::GatewayEvent;
use crate::discord::gateway::identify_turns::Starts;
use crate::discord::gateway::pauses::Pauses;
use crate::discord::gateway::session::Sessions;
use crate::discord::gateway::shard::{ShardConnection, ShardEnd};
use crate::discord::rest::{Gateway, Rest, RestError};
use crate::metrics::ShardState;
use crate::service::KeptSession;

/// Intents for servers, channels, and messages in servers and DMs; none is privileged.
pub const INTENTS: GatewayIntents = GatewayIntents::GUILDS
    .union(GatewayIntents::GUILD_MESSAGES)
    .union(GatewayIntents::DIRECT_MESSAGES);

/// Received event.
#[derive(Debug)]
pub struct Arrival {
    /// Parsed event.
    pub event: GatewayEvent,
    /// Time of arrival.
    pub received: Instant,
    /// Manner of delivery.
    pub delivery: Delivery,
    /// Held until the event has been handled, so that its shard is not given up while a board may
    /// follow.
    pub handling: Option<mpsc::Sender<Infallible>>,
}

/// Delivery of an event by Discord.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// Live, over an open connection.
    Live,
    /// Again, after a break of the connection.
    Replayed {
        /// Time since which the event may have waited; `None` if an earlier process was connected
        /// before the break.
        since: Option<Instant>,
    },
}

impl Arrival {
    /// Returns an event that has just arrived.
    fn now(event: GatewayEvent) -> Self {
        Self {
            event,
            received: Instant::now(),
            delivery: Delivery::Live,
            handling: None,
        }
    }
}

/// Range of shards that this process serves, out of a total.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShardRange {
    /// First shard.
    pub first: u32,
    /// Last shard.
    pub last: u32,
    /// Total number of shards, including those of other processes.
    pub total: u32,
}

/// Number of a shard, and total number of shards.
pub type ShardPlace = [u32; 2];

/// Shards that this process should connect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WantedShards {
    /// All, in the number that Discord recommends.
    All,
    /// A fixed set of shards.
    Set(BTreeSet<ShardPlace>),
}

impl From<Option<ShardRange>> for WantedShards {
    fn from(shards: Option<ShardRange>) -> Self {
        shards.map_or(Self::All, |part| {
            Self::Set(
                (part.first..=part.last)
                    .map(|number| [number, part.total])
                    .collect(),
            )
        })
    }
}

impl WantedShards {
    /// No shard.
    pub const NONE: Self = Self::Set(BTreeSet::new());

    fn places(&self, gateway: &Gateway) -> BTreeSet<ShardPlace> {
        match self {
            Self::All => {
                let total = gateway.shards();
                (0..total).map(|number| [number, total]).collect()
            }
            Self::Set(places) => places.clone(),
        }
    }
}

/// Shards that this process connects, or is about to disconnect.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Connecting {
    /// The shards.
    pub places: BTreeSet<ShardPlace>,
    /// Number of times that Discord has refused the total number of shards.
    pub refused_totals: u32,
}

/// Reason why the bot cannot continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Refused {
    /// The token is wrong or was reset.
    #[error("Discord refuses the token; copy the current one from the page of the bot")]
    Token,
    /// The application may not use the bot's intents.
    #[error("Discord refuses the intents; the bot needs only unprivileged ones")]
    Intents,
    /// The public key of the settings is not that of the application.
    #[error("`public_key` is not that of the application; copy it from its page")]
    Key,
    /// The system does not let the bot listen at the address of the endpoint.
    #[error("no interaction can be received over HTTP; the log says why")]
    Endpoint,
}

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
        let discord = Arc::new(Real {
            rest: Arc::clone(rest),
            starts: Arc::clone(&starts),
            buckets: gateway.max_concurrency(),
        });
        let mut connections = Connections {
            discord: &discord,
            arrivals,
            connecting,
            sessions,
            stops: BTreeMap::new(),
            running: JoinSet::new(),
        };
        let end = connections.keep(&gateway, &mut wanted, &mut stop).await;
        connections.running.shutdown().await;
        rest.metrics().shards_gone();
        connecting.send_modify(|connecting| connecting.places.clear());
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
    discord: &'c Arc<Real>,
    arrivals: &'c mpsc::UnboundedSender<Arrival>,
    connecting: &'c watch::Sender<Connecting>,
    sessions: &'c Sessions,
    /// Instruction to stop for each shard.
    stops: BTreeMap<ShardPlace, watch::Sender<bool>>,
    running: JoinSet<(ShardPlace, ShardEnd)>,
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
            let places = wanted.borrow_and_update().places(gateway);
            self.start_and_stop(&places);
            let ended = tokio::select! {
                _ = stop.wait_for(|stop| *stop) => {
                    self.start_and_stop(&BTreeSet::new());
                    while let Some(ended) = self.running.join_next().await {
                        if let Ok((place, ShardEnd::Stopped(session))) = ended {
                            self.keep_session(place, session);
                        }
                    }
                    return ShardEnd::Stopped(None);
                }
                Ok(()) = wanted.changed() => continue,
                Some(ended) = self.running.join_next() => ended,
            };
            match ended {
                Ok((place, ShardEnd::Stopped(session))) => {
                    self.keep_session(place, session);
                    self.forget(place);
                }
                Ok((_, end)) => return end,
                // The panic hook has logged it.
                Err(_) => return ShardEnd::Anew,
            }
        }
    }

    fn start_and_stop(&mut self, places: &BTreeSet<ShardPlace>) {
        for (_, stop) in self
            .stops
            .iter()
            .filter(|(place, _)| !places.contains(*place))
        {
            stop.send_replace(true);
        }
        for place in places {
            if !self.stops.contains_key(place) {
                self.start(*place);
            }
        }
    }

    fn start(&mut self, place: ShardPlace) {
        let (rest, [number, total]) = (&self.discord.rest, place);
        rest.metrics().shards(&[ShardState {
            number,
            total,
            is_connected: false,
            latency: None,
        }]);
        let (stop, stopped) = watch::channel(false);
        let mut shard = ShardConnection::new(
            Arc::clone(self.discord),
            place,
            rest.token().to_owned(),
            self.arrivals.clone(),
            rest.metrics().clone(),
        );
        if let Some(earlier) = self.sessions.take(place) {
            shard = shard.resuming(earlier);
        }
        let connected = shard.keep_connected(stopped);
        self.running.spawn(async move { (place, connected.await) });
        self.stops.insert(place, stop);
        self.connecting.send_modify(|connecting| {
            connecting.places.insert(place);
        });
    }

    /// Keeps the session of a shard that has stopped, if it should be resumed.
    fn keep_session(&self, place: ShardPlace, session: Option<Box<KeptSession>>) {
        if let Some(session) = session {
            self.sessions.put(place, *session);
        }
    }

    /// Forgets a shard that has stopped.
    fn forget(&mut self, place: ShardPlace) {
        self.stops.remove(&place);
        self.discord.rest.metrics().shard_gone(place[0]);
        self.connecting.send_modify(|connecting| {
            connecting.places.remove(&place);
        });
    }
}

/// Operations of Discord that a shard uses; tests replace them.
trait Discord: Send + Sync + 'static {
    /// Stream under the WebSocket.
    type Stream: Send + Unpin + 'static;

    /// Waits until a session of a shard may start, and returns the URL of the gateway.
    fn start(&self, shard: u32) -> impl Future<Output = Result<String, Refused>> + Send;

    /// Records that a session of a shard has started.
    fn note_start(&self, shard: u32);

    /// Opens a WebSocket.
    fn dial(
        &self,
        url: &str,
    ) -> impl Future<Output = Result<WebSocketStream<Self::Stream>, String>> + Send;
}

/// Discord, or the sandbox in its place.
struct Real {
    rest: Arc<Rest>,
    starts: Arc<Starts>,
    /// Number of buckets of shards.
    buckets: NonZero<u32>,
}

impl Discord for Real {
    type Stream = MaybeTlsStream<TcpStream>;

    async fn start(&self, shard: u32) -> Result<String, Refused> {
        let next = self.starts.line_up(shard % self.buckets).await;
        let gateway = wait_for_discord(&self.rest).await?;
        self.starts.wait(next).await;
        Ok(gateway.url)
    }

    fn note_start(&self, shard: u32) {
        self.starts.note(shard % self.buckets);
    }

    async fn dial(&self, url: &str) -> Result<WebSocketStream<Self::Stream>, String> {
        wire::dial(url).await
    }
}

/// Waits until Discord responds and allows another session.
async fn wait_for_discord(rest: &Rest) -> Result<Gateway, Refused> {
    let mut pauses = Pauses::default();
    let mut is_first = true;
    loop {
        match rest.gateway().await {
            Ok(gateway) if gateway.starts_left() > 0 => return Ok(gateway),
            Ok(gateway) => {
                let wait = gateway.starts_again_after().max(identify_turns::INTERVAL);
                tracing::warn!(?wait, "Discord allows no further connections for now");
                sleep(wait).await;
            }
            Err(error) if error.is_bad_token() => return Err(Refused::Token),
            Err(error) => {
                report_unreachable(&error, is_first);
                is_first = false;
                sleep(pauses.next(Duration::ZERO)).await;
            }
        }
    }
}

/// Logs a warning about the first failure, and later ones at debug level.
fn report_unreachable(error: &RestError, is_first: bool) {
    if is_first {
        tracing::warn!(%error, "Discord cannot be reached; trying again");
    } else {
        tracing::debug!(%error, "Discord cannot be reached; trying again");
    }
}
