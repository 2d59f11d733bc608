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
//! - `shard`: one connection after another, and the session that outlives them
//! - [`endpoint`]: interactions over HTTP instead
//! - [`context`]: the parts of serenity's client that poise requires

pub mod context;
pub mod endpoint;
pub mod event;
mod pauses;
#[cfg(test)]
mod scripted;
mod shard;
mod wire;

use std::sync::Arc;
use std::time::Duration;

use serenity::all::GatewayIntents;
use thiserror::Error;
use tokio::net::TcpStream;
use tokio::sync::{Mutex, mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use crate::discord::gateway::event::Event;
use crate::discord::gateway::pauses::Pauses;
use crate::discord::gateway::shard::{End, Shard};
use crate::discord::rest::{Gateway, Rest, RestError};
use crate::metrics::ShardState;

/// Intents for servers, channels, and messages in servers and DMs; none is privileged.
pub const INTENTS: GatewayIntents = GatewayIntents::GUILDS
    .union(GatewayIntents::GUILD_MESSAGES)
    .union(GatewayIntents::DIRECT_MESSAGES);

/// Interval in which Discord accepts one new session.
const BETWEEN_STARTS: Duration = Duration::from_secs(5);

/// Received event.
#[derive(Debug)]
pub struct Arrival {
    /// Parsed event.
    pub event: Event,
    /// Time of arrival.
    pub received: Instant,
}

impl Arrival {
    /// Returns an event that has just arrived.
    fn now(event: Event) -> Self {
        Self {
            event,
            received: Instant::now(),
        }
    }
}

/// Range of shards that this process serves, out of a total.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shards {
    /// First shard.
    pub first: u32,
    /// Last shard.
    pub last: u32,
    /// Total number of shards, including those of other processes.
    pub total: u32,
}

impl Shards {
    /// Returns all shards, in the number that Discord recommends.
    fn all(gateway: &Gateway) -> Self {
        let total = gateway.shards();
        Self {
            first: 0,
            last: total - 1,
            total,
        }
    }

    /// Returns the state of the shards with none connected.
    fn away(self) -> Vec<ShardState> {
        let away = (self.first..=self.last).map(|number| ShardState {
            number,
            total: self.total,
            is_connected: false,
            latency: None,
        });
        away.collect()
    }
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
}

/// Keeps the bot connected until `stop` becomes true, despite all errors but a refusal.
///
/// # Errors
///
/// If Discord refuses the token or the intents.
pub async fn keep_connected(
    rest: &Arc<Rest>,
    shards: Option<Shards>,
    arrivals: &mpsc::UnboundedSender<Arrival>,
    mut stop: watch::Receiver<bool>,
) -> Result<(), Refused> {
    let discord = Arc::new(Real {
        rest: Arc::clone(rest),
        next_start: Mutex::new(Instant::now()),
    });
    let mut pauses = Pauses::default();
    loop {
        let gateway = tokio::select! {
            _ = stop.wait_for(|stop| *stop) => return Ok(()),
            gateway = wait_for_discord(rest) => gateway?,
        };
        let (part, began) = (
            shards.unwrap_or_else(|| Shards::all(&gateway)),
            Instant::now(),
        );
        rest.metrics().shards(&part.away());
        let mut running = JoinSet::new();
        for number in part.first..=part.last {
            let shard = Shard::new(
                Arc::clone(&discord),
                [number, part.total],
                rest.token().to_owned(),
                arrivals.clone(),
                rest.metrics().clone(),
            );
            running.spawn(shard.keep_connected(stop.clone()));
        }
        let end = match running.join_next().await {
            Some(Ok(end)) => end,
            // The panic hook has logged it.
            Some(Err(_)) | None => End::Anew,
        };
        if matches!(end, End::Stopped) {
            // All shards were told to stop.
            while running.join_next().await.is_some() {}
        }
        running.shutdown().await;
        rest.metrics().shards_gone();
        match end {
            End::Stopped => return Ok(()),
            End::Refused(refused) => return Err(refused),
            End::Anew => tracing::warn!(?part, "the shards are begun anew"),
        }
        let pause = pauses.next(began.elapsed());
        tokio::select! {
            _ = stop.wait_for(|stop| *stop) => return Ok(()),
            () = sleep(pause) => {}
        }
    }
}

/// Operations of Discord that a shard uses; tests replace them.
trait Discord: Send + Sync + 'static {
    /// Stream under the WebSocket.
    type Stream: Send + Unpin + 'static;

    /// Waits until a session may start, and returns the URL of the gateway.
    fn start(&self) -> impl Future<Output = Result<String, Refused>> + Send;

    /// Opens a WebSocket.
    fn dial(
        &self,
        url: &str,
    ) -> impl Future<Output = Result<WebSocketStream<Self::Stream>, String>> + Send;
}

/// Discord, or the sandbox in its place.
struct Real {
    rest: Arc<Rest>,
    next_start: Mutex<Instant>,
}

impl Discord for Real {
    type Stream = MaybeTlsStream<TcpStream>;

    async fn start(&self) -> Result<String, Refused> {
        let mut next = self.next_start.lock().await;
        let gateway = wait_for_discord(&self.rest).await?;
        sleep_until(*next).await;
        *next = Instant::now() + BETWEEN_STARTS;
        Ok(gateway.url)
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
                let wait = gateway.starts_again_after().max(BETWEEN_STARTS);
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
