//! Check that serenity can read every gateway event; it silently drops those it cannot.

use std::collections::BTreeSet;

use discord_sandbox::ChannelKind;
use serde_json::{Value, json};

use crate::bot::{Gateway, Scene};

/// All intents that are not privileged.
const INTENTS: u64 = 1 | 1 << 9 | 1 << 10 | 1 << 11 | 1 << 12 | 1 << 13 | 1 << 14;

fn check(payload: &Value) {
    let event: serenity::model::event::GatewayEvent =
        serde_json::from_value(payload.clone()).expect("gateway payload");
    let serenity::model::event::GatewayEvent::Dispatch(_, event) = event else {
        return;
    };
    assert!(
        !matches!(event, serenity::model::event::Event::Unknown(_)),
        "{payload:#}"
    );
}

#[tokio::test]
async fn every_event_is_read_by_serenity() {
    let mut scene = Scene::new().await;
    let mut gateway = Gateway::connect(&scene.sandbox, "").await;
    gateway.identify(&scene.sandbox, INTENTS).await;
    live(&mut scene).await;
    let mut told = BTreeSet::new();
    while !told.contains("GUILD_DELETE") {
        let payload = gateway.payload().await;
        check(&payload);
        told.extend(payload["t"].as_str().map(str::to_owned));
    }
    for kind in [
        "READY",
        "GUILD_CREATE",
        "CHANNEL_CREATE",
        "CHANNEL_UPDATE",
        "CHANNEL_DELETE",
        "THREAD_CREATE",
        "THREAD_UPDATE",
        "THREAD_DELETE",
        "THREAD_MEMBERS_UPDATE",
        "MESSAGE_CREATE",
        "MESSAGE_UPDATE",
        "MESSAGE_DELETE",
        "TYPING_START",
        "INTERACTION_CREATE",
    ] {
        assert!(told.contains(kind), "{kind} was not told");
    }
}

/// Performs one action of each kind, by people and by the bot.
async fn live(scene: &mut Scene) {
    let anna = &scene.anna;
    let said = anna.say("games", "hello").await.expect("message");
    let fields = json!({"message": said.id(), "content": "Hello"});
    anna.perform("edit_message", fields).await.expect("edit");
    anna.reply(&said, "hello me").await.expect("reply");
    let made = anna
        .control("create_channel", json!({"name": "new"}))
        .await
        .expect("channel");
    let made = made["channel"]["id"].as_str().expect("id").to_owned();
    let fields = json!({"channel": made, "who": "everyone", "deny": ["SEND_MESSAGES"]});
    anna.control("permissions", fields)
        .await
        .expect("permissions");
    for (name, kind) in [
        ("news", ChannelKind::Announcement),
        ("talk", ChannelKind::Voice),
        ("ideas", ChannelKind::Forum),
    ] {
        anna.create_channel("games", name, kind)
            .await
            .expect("channel");
    }
    anna.create_post("ideas", "Game", "Who plays?")
        .await
        .expect("post");
    anna.perform("typing", json!({"channel": made}))
        .await
        .expect("typing");
    let fields = json!({"channel": made, "name": "Game"});
    let thread = anna.perform("create_thread", fields).await.expect("thread");
    let thread = thread["channel"]["id"].as_str().expect("id").to_owned();
    let path = format!("/channels/{thread}/messages");
    scene.rest.say(&path, "Board").await;
    let fields = json!({"channel": thread, "archived": true});
    anna.control("archive_thread", fields)
        .await
        .expect("control");
    for channel in [thread, made] {
        let fields = json!({"channel": channel});
        anna.control("delete_channel", fields)
            .await
            .expect("control");
    }
    anna.perform("delete_message", json!({"message": said.id()}))
        .await
        .expect("deletion");
    let direct = anna.open_dm().await.expect("conversation");
    anna.say(&direct, "hello").await.expect("message");
    ask(scene, &direct).await;
    ask_without_the_bot(scene).await;
    let anna = &scene.anna;
    anna.control("remove_bot", json!({}))
        .await
        .expect("control");
}

/// Uses a command in each kind of place without the bot.
async fn ask_without_the_bot(scene: &mut Scene) {
    let anna = &scene.anna;
    anna.install().await.expect("installation");
    anna.create_server("Abroad", &["abroad"])
        .await
        .expect("server");
    anna.create_group("friends", &["lukasz"])
        .await
        .expect("group");
    anna.open_dm_with("lukasz").await.expect("DM");
    for place in ["abroad", "friends", "@lukasz"] {
        anna.slash(place, "play", &[("whom", "lukasz")])
            .await
            .expect("command");
    }
}

/// Begins one interaction of each kind.
async fn ask(scene: &mut Scene, direct: &str) {
    let option = json!({"type": 6, "name": "whom", "description": "d"});
    let typed = json!({"type": 3, "name": "what", "description": "d", "autocomplete": true});
    scene
        .register(json!([
            {"name": "play", "description": "d", "options": [option, typed]},
            {"name": "Look", "type": 3},
            {"name": "Who", "type": 2},
        ]))
        .await;
    let anna = &scene.anna;
    anna.slash(direct, "play", &[("whom", "lukasz")])
        .await
        .expect("command");
    anna.autocomplete("games", "play", &[("what", "x")], "what")
        .await
        .expect("typing");
    let said = anna.say("games", "look").await.expect("message");
    for (command, target) in [("Look", said.id().to_owned()), ("Who", anna.id())] {
        let fields = json!({"channel": said.channel(), "command": command, "target": target});
        anna.perform("context", fields).await.expect("menu command");
    }
    let people = json!({"type": 5, "custom_id": "people"});
    let body = json!({"content": "People", "components": [{"type": 1, "components": [people]}]});
    let path = format!("/channels/{}/messages", scene.channel("games"));
    scene.rest.post(&path, &body).await.fine();
    let board = anna
        .wait_for_message("the board", |message| message.content() == "People")
        .await;
    let board = board.expect("board");
    let asked = anna
        .select(&board, "people", &["lukasz"])
        .await
        .expect("pick");
    let event = loop {
        let event = scene.gateway.event("INTERACTION_CREATE").await;
        if event["id"] == asked.id.as_str() {
            break event;
        }
    };
    let form = json!({"type": 9, "data": {"custom_id": "form", "title": "Move", "components": [
        {"type": 1, "components": [{"type": 4, "custom_id": "m", "label": "Move", "style": 1}]},
    ]}});
    scene.rest.respond(&event, &form).await;
    let response = anna.response(&asked).await.expect("form");
    let discord_sandbox::Response::Modal(modal) = response else {
        panic!("expected a form, got {response:?}");
    };
    anna.submit_modal(&modal, &[("m", "b7-c7")])
        .await
        .expect("form");
}
