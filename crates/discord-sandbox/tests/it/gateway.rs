//! Gateway: login, heartbeats, close codes, resume.

use std::io::Read;
use std::time::Duration;

use discord_sandbox::{Clock, Intent, Sandbox, SandboxOptions};
use flate2::read::ZlibDecoder;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::bot::{Gateway, INTENTS, Scene};

async fn start() -> Sandbox {
    let options = SandboxOptions {
        rate_limits: false,
        ..SandboxOptions::default()
    };
    start_with(options).await
}

/// Starts a sandbox for connections that send no heartbeats.
async fn start_with(options: SandboxOptions) -> Sandbox {
    let options = SandboxOptions {
        heartbeat_interval: Duration::from_secs(3_600),
        ..options
    };
    Sandbox::start(options).await.expect("free port")
}

/// Returns a payload other than an event.
fn plain(op: u64, data: &Value) -> Value {
    json!({"op": op, "d": data, "s": null, "t": null})
}

#[tokio::test]
async fn login_is_greeted_with_ready_and_the_guilds() {
    let sandbox = start().await;
    let mut gateway = Gateway::connect(&sandbox, "&encoding=json").await;
    let hello = gateway.payload().await;
    assert_eq!(hello, plain(10, &hello["d"]), "the fields of events too");
    assert!(hello["d"]["heartbeat_interval"].is_u64());
    gateway.identify(&sandbox, INTENTS).await;
    let ready = gateway.payload().await;
    assert_eq!((&ready["t"], &ready["s"]), (&json!("READY"), &json!(1)));
    assert_eq!(ready["d"]["guilds"][0]["unavailable"], true);
    let guilds = gateway.guilds(&ready["d"]).await;
    assert_eq!(guilds.len(), 2);
    for guild in guilds {
        assert_eq!(guild["channels"].as_array().map(Vec::len), Some(2));
        assert!(guild["roles"][0]["colors"].is_object());
    }
    gateway.send(&json!({"op": 1, "d": gateway.sequence})).await;
    assert_eq!(gateway.payload().await, plain(11, &Value::Null));
}

/// Tries to log in and returns the first payload of the response.
async fn try_to_log_in(sandbox: &Sandbox) -> Value {
    let mut gateway = Gateway::connect(sandbox, "").await;
    gateway.payload().await;
    gateway.identify(sandbox, INTENTS).await;
    gateway.payload().await
}

#[tokio::test]
async fn login_just_after_another_is_invalid() {
    let scene = Scene::limited().await;
    assert_eq!(try_to_log_in(&scene.sandbox).await, plain(9, &json!(false)));
    scene.sandbox.clock().advance(Duration::from_secs(5));
    assert_eq!(try_to_log_in(&scene.sandbox).await["t"], "READY");
    let told = scene.rest.get("/gateway/bot").await.fine();
    let limit = json!({
        "total": 1_000, "remaining": 997, "reset_after": 86_395_000, "max_concurrency": 1,
    });
    assert_eq!(told["session_start_limit"], limit);
}

#[tokio::test]
async fn login_beyond_the_days_ends_all_sessions_and_the_token() {
    let mut scene = Scene::new().await;
    let left = json!({"left": 0});
    scene.control("logins", left).await;
    let mut gateway = Gateway::connect(&scene.sandbox, "").await;
    gateway.identify(&scene.sandbox, INTENTS).await;
    assert_eq!(gateway.close_code().await, Some(4004));
    assert_eq!(scene.gateway.close_code().await, Some(4004));
    assert_eq!(scene.rest.get("/users/@me").await.refusal(), (401, 0));
}

#[tokio::test]
async fn shards_of_different_buckets_log_in_at_once() {
    let options = SandboxOptions {
        clock: Clock::frozen(1_790_000_000_000),
        concurrency: 16.try_into().expect("sixteen"),
        ..SandboxOptions::default()
    };
    let sandbox = start_with(options).await;
    for (number, is_let_in) in [(0, true), (1, true), (16, false), (15, true), (17, false)] {
        let mut gateway = logging_in(&sandbox, [number, 32]).await;
        let answer = gateway.payload().await;
        assert_eq!(answer["t"] == "READY", is_let_in, "shard {number}");
    }
}

/// Returns a connection on which a shard, one of a total, has asked to log in.
async fn logging_in(sandbox: &Sandbox, shard: [u64; 2]) -> Gateway {
    let mut gateway = Gateway::connect(sandbox, "").await;
    gateway.payload().await;
    let identify = json!({
        "token": sandbox.token(), "intents": INTENTS, "shard": shard, "properties": {},
    });
    gateway.send(&json!({"op": 2, "d": identify})).await;
    gateway
}

