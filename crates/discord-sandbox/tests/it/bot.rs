//! Bot without a library, which sends plain requests and gateway frames.

use std::time::Duration;

use discord_sandbox::{Clock, Person, Response, Sandbox, SandboxOptions};
use futures_util::{SinkExt, StreamExt};
use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// Intents for guilds, guild messages and direct messages; none is privileged.
pub(crate) const INTENTS: u64 = 1 | 1 << 9 | 1 << 12;

/// User agent of the bot.
pub(crate) const AGENT: &str = "DiscordBot (https://example.org, 1)";

/// Time limit, long enough for the slowest machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// REST client of a bot.
#[derive(Clone)]
pub(crate) struct Rest {
    http: reqwest::Client,
    base: String,
    token: String,
    pub(crate) app: String,
}

/// Status and body of a response.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: reqwest::header::HeaderMap,
    pub(crate) body: Value,
}

impl Reply {
    /// Returns the body of a successful response.
    #[track_caller]
    pub(crate) fn fine(self) -> Value {
        assert!(self.status < 300, "{} {}", self.status, self.body);
        self.body
    }

    /// Returns the HTTP status and JSON error code of an error.
    pub(crate) fn refusal(&self) -> (u16, u64) {
        (self.status, self.body["code"].as_u64().unwrap_or(0))
    }
}

impl Rest {
    pub(crate) async fn new(sandbox: &Sandbox) -> Self {
        let mut rest = Self {
            http: client(),
            base: format!("{}/api/v10", sandbox.base_url()),
            token: sandbox.token().to_owned(),
            app: String::new(),
        };
        let me = rest.get("/users/@me").await.fine();
        me["id"].as_str().expect("own id").clone_into(&mut rest.app);
        rest
    }

    pub(crate) async fn send(&self, method: Method, path: &str, body: Option<&Value>) -> Reply {
        let mut request = self.http.request(method, format!("{}{path}", self.base));
        request = request.header("authorization", format!("Bot {}", self.token));
        if let Some(body) = body {
            request = request.json(body);
        }
        reply(request).await
    }

    pub(crate) async fn get(&self, path: &str) -> Reply {
        self.send(Method::GET, path, None).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Reply {
        self.send(Method::POST, path, Some(body)).await
    }

    pub(crate) async fn patch(&self, path: &str, body: &Value) -> Reply {
        self.send(Method::PATCH, path, Some(body)).await
    }

    pub(crate) async fn put(&self, path: &str, body: &Value) -> Reply {
        self.send(Method::PUT, path, Some(body)).await
    }

    pub(crate) async fn delete(&self, path: &str) -> Reply {
        self.send(Method::DELETE, path, None).await
    }

    /// Sends a body with files.
    pub(crate) async fn upload(
        &self,
        method: Method,
        path: &str,
        body: &Value,
        files: &[(&str, &[u8])],
    ) -> Reply {
        let mut form = Form::new().text("payload_json", body.to_string());
        for (index, (name, bytes)) in files.iter().enumerate() {
            let part = Part::bytes(bytes.to_vec()).file_name((*name).to_owned());
            form = form.part(format!("files[{index}]"), part);
        }
        let request = self.http.request(method, format!("{}{path}", self.base));
        let request = request.header("authorization", format!("Bot {}", self.token));
        reply(request.multipart(form)).await
    }

    /// Registers global commands.
    pub(crate) async fn register(&self, commands: &Value) -> Value {
        self.put(&format!("/applications/{}/commands", self.app), commands)
            .await
            .fine()
    }

    /// Posts a text and returns the message.
    pub(crate) async fn say(&self, path: &str, text: &str) -> Value {
        self.post(path, &json!({"content": text})).await.fine()
    }

    /// Sends the initial response to an interaction.
    pub(crate) async fn callback(&self, interaction: &Value, body: &Value) -> Reply {
        self.post(&callback_path(interaction), body).await
    }

    /// Responds to an interaction; the response is accepted.
    pub(crate) async fn respond(&self, interaction: &Value, body: &Value) -> Value {
        self.callback(interaction, body).await.fine()
    }

    /// Makes a change that is accepted, and returns what has changed.
    pub(crate) async fn edit(&self, path: &str, body: &Value) -> Value {
        self.patch(path, body).await.fine()
    }

    /// Posts a body with files, and returns the message.
    pub(crate) async fn post_files(
        &self,
        path: &str,
        body: &Value,
        files: &[(&str, &[u8])],
    ) -> Value {
        let reply = self.upload(Method::POST, path, body, files).await;
        reply.fine()
    }

    /// Returns the path of an interaction's later responses.
    pub(crate) fn webhook(&self, interaction: &Value) -> String {
        let token = interaction["token"].as_str().expect("interaction token");
        format!("/webhooks/{}/{token}", self.app)
    }
}

/// Returns a new HTTP client of a bot.
pub(crate) fn client() -> reqwest::Client {
    reqwest::Client::builder()
        .no_proxy()
        .user_agent(AGENT)
        .build()
        .expect("plain client")
}

/// Returns the path of an interaction's initial response.
pub(crate) fn callback_path(interaction: &Value) -> String {
    let part = |name: &str| interaction[name].as_str().expect("part of the interaction");
    format!("/interactions/{}/{}/callback", part("id"), part("token"))
}

async fn reply(request: reqwest::RequestBuilder) -> Reply {
    let answer = request.send().await.expect("answer of the sandbox");
    let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
    let text = answer.text().await.expect("text of the answer");
    let body = serde_json::from_str(&text).unwrap_or(Value::String(text));
    Reply {
        status,
        headers,
        body,
    }
}

/// Gateway connection of a bot.
pub(crate) struct Gateway {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub(crate) sequence: u64,
    /// Longest wait for a frame.
    pub(crate) patience: Duration,
}

impl Gateway {
    pub(crate) async fn connect(sandbox: &Sandbox, query: &str) -> Self {
        let address = sandbox.base_url().replacen("http", "ws", 1);
        let address = format!("{address}/gateway-ws?v=10{query}");
        let (socket, _) = tokio_tungstenite::connect_async(address)
            .await
            .expect("gateway");
        Self {
            socket,
            sequence: 0,
            patience: PATIENCE,
        }
    }

