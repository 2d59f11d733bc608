//! Connection to Chromium's `DevTools`, for commands, responses and events.

use std::collections::VecDeque;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

/// Time limit of a response. No test asserts anything about time.
const PATIENCE: Duration = Duration::from_secs(60);

/// WebSocket to the browser or to one of its tabs.
#[derive(Debug)]
pub(super) struct DevTools {
    socket: WebSocket<TcpStream>,
    sent: u64,
    events: VecDeque<(String, Value)>,
}

impl DevTools {
    /// Connects to `ws://{address}{path}`.
    pub(super) fn connect(address: &str, path: &str) -> Self {
        let stream = TcpStream::connect(address).expect("a browser that listens");
        stream
            .set_read_timeout(Some(PATIENCE))
            .expect("a timeout above zero");
        stream
            .set_nodelay(true)
            .expect("a socket that takes options");
        let (socket, _) = tungstenite::client(format!("ws://{address}{path}"), stream)
            .expect("a WebSocket of the browser");
        Self {
            socket,
            sent: 0,
            events: VecDeque::new(),
        }
    }

    /// Runs a command and waits for its result.
    #[track_caller]
    pub(super) fn call(&mut self, method: &str, params: &Value) -> Value {
        self.try_call(method, params)
            .unwrap_or_else(|error| panic!("{method} {params}: {error}"))
    }

    /// Runs a command; the error is the browser's text, or that it did not respond.
    pub(super) fn try_call(&mut self, method: &str, params: &Value) -> Result<Value, String> {
        self.sent += 1;
        let id = self.sent;
        let since = Instant::now();
        let command = json!({ "id": id, "method": method, "params": params });
        self.socket
            .send(Message::text(command.to_string()))
            .map_err(|error| error.to_string())?;
        loop {
            let mut message = self.receive(since)?;
            if message["id"] == id {
                return match message.get("error") {
                    Some(error) => Err(error.to_string()),
                    None => Ok(message["result"].take()),
                };
            }
            self.keep(message);
        }
    }

    /// Waits for the next event of this name and returns its parameters.
    #[track_caller]
    pub(super) fn event(&mut self, name: &str) -> Value {
        let since = Instant::now();
        loop {
            if let Some(at) = self.events.iter().position(|(known, _)| known == name) {
                return self.events.remove(at).expect("an index just found").1;
            }
            let message = self
                .receive(since)
                .unwrap_or_else(|error| panic!("waiting for {name}: {error}"));
            self.keep(message);
        }
    }

    /// Takes the events of this name that have arrived.
    pub(super) fn arrived(&mut self, name: &str) -> Vec<Value> {
        let (wanted, others): (Vec<_>, Vec<_>) =
            self.events.drain(..).partition(|(known, _)| known == name);
        self.events = others.into();
        wanted.into_iter().map(|(_, params)| params).collect()
    }

    fn keep(&mut self, mut message: Value) {
        if let Some(name) = message["method"].as_str().map(str::to_owned) {
            self.events.push_back((name, message["params"].take()));
        }
    }

    /// Returns the next message within the time limit since `since`. The limit covers the whole
    /// wait, since unrelated events may keep arriving.
    fn receive(&mut self, since: Instant) -> Result<Value, String> {
        while since.elapsed() < PATIENCE {
            let message = self.socket.read().map_err(|error| error.to_string())?;
            if let Message::Text(text) = message {
                return serde_json::from_str(&text).map_err(|error| error.to_string());
            }
        }
        Err(format!("nothing within {} s", PATIENCE.as_secs()))
    }
}
