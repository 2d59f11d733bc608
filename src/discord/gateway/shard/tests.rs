//! Tests of shards against scripted gateways, in paused time that advances whenever all tasks are
//! idle.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use parking_lot::Mutex;
use serde_json::{Value, json};
use tokio::io::{DuplexStream, duplex};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::CloseFrame;
use tokio_tungstenite::{WebSocketStream, accept_async, client_async};

use crate::discord::gateway::access::{Discord, Refused};
use crate::discord::gateway::arrival::{Arrival, Delivery};
use crate::discord::gateway::event::GatewayEvent;
use crate::discord::gateway::shard::{HANDOVER, ShardConnection, ShardEnd};
use crate::metrics::Metrics;
use crate::service::{GuildId, KeptSession};

/// URL for new sessions.
const NEW: &str = "ws://new";
/// URL for resuming the session.
const OLD: &str = "ws://old";
/// Time within which a shard is connected or starts over.
const LONGEST: Duration = Duration::from_secs(60);

/// Dialed URL, and the other end of the connection.
type Call = (String, DuplexStream);

struct Scripted(mpsc::UnboundedSender<Call>);

impl Discord for Scripted {
    type Stream = DuplexStream;

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
            [0, 1],
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

#[tokio::test(start_paused = true)]
async fn shard_is_not_given_up_while_requests_are_being_handled() {
    for takes in [Duration::from_millis(500), LONGEST] {
        let mut scene = Scene::new();
        let mut socket = scene.signed_in().await;
        scene.arrival().await;
        let gone = json!({"op": 0, "s": 2, "t": "GUILD_DELETE", "d": {"id": "7"}});
        say(&mut socket, &gone).await;
        // Nobody waits for the handling of this event.
        let _server = scene.arrivals.recv().await.expect("an event");
        let written = json!({"op": 0, "s": 3, "t": "MESSAGE_CREATE", "d": {
            "id": "8", "channel_id": "9", "content": "b7-c7", "type": 0, "tts": false,
            "author": {"id": "2", "username": "anna"}, "timestamp": "2026-11-27T12:00:00Z",
            "edited_timestamp": null, "mention_everyone": false, "mentions": [],
            "mention_roles": [], "attachments": [], "embeds": [], "pinned": false}});
        say(&mut socket, &written).await;
        let arrival = scene.arrivals.recv().await.expect("an event");
        let handling = tokio::spawn(async move {
            sleep(takes).await;
            drop(arrival);
        });
        let begun = Instant::now();
        scene.stopped(socket).await;
        // Slower handling must not keep the shard from everybody else.
        assert_eq!(begun.elapsed(), takes.min(HANDOVER));
        handling.abort();
    }
}

#[tokio::test(start_paused = true)]
async fn gateway_that_closes_after_its_greeting_is_called_ever_more_rarely() {
    let mut scene = Scene::new();
    let begun = Instant::now();
    let mut times = Vec::new();
    while begun.elapsed() < Duration::from_secs(3_600) {
        let (_, stream) = scene.call().await;
        times.push(begun.elapsed());
        let mut socket = greeted(stream).await;
        // The shard may have closed it already.
        let _ = socket.close(None).await;
        assert!(!scene.is_connected());
    }
    let early = times.iter().filter(|time| time.as_secs() < 20).count();
    assert!(early <= 8, "{early} calls in 20 s");
    assert!(times.len() <= 140, "{} calls in an hour", times.len());
}

#[tokio::test(start_paused = true)]
async fn connection_that_is_lost_for_an_hour_takes_two_lines_of_the_log() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::INFO)
        .with_writer(move || writer.clone())
        .finish();
    // With a single dispatcher, tracing caches interest by the thread that reaches a log line
    // first, which may be another test's.
    let _second = tracing::Dispatch::new(tracing::subscriber::NoSubscriber::new());
    let _logging = tracing::subscriber::set_default(subscriber);
    let mut scene = Scene::new();
    drop(scene.signed_in().await);
    let lost = Instant::now();
    while lost.elapsed() < Duration::from_secs(3_600) {
        drop(scene.call().await);
    }
    let mut socket = scene.signed_in().await;
    assert_eq!(log.lines(), 3, "connected, lost, and connected again");
    socket.close(None).await.expect("a connection");
}

/// Log in memory.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    fn lines(&self) -> usize {
        let text = self.0.lock();
        String::from_utf8_lossy(&text).lines().count()
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let mut text = self.0.lock();
        text.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test(start_paused = true)]
async fn connection_that_is_accepted_and_never_answered_is_begun_anew() {
    let mut scene = Scene::new();
    drop(scene.signed_in().await);
    let (mut begun, mut silent) = (Instant::now(), Vec::new());
    for url in [OLD, OLD, OLD, NEW] {
        let (dialed, stream) = scene.call().await;
        assert_eq!(dialed, url, "a session that is not resumed is given up");
        assert!(begun.elapsed() <= LONGEST, "{:?}", begun.elapsed());
        assert!(!scene.is_connected());
        begun = Instant::now();
        silent.push(stream);
    }
}