    /// Connects, logs in and reads until the guilds have arrived.
    pub(crate) async fn log_in(sandbox: &Sandbox) -> Self {
        let mut gateway = Self::connect(sandbox, "").await;
        gateway.identify(sandbox, INTENTS).await;
        let ready = gateway.event("READY").await;
        gateway.guilds(&ready).await;
        gateway
    }

    /// Reads the guilds that READY announced and returns them.
    pub(crate) async fn guilds(&mut self, ready: &Value) -> Vec<Value> {
        let announced = ready["guilds"].as_array().expect("guilds");
        let mut told = Vec::new();
        for guild in announced {
            let payload = self.payload().await;
            assert_eq!(
                (&payload["t"], &payload["d"]["id"]),
                (&json!("GUILD_CREATE"), &guild["id"])
            );
            told.push(payload["d"].clone());
        }
        told
    }

    /// Logs in and returns the first guild.
    pub(crate) async fn greeting(sandbox: &Sandbox) -> Value {
        let mut gateway = Self::connect(sandbox, "").await;
        gateway.identify(sandbox, INTENTS).await;
        gateway.event("GUILD_CREATE").await
    }

    pub(crate) async fn identify(&mut self, sandbox: &Sandbox, intents: u64) {
        let data = json!({
            "token": format!("Bot {}", sandbox.token()),
            "intents": intents,
            "properties": {"os": "linux", "browser": "test", "device": "test"},
        });
        self.send(&json!({"op": 2, "d": data})).await;
    }

    pub(crate) async fn send(&mut self, payload: &Value) {
        let frame = Message::Text(payload.to_string().into());
        self.socket.send(frame).await.expect("open gateway");
    }

    /// Waits for the next frame.
    pub(crate) async fn frame(&mut self) -> Message {
        let frame = tokio::time::timeout(self.patience, self.socket.next()).await;
        match frame.expect("frame in time") {
            Some(Ok(frame)) => frame,
            // A broken connection counts as a close without a code.
            Some(Err(_)) | None => Message::Close(None),
        }
    }

    /// Waits for the next payload.
    pub(crate) async fn payload(&mut self) -> Value {
        let frame = self.frame().await;
        let Message::Text(text) = frame else {
            panic!("expected a payload, got {frame:?}");
        };
        let payload: Value = serde_json::from_str(&text).expect("payload");
        self.sequence = payload["s"].as_u64().unwrap_or(self.sequence);
        payload
    }

    /// Returns the data of the next event of this kind and skips others.
    pub(crate) async fn event(&mut self, kind: &str) -> Value {
        loop {
            let payload = self.payload().await;
            if payload["t"] == kind {
                return payload["d"].clone();
            }
        }
    }

    /// Returns the close code of the sandbox and skips earlier frames.
    pub(crate) async fn close_code(&mut self) -> Option<u16> {
        loop {
            if let Message::Close(frame) = self.frame().await {
                return frame.map(|frame| frame.code.into());
            }
        }
    }

    /// Closes with a code and waits for the response.
    pub(crate) async fn close(mut self, code: u16) {
        let frame = CloseFrame {
            code: code.into(),
            reason: "".into(),
        };
        self.socket
            .send(Message::Close(Some(frame)))
            .await
            .expect("open gateway");
        while let Some(Ok(_)) = self.socket.next().await {}
    }

