//! Connections that are lost, refused, silent or given up.

use std::io::{BufRead, BufReader, Seek};
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use serde_json::json;
use tokio::time::{Instant, sleep, timeout};

use crate::discord::gateway::access::Refused;
use crate::discord::gateway::shard::tests::{LONGEST, NEW, OLD, Scene, close, greeted, heard, say};
use crate::discord::gateway::shard::{HANDOVER, ShardEnd};

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
    let log = Arc::new(tempfile::tempfile().expect("a file"));
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::INFO)
        .with_writer(Arc::clone(&log))
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
    (&*log).rewind().expect("a file");
    let lines = BufReader::new(&*log).lines().count();
    assert_eq!(lines, 3, "connected, lost, and connected again");
    socket.close(None).await.expect("a connection");
}

#[tokio::test(start_paused = true)]
async fn connection_that_is_accepted_and_never_answered_is_begun_anew() {
    let mut scene = Scene::new();
    drop(scene.signed_in().await);
    let (mut begun, mut silent) = (Instant::now(), Vec::new());
    for url in [OLD, NEW, OLD] {
        let (dialed, stream) = scene.call().await;
        assert_eq!(dialed, url);
        assert!(begun.elapsed() <= LONGEST, "{:?}", begun.elapsed());
        assert!(!scene.is_connected());
        begun = Instant::now();
        silent.push(stream);
    }
    // A session that is not resumed is given up.
    drop(scene.signed_in().await);
    assert!(begun.elapsed() <= LONGEST, "{:?}", begun.elapsed());
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
    let shard = scene.silent();
    assert_eq!((shard.number, shard.total), (0, 1));
    // READY was the last event.
    assert!(shard.since < sent.into_std());
}

#[tokio::test(start_paused = true)]
async fn connection_that_breaks_while_a_heartbeat_is_not_answered_was_silent_before() {
    for is_closed in [false, true] {
        let mut scene = Scene::new();
        let mut socket = scene.signed_in().await;
        assert_eq!(heard(&mut socket).await["op"], 1);
        let sent = Instant::now();
        if is_closed {
            close(&mut socket, 4000).await;
        }
        drop(socket);
        scene.call().await;
        let was_silent = scene.silent().since < sent.into_std();
        assert_eq!(was_silent, !is_closed, "a close is heard");
    }
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