#[tokio::test(start_paused = true)]
async fn shard_that_hears_no_ready_is_begun_anew() {
    let mut scene = Scene::new();
    let (_, stream) = scene.call().await;
    let begun = Instant::now();
    let mut socket = greeted(stream).await;
    // It answers heartbeats and nothing else.
    tokio::spawn(async move {
        while let Some(Ok(frame)) = socket.next().await {
            if frame.to_text().is_ok_and(|text| text.contains("\"op\":1,")) {
                say(&mut socket, &json!({"op": 11})).await;
            }
        }
    });
    scene.call().await;
    assert!(begun.elapsed() <= LONGEST);
    assert!(!scene.is_connected());
}

#[tokio::test(start_paused = true)]
async fn heartbeat_without_answer_ends_the_connection_long_before_the_next() {
    let mut scene = Scene::new();
    let mut socket = scene.signed_in().await;
    assert_eq!(heard(&mut socket).await["op"], 1);
    let sent = Instant::now();
    let (url, _stream) = scene.call().await;
    assert_eq!(url, OLD);
    assert!(!scene.is_connected());
    assert!(sent.elapsed() < Duration::from_secs(20));
    let silent = scene.metrics.health().take_silent();
    let [shard] = silent[..] else {
        panic!("expected one shard, got {silent:?}");
    };
    assert_eq!((shard.number, shard.total), (0, 1));
    // READY was the last event.
    assert!(shard.since < sent.into_std());
}

#[tokio::test(start_paused = true)]
async fn session_goes_on_after_a_connection_that_was_lost() {
    let mut scene = Scene::new();
    let mut socket = scene.signed_in().await;
    say(&mut socket, &json!({"op": 0, "s": 7, "t": "X", "d": {}})).await;
    socket.close(None).await.expect("a connection");
    let (url, stream) = scene.call().await;
    let mut socket = greeted(stream).await;
    let resume = heard(&mut socket).await;
    assert_eq!((url.as_str(), &resume["op"]), (OLD, &json!(6)));
    assert_eq!(
        (&resume["d"]["session_id"], &resume["d"]["seq"]),
        (&json!("s"), &json!(7))
    );
    assert!(!scene.is_connected());
    let resumed = json!({"op": 0, "s": 8, "t": "RESUMED", "d": {}});
    say(&mut socket, &resumed).await;
    while !scene.is_connected() {
        sleep(Duration::from_millis(1)).await;
    }
}

/// Closes a connection with a code.
async fn close(socket: &mut WebSocketStream<DuplexStream>, code: u16) {
    let frame = CloseFrame {
        code: code.into(),
        reason: "".into(),
    };
    socket.close(Some(frame)).await.expect("a connection");
}

#[tokio::test(start_paused = true)]
async fn shard_ends_if_another_connection_would_be_refused_as_well() {
    for (code, refused) in [
        (4004, Some(Refused::Token)),
        (4010, None),
        (4011, None),
        (4013, Some(Refused::Intents)),
        (4014, Some(Refused::Intents)),
    ] {
        let mut scene = Scene::new();
        let mut socket = scene.signed_in().await;
        close(&mut socket, code).await;
        let ended = timeout(LONGEST, scene.ended).await;
        let ended = ended.unwrap_or_else(|_| panic!("{code} does not end the shard"));
        let reason = match ended.expect("an end") {
            ShardEnd::Refused(reason) => Some(reason),
            ShardEnd::Anew => None,
            ShardEnd::Stopped(_) => panic!("nobody has told the shard to stop"),
        };
        assert_eq!(reason, refused, "{code}");
    }
}

#[tokio::test(start_paused = true)]
async fn session_that_is_over_is_replaced_once_it_cannot_be_resumed() {
    for code in [4007, 4009] {
        let mut scene = Scene::new();
        let mut socket = scene.signed_in().await;
        close(&mut socket, code).await;
        let (url, stream) = scene.call().await;
        assert_eq!(url, OLD, "{code}");
        let mut socket = greeted(stream).await;
        assert_eq!(heard(&mut socket).await["op"], 6, "{code}");
        say(&mut socket, &json!({"op": 9, "d": false})).await;
        let socket = scene.signed_in().await;
        scene.stopped(socket).await;
    }
}

#[tokio::test(start_paused = true)]
async fn session_outlives_its_shard() {
    let mut scene = Scene::new();
    let socket = scene.signed_in().await;
    let (code, session) = scene.stopped(socket).await;
    assert_eq!(code, 4000);
    assert!(session.is_some());
}

/// Returns the session of an earlier process, with a server and another one in an outage.
fn earlier() -> KeptSession {
    KeptSession {
        id: "s".to_owned(),
        url: OLD.to_owned(),
        sequence: 7,
        account: 1,
        name: "FocusBot".to_owned(),
        application: 1,
        guilds: BTreeMap::from([(GuildId(5), Some("de".to_owned())), (GuildId(6), None)]),
    }
}

