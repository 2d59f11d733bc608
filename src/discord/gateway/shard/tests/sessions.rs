//! Sessions that outlive their connections and processes, and those that are over.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::json;
use tokio::io::DuplexStream;
use tokio::time::{Instant, sleep};
use tokio_tungstenite::WebSocketStream;

use crate::discord::gateway::arrival::Delivery;
use crate::discord::gateway::event::GatewayEvent;
use crate::discord::gateway::shard::tests::{LONGEST, NEW, OLD, Scene, close, greeted, heard, say};
use crate::service::{GuildId, KeptSession};

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
async fn session_outlives_a_network_that_is_away_for_a_moment() {
    let mut scene = Scene::new();
    drop(scene.signed_in().await);
    for _attempt in 1..=5 {
        drop(scene.call().await);
    }
    let (_, stream) = scene.call().await;
    let mut socket = greeted(stream).await;
    assert_eq!(heard(&mut socket).await["op"], 6);
}

#[tokio::test(start_paused = true)]
async fn session_whose_own_address_is_away_goes_on_at_that_of_new_ones() {
    let mut scene = Scene::new();
    drop(scene.signed_in().await);
    let lost = Instant::now();
    let (own, _) = scene.call().await;
    let (other, stream) = scene.call().await;
    assert_eq!([&*own, &*other], [OLD, NEW]);
    let mut socket = greeted(stream).await;
    assert_eq!(heard(&mut socket).await["op"], 6);
    assert!(lost.elapsed() < Duration::from_secs(1));
}

#[tokio::test(start_paused = true)]
async fn session_whose_gateway_is_away_for_long_is_replaced() {
    let mut scene = Scene::new();
    drop(scene.signed_in().await);
    let lost = Instant::now();
    while lost.elapsed() < LONGEST {
        drop(scene.call().await);
    }
    drop(scene.signed_in().await);
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