/// Logs in as one of two shards and returns the connection and the guilds.
async fn shard(sandbox: &Sandbox, number: u64) -> (Gateway, Vec<Value>) {
    let mut gateway = logging_in(sandbox, [number, 2]).await;
    let ready = gateway.event("READY").await;
    assert_eq!(ready["shard"], json!([number, 2]));
    let guilds = gateway.guilds(&ready).await;
    (gateway, guilds)
}

#[tokio::test]
async fn a_guild_is_told_to_its_shard_alone() {
    let scene = Scene::new().await;
    let shards = [
        shard(&scene.sandbox, 0).await,
        shard(&scene.sandbox, 1).await,
    ];
    let guild = |name: &str| {
        let id = scene.channel(name);
        let mut channels = scene
            .anna
            .view(|view| view.channels().cloned().collect::<Vec<_>>());
        channels.retain(|channel| channel["id"] == id.as_str());
        channels[0]["guild_id"].clone()
    };
    let own = |guild: &Value| {
        let id: usize = guild
            .as_str()
            .and_then(|id| id.parse().ok())
            .expect("a number");
        (id >> 22) % 2
    };
    let channels = ["general", "lounge"];
    let owners = channels.map(|name| own(&guild(name)));
    assert_ne!(owners[0], owners[1], "one guild for each shard");
    for (name, owner) in channels.into_iter().zip(owners) {
        let told: Vec<&Value> = shards[owner].1.iter().map(|guild| &guild["id"]).collect();
        assert_eq!(told, [&guild(name)]);
    }

    // Events of a guild go to its shard, events of a DM to the first. If one went to the wrong
    // shard, the next event read there would differ.
    let direct = scene.anna.open_dm().await.expect("a conversation");
    for place in ["general", "lounge", &direct] {
        scene.anna.say(place, "words").await.expect("words");
    }
    for (number, (mut gateway, _)) in shards.into_iter().enumerate() {
        let expected = channels[usize::from(owners[0] != number)];
        let told = gateway.event("MESSAGE_CREATE").await;
        assert_eq!(told["guild_id"], guild(expected));
        if number == 0 {
            let told = gateway.event("MESSAGE_CREATE").await;
            assert_eq!(
                (&told["channel_id"], &told["guild_id"]),
                (&json!(direct), &Value::Null)
            );
        }
        scene.anna.say(expected, "the last").await.expect("words");
        assert_eq!(
            gateway.event("MESSAGE_CREATE").await["guild_id"],
            guild(expected)
        );
    }
}

#[tokio::test]
async fn wrong_logins_are_closed_with_their_codes() {
    let sandbox = start().await;
    let token = sandbox.token();
    for (identify, code) in [
        (json!({"token": "Bot nonsense", "intents": 1}), 4004),
        (json!({"token": token, "intents": 1 << 18}), 4013),
        (json!({"token": token, "intents": 1 << 15}), 4014),
        (json!({"token": token, "intents": 1, "shard": [1, 1]}), 4010),
        (json!({"token": token, "intents": 1, "shard": [0]}), 4010),
    ] {
        let mut gateway = Gateway::connect(&sandbox, "").await;
        gateway.payload().await;
        gateway.send(&json!({"op": 2, "d": identify})).await;
        assert_eq!(gateway.close_code().await, Some(code), "{identify}");
    }
}

#[tokio::test]
async fn opcodes_out_of_place_are_closed_with_their_codes() {
    let sandbox = start().await;
    for (payload, code) in [
        (json!({"op": 3, "d": {}}), 4003),
        (json!({"op": 99, "d": {}}), 4001),
        (json!("no payload"), 4001),
    ] {
        let mut gateway = Gateway::connect(&sandbox, "").await;
        gateway.send(&payload).await;
        assert_eq!(gateway.close_code().await, Some(code), "{payload}");
    }
    let mut gateway = Gateway::log_in(&sandbox).await;
    gateway.identify(&sandbox, INTENTS).await;
    assert_eq!(gateway.close_code().await, Some(4005));
    let mut gateway = Gateway::connect(&sandbox, "&v=6").await;
    assert_eq!(gateway.close_code().await, Some(4012));
}

#[tokio::test]
async fn granted_privileged_intents_are_let_in() {
    let sandbox = start_with(SandboxOptions {
        intents: Intent::ALL.to_vec(),
        ..SandboxOptions::default()
    })
    .await;
    let mut gateway = Gateway::connect(&sandbox, "").await;
    gateway.identify(&sandbox, INTENTS | 1 << 1 | 1 << 15).await;
    let guild = gateway.event("GUILD_CREATE").await;
    assert_eq!(guild["members"].as_array().map(Vec::len), Some(6));
}

#[tokio::test]
async fn silence_is_closed() {
    let sandbox = Sandbox::start(SandboxOptions {
        heartbeat_interval: Duration::from_millis(20),
        ..SandboxOptions::default()
    })
    .await
    .expect("free port");
    let mut gateway = Gateway::connect(&sandbox, "").await;
    assert_eq!(gateway.close_code().await, Some(4009));
}