#[tokio::test(start_paused = true)]
async fn session_of_an_earlier_process_goes_on() {
    let mut scene = Scene::of(|shard| shard.resuming(earlier()));
    let (url, stream) = scene.call().await;
    let mut socket = greeted(stream).await;
    let resume = heard(&mut socket).await;
    assert_eq!((url.as_str(), &resume["op"]), (OLD, &json!(6)));
    assert_eq!(resume["d"]["seq"], 7);
    let missed = json!({"id": "9", "guild_id": "5"});
    let out = json!({"id": "5", "unavailable": true});
    for (number, name, data) in [
        (8, "CHANNEL_DELETE", missed),
        (9, "RESUMED", json!({})),
        (10, "GUILD_DELETE", out),
    ] {
        let event = json!({"op": 0, "s": number, "t": name, "d": data});
        say(&mut socket, &event).await;
    }
    // Discord does not report the servers again.
    let GatewayEvent::Ready(ready) = scene.arrival().await else {
        panic!("expected the servers first");
    };
    let told: Vec<_> = ready.guilds.iter().map(|guild| guild.id.get()).collect();
    assert_eq!(told, [5, 6]);
    let GatewayEvent::GuildCreate(there) = scene.arrival().await else {
        panic!("expected the server that is there");
    };
    assert_eq!((there.id.get(), &*there.preferred_locale), (5, "de"));
    let missed = scene.arrival().await;
    assert!(matches!(missed, GatewayEvent::ChannelDelete(_)));
    let out = scene.arrival().await;
    assert!(matches!(out, GatewayEvent::GuildDelete(_)));
    assert!(scene.is_connected());
    let (code, session) = scene.stopped(socket).await;
    let left = KeptSession {
        sequence: 10,
        guilds: BTreeMap::from([(GuildId(5), None), (GuildId(6), None)]),
        ..earlier()
    };
    assert_eq!((code, session), (4000, Some(left)));
}

/// Sends an interaction.
async fn ask(socket: &mut WebSocketStream<DuplexStream>, number: u64) {
    let asked = json!({"id": "9", "application_id": "1", "type": 2, "token": "t",
        "channel_id": "3", "user": {"id": "10", "username": "anna"},
        "authorizing_integration_owners": {"1": "10"},
        "data": {"id": "1", "name": "focus", "type": 1}});
    let event = json!({"op": 0, "s": number, "t": "INTERACTION_CREATE", "d": asked});
    say(socket, &event).await;
}

#[tokio::test(start_paused = true)]
async fn interaction_that_is_replayed_is_no_older_than_the_loss_of_the_connection() {
    let mut scene = Scene::new();
    let socket = scene.signed_in().await;
    scene.arrival().await;
    let lost = Instant::now();
    drop(socket);
    let (_, stream) = scene.call().await;
    let mut socket = greeted(stream).await;
    assert_eq!(heard(&mut socket).await["op"], 6);
    ask(&mut socket, 2).await;
    let arrival = scene.arrivals.recv().await.expect("an event");
    let since = Some(lost);
    assert_eq!(arrival.delivery, Delivery::Replayed { since });
}

#[tokio::test(start_paused = true)]
async fn interaction_that_no_process_has_received_arrives_as_a_replayed_one() {
    let mut scene = Scene::of(|shard| shard.resuming(earlier()));
    let (_, stream) = scene.call().await;
    let mut socket = greeted(stream).await;
    assert_eq!(heard(&mut socket).await["op"], 6);
    ask(&mut socket, 8).await;
    let resumed = json!({"op": 0, "s": 9, "t": "RESUMED", "d": {}});
    say(&mut socket, &resumed).await;
    ask(&mut socket, 10).await;
    let mut deliveries = Vec::new();
    while deliveries.len() < 2 {
        let arrival = scene.arrivals.recv().await.expect("an event");
        if let GatewayEvent::Interaction(_) = arrival.event {
            deliveries.push(arrival.delivery);
        }
    }
    let replayed = Delivery::Replayed { since: None };
    assert_eq!(deliveries, [replayed, Delivery::Live]);
}

#[tokio::test(start_paused = true)]
async fn session_of_an_earlier_process_that_is_refused_begins_anew() {
    let mut scene = Scene::of(|shard| shard.resuming(earlier()));
    let (_, stream) = scene.call().await;
    let mut socket = greeted(stream).await;
    assert_eq!(heard(&mut socket).await["op"], 6);
    say(&mut socket, &json!({"op": 9, "d": false})).await;
    let socket = scene.signed_in().await;
    let GatewayEvent::Ready(ready) = scene.arrival().await else {
        panic!("expected a new session");
    };
    assert_eq!(ready.guilds.len(), 0);
    let (_, session) = scene.stopped(socket).await;
    assert_eq!(session.map(|session| session.guilds), Some(BTreeMap::new()));
}
