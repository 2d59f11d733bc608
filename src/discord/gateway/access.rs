//! Access to Discord: operations that a shard uses, and reasons why the bot cannot continue.

use std::num::NonZero;
use std::sync::Arc;

use thiserror::Error;
use tokio::net::TcpStream;
use tokio::time::sleep;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use crate::discord::gateway::identify_turns::{INTERVAL, Starts};
use crate::discord::gateway::pauses::Pauses;
use crate::discord::gateway::wire;
use crate::discord::rest::{Gateway, Rest};

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

/// Operations of Discord that a shard uses; tests replace them.
pub(super) trait Discord: Send + Sync + 'static {
    /// Stream under the WebSocket.
    type Stream: Send + Unpin + 'static;

    /// Returns the URL of the gateway, as it was when the shards began.
    fn url(&self) -> &str;

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
pub(super) struct RealDiscord {
    pub(super) rest: Arc<Rest>,
    pub(super) starts: Arc<Starts>,
    /// URL of the gateway.
    pub(super) url: String,
    /// Number of buckets of shards.
    pub(super) buckets: NonZero<u32>,
}

impl Discord for RealDiscord {
    type Stream = MaybeTlsStream<TcpStream>;

    fn url(&self) -> &str {
        &self.url
    }

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
pub(super) async fn wait_for_discord(rest: &Rest) -> Result<Gateway, Refused> {
    let mut pauses = Pauses::default();
    loop {
        match rest.gateway().await {
            Ok(gateway) if gateway.starts_left() > 0 => return Ok(gateway),
            Ok(gateway) => {
                let wait = gateway.starts_again_after().max(INTERVAL);
                tracing::warn!(?wait, "Discord allows no further connections for now");
                sleep(wait).await;
            }
            Err(error) if error.is_bad_token() => return Err(Refused::Token),
            Err(error) => pauses.wait_after(&error).await,
        }
    }
}