async fn resume(sandbox: &Sandbox, session: &str, sequence: u64) -> Gateway {
    let mut gateway = Gateway::connect(sandbox, "").await;
    gateway.payload().await;
    let data = json!({"token": sandbox.token(), "session_id": session, "seq": sequence});
    gateway.send(&json!({"op": 6, "d": data})).await;
    gateway
}

#[tokio::test]
async fn events_missed_while_away_are_told_again() {
    let scene = Scene::new().await;
    let mut gateway = Gateway::connect(&scene.sandbox, "").await;
    gateway.identify(&scene.sandbox, INTENTS).await;
    let ready = gateway.event("READY").await;
    gateway.guilds(&ready).await;
    let session = ready["session_id"].clone();
    let sequence = gateway.sequence;
    gateway.hang_up();
    for text in ["one", "two"] {
        scene.anna.say("games", text).await.expect("message");
    }
    let session = session.as_str().expect("session id");
    let mut gateway = resume(&scene.sandbox, session, sequence).await;
    for expected in ["MESSAGE_CREATE", "MESSAGE_CREATE", "RESUMED"] {
        assert_eq!(gateway.payload().await["t"], expected);
    }
}

#[tokio::test]
async fn unknown_sessions_have_to_identify() {
    let sandbox = start().await;
    let mut gateway = resume(&sandbox, "nonsense", 1).await;
    assert_eq!(gateway.payload().await, plain(9, &json!(false)));
    gateway.identify(&sandbox, INTENTS).await;
    gateway.event("READY").await;
}

#[tokio::test]
async fn closing_with_1000_ends_the_session() {
    let sandbox = start().await;
    let mut gateway = Gateway::connect(&sandbox, "").await;
    gateway.identify(&sandbox, INTENTS).await;
    let session = gateway.event("READY").await["session_id"].clone();
    gateway.close(1000).await;
    let session = session.as_str().expect("session id");
    let mut gateway = resume(&sandbox, session, 1).await;
    assert_eq!(gateway.payload().await["op"], 9);
}

#[tokio::test]
async fn tests_can_shake_the_connection() {
    let mut scene = Scene::new().await;
    let control = |fields: Value| {
        let anna = &scene.anna;
        async move { anna.control("gateway", fields).await.expect("control") }
    };
    control(json!({"action": "reconnect"})).await;
    assert_eq!(scene.gateway.payload().await, plain(7, &Value::Null));
    control(json!({"action": "invalid_session", "resumable": true})).await;
    assert_eq!(scene.gateway.payload().await, plain(9, &json!(true)));
    control(json!({"action": "close", "code": 4000})).await;
    assert_eq!(scene.gateway.close_code().await, Some(4000));
    control(json!({"action": "refuse", "on": true})).await;
    let address = scene.sandbox.base_url().replacen("http", "ws", 1);
    let refused = tokio_tungstenite::connect_async(format!("{address}/gateway-ws?v=10")).await;
    assert!(refused.is_err());
}

#[tokio::test]
async fn compressed_payloads_are_streams_of_their_own() {
    let sandbox = start().await;
    let mut gateway = Gateway::connect(&sandbox, "").await;
    gateway.payload().await;
    let data = json!({"token": sandbox.token(), "intents": INTENTS, "compress": true});
    gateway.send(&json!({"op": 2, "d": data})).await;
    for expected in ["READY", "GUILD_CREATE"] {
        let Message::Binary(bytes) = gateway.frame().await else {
            panic!("expected a binary frame");
        };
        let mut text = String::new();
        ZlibDecoder::new(&bytes[..])
            .read_to_string(&mut text)
            .expect("zlib stream");
        let payload: Value = serde_json::from_str(&text).expect("payload");
        assert_eq!(payload["t"], expected);
    }
}

#[tokio::test]
async fn stream_compression_flushes_after_each_payload() {
    let sandbox = start().await;
    let mut gateway = Gateway::connect(&sandbox, "&encoding=json&compress=zlib-stream").await;
    let mut inflate = flate2::Decompress::new(true);
    let mut next = async |gateway: &mut Gateway| -> Value {
        let Message::Binary(bytes) = gateway.frame().await else {
            panic!("expected a binary frame");
        };
        assert!(bytes.ends_with(&[0, 0, 0xff, 0xff]));
        let mut text = Vec::with_capacity(1 << 20);
        inflate
            .decompress_vec(&bytes, &mut text, flate2::FlushDecompress::Sync)
            .expect("part of the stream");
        serde_json::from_slice(&text).expect("payload")
    };
    assert_eq!(next(&mut gateway).await["op"], 10);
    gateway.identify(&sandbox, INTENTS).await;
    assert_eq!(next(&mut gateway).await["t"], "READY");
    assert_eq!(next(&mut gateway).await["t"], "GUILD_CREATE");
}
