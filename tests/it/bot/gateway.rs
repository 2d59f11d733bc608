//! The connection: refused, absent and cut.

use focusbot::discord::gateway::{INTENTS, Refused};
use focusbot::discord::{RunError, Settings};
use focusbot::sandbox::{Sandbox, SandboxOptions};
use serde_json::json;
use serenity::all::GatewayIntents;
use tokio::net::TcpListener;

use crate::bot::stage::{LIMITS, Stage, board, duel, play_on, slash};

#[test]
fn no_intent_is_privileged() {
    assert!((INTENTS & GatewayIntents::privileged()).is_empty());
}

#[tokio::test]
async fn a_refused_token_ends_the_bot() {
    let mut stage = Stage::without_bot(LIMITS).await;
    let api_base = Some(stage.sandbox.base_url().to_owned());
    stage.run_bot(Settings {
        token: "made.up.token".to_owned(),
        api_base,
    });
    assert_eq!(
        stage.bot_ends().await,
        Err(RunError::Refused(Refused::Token))
    );
}

#[test]
fn a_token_is_not_shown_by_its_settings() {
    let settings = Settings {
        token: "made.up.token".to_owned(),
        api_base: None,
    };
    assert!(!format!("{settings:?}").contains("made"));
}

#[tokio::test]
async fn the_bot_waits_for_a_discord_that_is_away() {
    let mut stage = Stage::without_bot(LIMITS).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let port = listener.local_addr().expect("an address").port();
    drop(listener);
    let token = stage.sandbox.token().to_owned();
    let api_base = Some(format!("http://127.0.0.1:{port}"));
    stage.run_bot(Settings {
        token: token.clone(),
        api_base,
    });
    let options = SandboxOptions {
        port,
        token: Some(token),
        ..SandboxOptions::default()
    };
    stage.sandbox = Sandbox::start(options).await.expect("the port again");
    stage
        .person("anna")
        .await
        .wait_for_bot("focus")
        .await
        .expect("the bot");
    assert_eq!(stage.stop_bot().await, Ok(()));
}

#[tokio::test]
async fn a_bot_that_waits_can_be_stopped() {
    let mut stage = Stage::without_bot(LIMITS).await;
    let api_base = Some("http://127.0.0.1:9".to_owned());
    stage.run_bot(Settings {
        token: "made.up.token".to_owned(),
        api_base,
    });
    assert_eq!(stage.stop_bot().await, Ok(()));
}

#[tokio::test]
async fn what_happened_during_a_break_is_caught_up_with() {
    let stage = Stage::new().await;
    let people = duel(&stage).await;
    for action in [
        json!({"action": "drop"}),
        json!({"action": "close", "code": 4000}),
        json!({"action": "reconnect"}),
        json!({"action": "invalid_session", "resumable": true}),
    ] {
        people[0]
            .control("gateway", action)
            .await
            .expect("a control");
        play_on(&stage, &people).await;
    }
}

#[tokio::test]
async fn a_lost_session_is_replaced_by_a_new_one() {
    let stage = Stage::new().await;
    let people = duel(&stage).await;
    let lost = json!({"action": "invalid_session", "resumable": false});
    people[0].control("gateway", lost).await.expect("a control");
    let away = people[0].wait_for("the bot to leave", |event| {
        (event.kind == "bot" && event.body["online"] == false).then_some(())
    });
    away.await.expect("the bot to leave");
    people[0]
        .wait_for_bot("focus")
        .await
        .expect("the bot again");
    play_on(&stage, &people).await;
    board(&people[0], 1, 1).await;
    slash(&people[0], "focus help", &[]).await;
}
