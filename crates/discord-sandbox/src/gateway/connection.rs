//! Gateway connection, from HELLO to its close.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::Instant;

use crate::gateway::codec::{Codec, payload};
use crate::gateway::hub::Order;
use crate::gateway::identify::{self, Refusal};
use crate::shared::Shared;

/// Largest payload a bot may send, in bytes.
const PAYLOAD_LIMIT: usize = 4_096;
/// Number of payloads a bot may send in [`RATE_WINDOW`].
const RATE_LIMIT: usize = 120;
const RATE_WINDOW: Duration = Duration::from_secs(60);
/// Time a peer has to hang up after a close frame.
const GOODBYE: Duration = Duration::from_secs(2);

/// Gateway connection of the bot.
pub(crate) struct Connection {
    shared: Arc<Shared>,
    socket: WebSocket,
    codec: Codec,
    link: u64,
    session: Option<String>,
    orders: UnboundedReceiver<Order>,
    order_sender: UnboundedSender<Order>,
    beat_deadline: Instant,
    received: VecDeque<Instant>,
}

/// Reason why a connection ends.
enum End {
    /// The bot ended its session too.
    Finished,
    /// The connection broke; the session can be resumed.
    Broken,
    /// The sandbox closes the connection.
    Close(u16, &'static str),
}

impl Connection {
    pub(crate) fn new(shared: Arc<Shared>, socket: WebSocket, codec: Codec) -> Self {
        let (order_sender, orders) = unbounded_channel();
        let link = shared.with(|core| core.hub.next_link());
        let mut connection = Self {
            shared,
            socket,
            codec,
            link,
            session: None,
            orders,
            order_sender,
            beat_deadline: Instant::now(),
            received: VecDeque::new(),
        };
        connection.heard_beat();
        connection
    }

    /// Serves the connection until it ends.
    pub(crate) async fn run(mut self) {
        let interval_ms = self.shared.settings.heartbeat_interval_ms;
        let hello = json!({"heartbeat_interval": interval_ms, "_trace": []});
        let end = match self.send(payload(10, &hello)).await {
            Ok(()) => self.serve().await,
            Err(end) => end,
        };
        let is_over = match end {
            End::Finished => true,
            End::Broken => false,
            End::Close(code, reason) => {
                self.close(code, reason).await;
                matches!(code, 1000 | 4004 | 4007 | 4009..=4014)
            }
        };
        self.shared.with(|core| core.hub.unlink(self.link, is_over));
    }

    async fn serve(&mut self) -> End {
        loop {
            let next = tokio::select! {
                order = self.orders.recv() => match order {
                    Some(Order::Send(text)) => self.send(text).await,
                    Some(Order::Close(code, reason)) => Err(End::Close(code, reason)),
                    Some(Order::Drop) | None => Err(End::Broken),
                },
                frame = self.socket.recv() => self.receive(frame).await,
                () = tokio::time::sleep_until(self.beat_deadline) => {
                    Err(End::Close(4009, "Session timed out."))
                }
            };
            if let Err(end) = next {
                return end;
            }
        }
    }

    async fn receive(&mut self, frame: Option<Result<Message, axum::Error>>) -> Result<(), End> {
        let text = match frame {
            Some(Ok(Message::Text(text))) => text.as_bytes().to_vec(),
            Some(Ok(Message::Binary(bytes))) => bytes.to_vec(),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => return Ok(()),
            Some(Ok(Message::Close(frame))) => {
                let code = frame.map_or(1005, |frame| frame.code);
                return Err(if matches!(code, 1000 | 1001) {
                    End::Finished
                } else {
                    End::Broken
                });
            }
            Some(Err(_)) | None => return Err(End::Broken),
        };
        self.check_rate()?;
        let received = read_frame(&text).map_err(close)?;
        self.obey(&received).await
    }

    async fn obey(&mut self, received: &Value) -> Result<(), End> {
        let data = &received["d"];
        match received["op"].as_u64() {
            Some(1) => {
                if self.shared.with(|core| core.hub.is_mute) {
                    return Ok(());
                }
                self.heard_beat();
                self.send(payload(11, &Value::Null)).await
            }
            Some(2) => self.identify(data).await,
            Some(6) => self.resume(data).await,
            Some(op @ (3 | 4 | 8 | 31)) => {
                let Some(session) = &self.session else {
                    return Err(End::Close(4003, "Not authenticated."));
                };
                if op == 8 {
                    identify::send_members(&self.shared, session, data);
                }
                Ok(())
            }
            _ => Err(End::Close(4001, "Unknown opcode.")),
        }
    }

    async fn identify(&mut self, data: &Value) -> Result<(), End> {
        let is_live = |name: &String| self.shared.with(|core| core.hub.has(name));
        if self.session.as_ref().is_some_and(is_live) {
            return Err(End::Close(4005, "Already authenticated."));
        }
        let login = identify::identify(&self.shared, data, self.link, self.order_sender.clone())
            .map_err(close)?;
        let Some(login) = login else {
            return self.send(payload(9, &json!(false))).await;
        };
        if login.compress {
            self.codec.compress_each();
        }
        self.session = Some(login.session);
        Ok(())
    }

    async fn resume(&mut self, data: &Value) -> Result<(), End> {
        if self.session.is_some() {
            return Err(End::Close(4005, "Already authenticated."));
        }
        self.session =
            identify::resume(&self.shared, data, self.link, &self.order_sender).map_err(close)?;
        if self.session.is_none() {
            return self.send(payload(9, &json!(false))).await;
        }
        Ok(())
    }

    fn check_rate(&mut self) -> Result<(), End> {
        let now = Instant::now();
        self.received.retain(|&at| now - at < RATE_WINDOW);
        self.received.push_back(now);
        if self.received.len() > RATE_LIMIT {
            return Err(End::Close(4008, "Rate limited."));
        }
        Ok(())
    }

    fn heard_beat(&mut self) {
        let interval = Duration::from_millis(self.shared.settings.heartbeat_interval_ms);
        self.beat_deadline = Instant::now() + interval * 2;
    }

    async fn send(&mut self, text: String) -> Result<(), End> {
        let frame = self.codec.frame(text);
        self.socket.send(frame).await.map_err(|_| End::Broken)
    }

    /// Sends a close frame with a code, without which some libraries never notice the close.
    pub(crate) async fn close(&mut self, code: u16, reason: &'static str) {
        let frame = CloseFrame {
            code,
            reason: reason.into(),
        };
        // A connection that is gone needs no close frame.
        let _ = self.socket.send(Message::Close(Some(frame))).await;
        // Hanging up with unread bytes would discard the frame on its way.
        let rest = async { while let Some(Ok(_)) = self.socket.recv().await {} };
        let _ = tokio::time::timeout(GOODBYE, rest).await;
    }
}

/// Parses a payload from a bot.
///
/// # Errors
///
/// The payload is too long or not JSON.
fn read_frame(text: &[u8]) -> Result<Value, Refusal> {
    if text.len() > PAYLOAD_LIMIT {
        return Err((4002, "Payload too large."));
    }
    serde_json::from_slice(text).map_err(|_| (4002, "Error while decoding payload."))
}

fn close((code, reason): Refusal) -> End {
    End::Close(code, reason)
}
