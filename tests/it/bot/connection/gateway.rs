//! Gateway connection: refused, absent, cut and stuck.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use discord_sandbox::SandboxOptions;
use focusbot::discord::gateway::{INTENTS, Refused};
use focusbot::discord::{RunError, Settings};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use serenity::all::GatewayIntents;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use crate::bot::stage::{LIMITS, Stage, back_again, board, control, play_on, slash};
use crate::support::described::StrictSandbox;

#[test]
fn no_intent_is_privileged() {
    assert!((INTENTS & GatewayIntents::privileged()).is_empty());
}

#[tokio::test]
async fn a_refused_token_ends_the_bot() {
    let mut stage = Stage::without_bot(LIMITS).await;
    let base = stage.sandbox.base_url();
    stage.run_bot(Settings::at(base, "made.up.token"));
    assert_eq!(
        stage.bot_ends().await,
        Err(RunError::Refused(Refused::Token))
    );
}

#[test]
fn a_token_is_not_shown_by_its_settings() {
    let settings = Settings::at("http://127.0.0.1:9", "made.up.token");
    assert!(!format!("{settings:?}").contains("made"));
}

#[tokio::test]
async fn the_bot_waits_for_a_discord_that_is_away() {
    let mut stage = Stage::without_bot(LIMITS).await;
    // Nobody listens at this port until the sandbox does, and nobody else gets it.
    let reserved = TcpSocket::new_v4().expect("a socket");
    reserved.set_reuseaddr(true).expect("a socket");
    let any = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    reserved.bind(any).expect("a free port");
    let port = reserved.local_addr().expect("an address").port();
    let token = stage.sandbox.token().to_owned();
    let base = format!("http://127.0.0.1:{port}");
    stage.run_bot(Settings::at(base, &token));
    let options = SandboxOptions {
        port,
        token: Some(token),
        ..SandboxOptions::default()
    };
    let again = StrictSandbox::start(options).await;
    stage.sandbox = again.expect("the port again");
    stage
        .person("anna")
        .await
        .wait_for_bot("focus")
        .await
        .expect("the bot");
    assert_eq!(stage.stop_bot().await, Ok(()));
}

#[tokio::test]
async fn the_bot_waits_for_the_next_day_if_no_login_is_left() {
    let mut stage = Stage::without_bot(LIMITS).await;
    let anna = stage.person("anna").await;
    control(&anna, "logins", json!({"left": 0})).await;
    // It looks again after five seconds at the earliest. A login before would void its token.
    let almost_a_day = Duration::from_secs(24 * 3_600 - 4);
    anna.advance(almost_a_day).await.expect("a clock");
    stage.start_bot().await;
}

#[tokio::test]
async fn a_bot_that_waits_can_be_stopped() {
    let mut stage = Stage::without_bot(LIMITS).await;
    stage.run_bot(Settings::at("http://127.0.0.1:9", "made.up.token"));
    assert_eq!(stage.stop_bot().await, Ok(()));
}

#[tokio::test]
async fn games_go_on_after_every_break_of_the_connection() {
    let (stage, people) = Stage::with_duel().await;
    for action in [
        json!({"action": "drop"}),
        json!({"action": "close", "code": 4000}),
        json!({"action": "reconnect"}),
        json!({"action": "invalid_session", "resumable": true}),
    ] {
        control(&people[0], "gateway", action).await;
        play_on(&stage, &people).await;
    }
}

#[tokio::test]
async fn a_lost_session_is_replaced_by_a_new_one() {
    let (stage, people) = Stage::with_duel().await;
    let lost = json!({"action": "invalid_session", "resumable": false});
    control(&people[0], "gateway", lost).await;
    back_again(&people[0]).await;
    play_on(&stage, &people).await;
    board(&people[0], 1, 1).await;
    slash(&people[0], "focus-info help", &[]).await;
}

#[tokio::test]
async fn a_close_without_code_does_not_hang_the_bot() {
    let (base, sockets) = a_silent_discord().await;
    let mut stage = Stage::without_bot(LIMITS).await;
    stage.run_bot(Settings::at(base, "made.up.token"));
    let (mut open, mut has_resumed) = (Vec::new(), false);
    for _ in 0..CALLS {
        let Some((mut socket, opcode)) = signed_in(&sockets).await else {
            continue;
        };
        if socket.send(Message::Close(None)).await.is_err() {
            continue;
        }
        // This side keeps the connection open, as Discord does.
        open.push(tokio::spawn(async move {
            while socket.next().await.is_some() {}
        }));
        has_resumed = opcode == RESUME;
        if has_resumed {
            break;
        }
    }
    assert!(has_resumed, "the session goes on");
    assert_eq!(stage.stop_bot().await, Ok(()));
    for socket in open {
        socket.abort();
    }
}

/// Time limit for the bot to notice anything, far shorter than the heartbeat interval here.
const PATIENCE: Duration = Duration::from_secs(60);
/// Largest number of calls of the bot: on a busy machine, it may give some of them up.
const CALLS: u32 = 8;
/// Opcode with which a session begins.
const IDENTIFY: u64 = 2;
/// Opcode with which a session goes on.
const RESUME: u64 = 6;

/// Returns the address of a REST side that knows only its gateway, and the gateway's listener.
async fn a_silent_discord() -> (String, TcpListener) {
    let rest = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let sockets = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let base = format!("http://{}", rest.local_addr().expect("an address"));
    let url = format!("ws://{}", sockets.local_addr().expect("an address"));
    let limit = json!({"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1});
    let gateway = json!({"url": url, "shards": 1, "session_start_limit": limit});
    let router = axum::Router::new().fallback(move || async move { axum::Json(gateway) });
    tokio::spawn(async move { axum::serve(rest, router).await });
    (base, sockets)
}

/// Returns the next connection of the bot, greeted, with its IDENTIFY or RESUME answered, and the
/// opcode of that; `None` if the bot has given the connection up.
async fn signed_in(sockets: &TcpListener) -> Option<(WebSocketStream<TcpStream>, u64)> {
    let connection = timeout(PATIENCE, sockets.accept()).await;
    let (stream, _) = connection
        .expect("a call of the bot")
        .expect("a connection");
    let socket = timeout(PATIENCE, tokio_tungstenite::accept_async(stream)).await;
    let mut socket = socket.expect("a handshake").ok()?;
    let hello = json!({"op": 10, "d": {"heartbeat_interval": 600_000}});
    socket.send(text(&hello)).await.ok()?;
    let introduction = timeout(PATIENCE, socket.next()).await.expect("an answer");
    let introduction = introduction?.ok()?.into_text().ok()?;
    let introduction: Value = serde_json::from_str(introduction.as_str()).ok()?;
    let opcode = introduction["op"].as_u64()?;
    let gateway = sockets.local_addr().expect("an address");
    let ready = json!({"op": 0, "s": 1, "t": "READY", "d": {
        "v": 10, "user": {"id": "1", "username": "FocusBot"}, "guilds": [], "session_id": "s",
        "resume_gateway_url": format!("ws://{gateway}"),
        "application": {"id": "1", "flags": 0}}});
    let resumed = json!({"op": 0, "s": 2, "t": "RESUMED", "d": {}});
    let welcome = if opcode == IDENTIFY { ready } else { resumed };
    socket.send(text(&welcome)).await.ok()?;
    Some((socket, opcode))
}

fn text(payload: &Value) -> Message {
    Message::text(payload.to_string())
}
