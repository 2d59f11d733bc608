//! Frames, payloads and intents of the gateway.
//!
//! Source: Discord, "Gateway", "Gateway Events" and "Opcodes and Status Codes".

use std::env::consts;
use std::io::Read;
use std::time::Duration;

use flate2::read::ZlibDecoder;
use futures_util::{SinkExt, StreamExt};
use reqwest::header::{HeaderValue, USER_AGENT};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use serenity::all::GatewayIntents;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::protocol::frame::CloseFrame;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

use crate::discord::rest::AGENT;
use crate::service::Shard;

/// Intents for servers, channels, and messages in servers and DMs; none is privileged.
pub const INTENTS: GatewayIntents = GatewayIntents::GUILDS
    .union(GatewayIntents::GUILD_MESSAGES)
    .union(GatewayIntents::DIRECT_MESSAGES);

/// Size limit in bytes of a frame, and of the text in a compressed one: several times a server with
/// the maximum number of channels.
const LARGEST: usize = 32 << 20;
/// Time limit for the other side to accept a frame.
const SEND: Duration = Duration::from_secs(5);

/// Opcodes.
pub(super) mod op {
    pub(in super::super) const DISPATCH: u8 = 0;
    pub(in super::super) const HEARTBEAT: u8 = 1;
    pub(in super::super) const IDENTIFY: u8 = 2;
    pub(in super::super) const RESUME: u8 = 6;
    pub(in super::super) const RECONNECT: u8 = 7;
    pub(in super::super) const INVALID_SESSION: u8 = 9;
    pub(in super::super) const HELLO: u8 = 10;
    pub(in super::super) const HEARTBEAT_ACK: u8 = 11;
}

/// Payload from Discord.
#[derive(Debug, Deserialize)]
pub(super) struct Payload {
    pub(super) op: u8,
    #[serde(default)]
    pub(super) d: Option<Box<RawValue>>,
    #[serde(default)]
    pub(super) s: Option<u64>,
    #[serde(default)]
    pub(super) t: Option<String>,
}

impl Payload {
    /// Parses the data as `T`; `None` if it is something else.
    pub(super) fn data<'a, T: Deserialize<'a>>(&'a self) -> Option<T> {
        serde_json::from_str(self.d.as_ref()?.get()).ok()
    }
}

/// Reason why no more payloads arrive.
#[derive(Debug)]
pub(super) enum WireError {
    /// Discord closed the connection with this code.
    Closed(u16),
    /// Description of an error.
    Failed(String),
}

/// Opens a WebSocket.
pub(super) async fn dial(url: &str) -> Result<WebSocketStream<MaybeTlsStream<TcpStream>>, String> {
    let url = format!("{}/?v=10&encoding=json", url.trim_end_matches('/'));
    let words = |error: tungstenite::Error| error.to_string();
    let mut request = url.into_client_request().map_err(words)?;
    let headers = request.headers_mut();
    headers.insert(USER_AGENT, HeaderValue::from_static(AGENT));
    let connected = connect_async_with_config(request, Some(limits()), true).await;
    connected.map(|(socket, _)| socket).map_err(words)
}

/// Returns the limits of a WebSocket.
pub(super) fn limits() -> WebSocketConfig {
    WebSocketConfig::default()
        .max_message_size(Some(LARGEST))
        .max_frame_size(Some(LARGEST))
}

/// Connection, before or after HELLO.
pub(super) struct Wire<S>(WebSocketStream<S>);

impl<S: AsyncRead + AsyncWrite + Unpin> Wire<S> {
    pub(super) fn new(socket: WebSocketStream<S>) -> Self {
        Self(socket)
    }

    /// Waits for the next payload. Cancel safe.
    pub(super) async fn next(&mut self) -> Result<Payload, WireError> {
        loop {
            let text = match self.0.next().await {
                Some(Ok(Message::Text(text))) => text.as_str().to_owned(),
                Some(Ok(Message::Binary(bytes))) => inflate(&bytes)?,
                Some(Ok(Message::Close(frame))) => {
                    return Err(WireError::Closed(
                        frame.map_or(1005, |frame| frame.code.into()),
                    ));
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => continue,
                Some(Err(error)) => return Err(WireError::Failed(error.to_string())),
                None => return Err(WireError::Failed("it ended without a word".to_owned())),
            };
            let read = serde_json::from_str(&text);
            return read
                .map_err(|error| WireError::Failed(format!("it says what is no JSON: {error}")));
        }
    }

    /// Sends a payload.
    pub(super) async fn say(&mut self, op: u8, data: &Value) -> Result<(), WireError> {
        let text = json!({"op": op, "d": data}).to_string();
        match timeout(SEND, self.0.send(Message::text(text))).await {
            Ok(sent) => sent.map_err(|error| WireError::Failed(error.to_string())),
            Err(_) => Err(WireError::Failed("it takes nothing".to_owned())),
        }
    }

    /// Closes the connection with a code; 1000 and 1001 end the session.
    pub(super) async fn close(&mut self, code: u16) {
        let frame = CloseFrame {
            code: code.into(),
            reason: "".into(),
        };
        // If the other side does not accept it in time, the connection is dropped.
        let _ = timeout(SEND, self.0.close(Some(frame))).await;
    }
}

/// Decompresses the text of a frame.
fn inflate(bytes: &[u8]) -> Result<String, WireError> {
    let mut text = String::new();
    let limit = u64::try_from(LARGEST).unwrap_or(u64::MAX);
    let read = ZlibDecoder::new(bytes)
        .take(limit + 1)
        .read_to_string(&mut text);
    match read {
        Ok(length) if length <= LARGEST => Ok(text),
        Ok(_) => Err(WireError::Failed("a frame is too large".to_owned())),
        Err(error) => Err(WireError::Failed(format!("a frame is broken: {error}"))),
    }
}

/// Returns the data of IDENTIFY.
pub(super) fn identify(token: &str, shard: Shard) -> Value {
    let name = env!("CARGO_PKG_NAME");
    json!({
        "token": token,
        "shard": [shard.number, shard.total],
        "intents": INTENTS,
        "compress": true,
        "properties": {"os": consts::OS, "browser": name, "device": name},
    })
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::ZlibEncoder;

    use super::{LARGEST, WireError, dial, inflate};

    fn deflate(bytes: &[u8]) -> Vec<u8> {
        let mut deflated = ZlibEncoder::new(Vec::new(), Compression::fast());
        deflated.write_all(bytes).expect("memory");
        deflated.finish().expect("memory")
    }

    #[test]
    fn frame_that_grows_without_end_is_refused() {
        let small = deflate(b"{\"op\":11}");
        assert_eq!(inflate(&small).expect("a text"), "{\"op\":11}");
        let bomb = deflate(&vec![b' '; LARGEST + 1]);
        assert!(bomb.len() < LARGEST / 100);
        assert!(matches!(inflate(&bomb), Err(WireError::Failed(_))));
    }

    /// rustls would panic if it had no cryptography provider, or more than one.
    #[tokio::test]
    async fn address_of_a_safe_connection_can_be_dialed() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await;
        let listener = listener.expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let hang_up = async { drop(listener.accept().await) };
        let url = format!("wss://127.0.0.1:{port}");
        let (dialed, ()) = tokio::join!(dial(&url), hang_up);
        assert!(dialed.is_err());
    }
}