    /// Drops the connection without a close frame.
    pub(crate) fn hang_up(self) {
        drop(self.socket);
    }
}

/// Sandbox with a bot and a person in it.
pub(crate) struct Scene {
    pub(crate) sandbox: Sandbox,
    pub(crate) rest: Rest,
    pub(crate) gateway: Gateway,
    pub(crate) anna: Person,
}

impl Scene {
    /// Creates a new world in memory, without rate limits, in which a bot on a busy machine
    /// responds in time.
    pub(crate) async fn new() -> Self {
        let options = SandboxOptions {
            rate_limits: false,
            response_limit: Duration::from_secs(60),
            ..SandboxOptions::default()
        };
        Self::with(options).await
    }

    /// Creates a new world in memory, with rate limits and a frozen clock.
    pub(crate) async fn limited() -> Self {
        let options = SandboxOptions {
            clock: Clock::frozen(1_790_000_000_000),
            ..SandboxOptions::default()
        };
        Self::with(options).await
    }

    pub(crate) async fn with(options: SandboxOptions) -> Self {
        // The bot of these tests sends no heartbeats.
        let options = SandboxOptions {
            heartbeat_interval: Duration::from_secs(3_600),
            ..options
        };
        let sandbox = Sandbox::start(options).await.expect("free port");
        let rest = Rest::new(&sandbox).await;
        let gateway = Gateway::log_in(&sandbox).await;
        let anna = Person::connect(sandbox.base_url(), "anna")
            .await
            .expect("anna");
        Self {
            sandbox,
            rest,
            gateway,
            anna,
        }
    }

    /// Registers commands and waits until they are offered to the person.
    pub(crate) async fn register(&self, commands: Value) {
        self.rest.register(&commands).await;
        let name = commands[0]["name"].as_str().unwrap_or_default().to_owned();
        let offered = self
            .anna
            .wait_until("the commands", |view| view.has_command(&name).then_some(()))
            .await;
        offered.expect("offered commands");
    }

    /// Registers a command without options, called `play`.
    pub(crate) async fn register_play(&self) {
        self.register(json!([{"name": "play", "description": "d"}]))
            .await;
    }

    /// Lets the person use a command in #games and returns the event that the bot receives.
    pub(crate) async fn used(
        &mut self,
        command: &str,
        options: &[(&str, &str)],
    ) -> (discord_sandbox::Asked, Value) {
        let asked = self
            .anna
            .slash("games", command, options)
            .await
            .expect("command");
        let event = self.gateway.event("INTERACTION_CREATE").await;
        assert_eq!(event["id"], asked.id.as_str());
        (asked, event)
    }

    /// Answers the command `play` with a form of these fields, each with a label, and returns it.
    pub(crate) async fn form(&mut self, fields: &[Value]) -> Value {
        self.register_play().await;
        let (asked, event) = self.used("play", &[]).await;
        let labeled = fields
            .iter()
            .map(|field| json!({"type": 18, "label": "l", "component": field}));
        let labeled: Vec<Value> = labeled.collect();
        let data = json!({"custom_id": "f", "title": "t", "components": labeled});
        let form = json!({"type": 9, "data": data});
        self.rest.callback(&event, &form).await.fine();
        match self.anna.response(&asked).await {
            Ok(Response::Modal(modal)) => modal,
            other => panic!("expected a form, got {other:?}"),
        }
    }

    /// Changes the world.
    pub(crate) async fn control(&self, control: &str, fields: Value) {
        let done = self.anna.control(control, fields).await;
        done.expect("control");
    }

    /// Returns the id of a channel.
    pub(crate) fn channel(&self, name: &str) -> String {
        self.anna.channel(name).expect("channel of the world")
    }
}

/// Opens a world on disk and returns it with a person in it.
pub(crate) async fn open(folder: &TempDir) -> (Sandbox, Person) {
    let options = SandboxOptions {
        data: Some(folder.path().to_owned()),
        ..SandboxOptions::default()
    };
    let sandbox = Sandbox::start(options)
        .await
        .expect("sandbox with a folder");
    let anna = Person::connect(sandbox.base_url(), "anna").await;
    (sandbox, anna.expect("anna"))
}

/// Smallest possible PNG: one pixel.
pub(crate) const PIXEL: &[u8] = &[
    0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, b'I', b'H', b'D', b'R', 0, 0, 0,
    1, 0, 0, 0, 1, 8, 6, 0, 0, 0, 0x1f, 0x15, 0xc4, 0x89, 0, 0, 0, 0x0d, b'I', b'D', b'A', b'T',
    0x78, 0xda, 0x63, 0xfc, 0xcf, 0xc0, 0x50, 0x0f, 0, 0x04, 0x85, 0x01, 0x80, 0x84, 0xa9, 0x8c,
    0x21, 0, 0, 0, 0, b'I', b'E', b'N', b'D', 0xae, 0x42, 0x60, 0x82,
];
