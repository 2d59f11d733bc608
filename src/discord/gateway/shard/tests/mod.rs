//! Tests of shards against scripted gateways, in paused time that advances whenever all tasks are
//! idle.

mod connections;
mod sessions;

use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{DuplexStream, duplex};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::CloseFrame;
use tokio_tungstenite::{WebSocketStream, accept_async, client_async};

use crate::discord::gateway::access::{Discord, Refused};
use crate::discord::gateway::arrival::Arrival;
use crate::discord::gateway::event::GatewayEvent;
use crate::discord::gateway::shard::{ShardConnection, ShardEnd};
use crate::metrics::{Metrics, SilentShard};
use crate::service::{KeptSession, Shard};

/// URL for new sessions.
const NEW: &str = "ws://new";
/// URL of its own for resuming the session.
const OLD: &str = "ws://old";
/// Time within which a shard is connected or starts over.
const LONGEST: Duration = Duration::from_secs(60);

/// Dialed URL, and the other end of the connection.
type Call = (String, DuplexStream);

struct Scripted(mpsc::UnboundedSender<Call>);

impl Discord for Scripted {
    type Stream = DuplexStream;

    fn url(&self) -> &str {
        NEW
    }

    async fn start(&self, _shard: u32) -> Result<String, Refused> {
        Ok(NEW.to_owned())
    }

    fn note_start(&self, _shard: u32) {}

    async fn dial(&self, url: &str) -> Result<WebSocketStream<DuplexStream>, String> {
        let (ours, theirs) = duplex(1 << 16);
        self.0.send((url.to_owned(), theirs)).expect("a gateway");
        let socket = client_async(url, ours).await;
        socket
            .map(|(socket, _)| socket)
            .map_err(|error| error.to_string())
    }
}

/// Gateway and the shard that connects to it.
struct Scene {
    calls: mpsc::UnboundedReceiver<Call>,
    metrics: Metrics,
    arrivals: mpsc::UnboundedReceiver<Arrival>,
    stop: watch::Sender<bool>,
    ended: JoinHandle<ShardEnd>,
}

impl Scene {
    fn new() -> Self {
        Self::of(|shard| shard)
    }

    fn of(change: impl FnOnce(ShardConnection<Scripted>) -> ShardConnection<Scripted>) -> Self {
        let (calling, calls) = mpsc::unbounded_channel();
        let (sender, arrivals) = mpsc::unbounded_channel();
        let (stop, stopped) = watch::channel(false);
        let metrics = Metrics::default();
        let shard = ShardConnection::new(
            Arc::new(Scripted(calling)),
            Shard {
                number: 0,
                total: 1,
            },
            "token".to_owned(),
            sender,
            metrics.clone(),
        );
        let ended = tokio::spawn(change(shard).keep_connected(stopped));
        Self {
            calls,
            metrics,
            arrivals,
            stop,
            ended,
        }
    }

    async fn arrival(&mut self) -> GatewayEvent {
        self.arrivals.recv().await.expect("an event").event
    }

    /// Stops the shard; returns the code with which it closes the connection, and its session.
    async fn stopped(
        self,
        mut socket: WebSocketStream<DuplexStream>,
    ) -> (u16, Option<KeptSession>) {
        self.stop.send_replace(true);
        let code = loop {
            if let Message::Close(frame) = socket.next().await.expect("a frame").expect("a frame") {
                break frame.expect("a code").code.into();
            }
        };
        let ShardEnd::Stopped(session) = self.ended.await.expect("an end") else {
            panic!("expected a shard that was told to stop");
        };
        (code, session.map(|session| *session))
    }

    async fn call(&mut self) -> Call {
        self.calls.recv().await.expect("a call")
    }

    /// Returns the shard, which was silent before its connection was given up.
    fn silent(&self) -> SilentShard {
        let silent = self.metrics.health().take_silent();
        let [shard] = silent[..] else {
            panic!("expected one shard, got {silent:?}");
        };
        shard
    }

    fn is_connected(&self) -> bool {
        self.metrics.health().is_connected()
    }

    /// Accepts a connection and answers IDENTIFY with READY.
    async fn signed_in(&mut self) -> WebSocketStream<DuplexStream> {
        let (url, stream) = self.call().await;
        assert_eq!(url, NEW);
        let mut socket = greeted(stream).await;
        assert_eq!(heard(&mut socket).await["op"], 2);
        let ready = json!({"op": 0, "s": 1, "t": "READY", "d": {
            "v": 10, "user": {"id": "1", "username": "FocusBot"}, "guilds": [],
            "session_id": "s", "resume_gateway_url": OLD,
            "application": {"id": "1", "flags": 0}}});
        say(&mut socket, &ready).await;
        while !self.is_connected() {
            tokio::task::yield_now().await;
        }
        socket
    }
}

async fn greeted(stream: DuplexStream) -> WebSocketStream<DuplexStream> {
    let mut socket = accept_async(stream).await.expect("a web socket");
    let hello = json!({"op": 10, "d": {"heartbeat_interval": 40_000}});
    say(&mut socket, &hello).await;
    socket
}

async fn say(socket: &mut WebSocketStream<DuplexStream>, payload: &Value) {
    let said = socket.send(Message::text(payload.to_string())).await;
    said.expect("a connection");
}

async fn heard(socket: &mut WebSocketStream<DuplexStream>) -> Value {
    let frame = socket.next().await.expect("a frame").expect("a frame");
    serde_json::from_str(frame.to_text().expect("a text")).expect("JSON")
}

/// Closes a connection with a code.
async fn close(socket: &mut WebSocketStream<DuplexStream>, code: u16) {
    let frame = CloseFrame {
        code: code.into(),
        reason: "".into(),
    };
    socket.close(Some(frame)).await.expect("a connection");
}
