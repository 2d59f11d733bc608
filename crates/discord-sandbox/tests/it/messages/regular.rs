//! Messages: mentions, replies, edits, nonces, and the content that the bot may read.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use crate::bot::{PIXEL, Scene};

async fn post(scene: &Scene, body: &Value) -> Value {
    let path = format!("/channels/{}/messages", scene.channel("games"));
    scene.rest.post(&path, body).await.fine()
}

fn path(message: &Value) -> String {
    let part = |name: &str| message[name].as_str().expect("id").to_owned();
    format!("/channels/{}/messages/{}", part("channel_id"), part("id"))
}

#[tokio::test]
async fn only_allowed_mentions_notify() {
    let scene = Scene::new().await;
    let anna = scene.anna.id();
    let content = format!("<@{anna}>");
    for (allowed, pinged) in [
        (json!({"parse": ["users"]}), true),
        (json!({"users": [anna]}), true),
        (json!({"parse": []}), false),
        (json!({"users": ["1"]}), false),
    ] {
        let sent = post(
            &scene,
            &json!({"content": content, "allowed_mentions": allowed}),
        )
        .await;
        assert_eq!(
            sent["mentions"].as_array().map(Vec::len),
            Some(usize::from(pinged))
        );
        let id = sent["id"].as_str().expect("id").to_owned();
        let seen = scene
            .anna
            .wait_until("the message", |view| view.message(&id))
            .await;
        let pings = seen.expect("message").pings().len();
        assert_eq!(pings, usize::from(pinged), "{allowed}");
    }
}

#[tokio::test]
async fn edits_and_silent_messages_notify_nobody() {
    let scene = Scene::new().await;
    let content = format!("<@{}>", scene.anna.id());
    let silent = post(&scene, &json!({"content": content, "flags": 1 << 12})).await;
    let plain = post(&scene, &json!({"content": "nobody"})).await;
    scene
        .rest
        .edit(&path(&plain), &json!({"content": content}))
        .await;
    let edited = scene.anna.wait_for_message("the edit", |message| {
        message.id() == plain["id"] && message.content() == content
    });
    assert!(edited.await.expect("edit").pings().is_empty());
    let id = silent["id"].as_str().expect("id").to_owned();
    let silent = scene
        .anna
        .view(|view| view.message(&id))
        .expect("silent message");
    assert!(silent.pings().is_empty());
}

#[tokio::test]
async fn content_is_withheld_unless_it_concerns_the_bot() {
    let mut scene = Scene::new().await;
    let regular = post(&scene, &json!({"content": "Board"})).await;
    scene.gateway.event("MESSAGE_CREATE").await;
    scene
        .anna
        .say("games", "among ourselves")
        .await
        .expect("message");
    let heard = scene.gateway.event("MESSAGE_CREATE").await;
    assert_eq!(
        (&heard["content"], &heard["embeds"]),
        (&json!(""), &json!([]))
    );
    let bot = scene.rest.app.clone();
    scene
        .anna
        .say("games", &format!("<@{bot}> b7-c7"))
        .await
        .expect("message");
    assert!(
        !scene.gateway.event("MESSAGE_CREATE").await["content"]
            .as_str()
            .expect("text")
            .is_empty()
    );
    let board = discord_sandbox::Message::from(regular);
    scene.anna.reply(&board, "b7-c7").await.expect("reply");
    let heard = scene.gateway.event("MESSAGE_CREATE").await;
    assert_eq!(heard["content"], "b7-c7");
    assert_eq!(heard["referenced_message"]["content"], "Board");
    let silent = json!({"channel": board.channel(), "content": "b7-c7", "reply_to": board.id(), "ping": false});
    scene
        .anna
        .perform("say", silent)
        .await
        .expect("reply without ping");
    assert_eq!(scene.gateway.event("MESSAGE_CREATE").await["content"], "");
    scene.anna.open_dm().await.expect("conversation");
    scene.anna.say("@bot", "hello").await.expect("message");
    let heard = scene.gateway.event("MESSAGE_CREATE").await;
    assert_eq!(
        (&heard["content"], &heard["guild_id"]),
        (&json!("hello"), &Value::Null)
    );
}

#[tokio::test]
async fn reply_to_an_interaction_response_pings_no_bot() {
    let mut scene = Scene::new().await;
    scene.register_play().await;
    let (asked, event) = scene.used("play", &[]).await;
    scene
        .rest
        .respond(&event, &json!({"type": 4, "data": {"content": "Board"}}))
        .await;
    let board = scene.anna.answer(&asked).await.expect("board");
    scene.gateway.event("MESSAGE_CREATE").await;
    scene.anna.reply(&board, "b7-c7").await.expect("reply");
    let heard = scene.gateway.event("MESSAGE_CREATE").await;
    assert_eq!(
        (&heard["content"], &heard["mentions"]),
        (&json!(""), &json!([]))
    );
}

#[tokio::test]
async fn same_nonce_is_one_message_in_all_channels() {
    let scene = Scene::new().await;
    let body = json!({"content": "x", "nonce": "n1", "enforce_nonce": true});
    let first = post(&scene, &body).await;
    assert_eq!(first["nonce"], "n1");
    assert_eq!(post(&scene, &body).await["id"], first["id"]);
    let other = json!({"content": "x", "nonce": "n2", "enforce_nonce": true});
    assert_ne!(post(&scene, &other).await["id"], first["id"]);
    let elsewhere = format!("/channels/{}/messages", scene.channel("general"));
    let second = scene.rest.post(&elsewhere, &body).await.fine();
    assert_eq!(
        (&second["id"], &second["channel_id"]),
        (&first["id"], &first["channel_id"])
    );
    assert_eq!(scene.rest.get(&elsewhere).await.fine(), json!([]));
}

#[tokio::test]
async fn nonce_of_a_deleted_message_is_that_of_an_unknown_one() {
    let scene = Scene::new().await;
    let body = json!({"content": "x", "nonce": "n1", "enforce_nonce": true});
    let first = post(&scene, &body).await;
    scene.rest.delete(&path(&first)).await.fine();
    let messages = format!("/channels/{}/messages", scene.channel("games"));
    let again = scene.rest.post(&messages, &body).await;
    assert_eq!(again.refusal(), (404, 10_008));
    scene.sandbox.clock().advance(Duration::from_secs(300));
    scene.rest.post(&messages, &body).await.fine();
}

#[tokio::test]
async fn messages_around_one_are_those_before_it_and_after() {
    let scene = Scene::new().await;
    let mut posted = Vec::new();
    for content in ["a", "b", "c", "d", "e"] {
        posted.push(post(&scene, &json!({"content": content})).await);
    }
    let games = scene.channel("games");
    let (scene, games) = (&scene, &games);
    let around = |id: &Value, limit: usize| {
        let id = id.as_str().expect("id");
        let path = format!("/channels/{games}/messages?around={id}&limit={limit}");
        async move {
            let found = scene.rest.get(&path).await.fine();
            let found = found.as_array().into_iter().flatten();
            found
                .map(|message| message["content"].clone())
                .collect::<Vec<_>>()
        }
    };
    assert_eq!(around(&posted[2]["id"], 3).await, ["d", "c", "b"]);
    assert_eq!(around(&posted[4]["id"], 4).await, ["e", "d", "c"]);
}

#[tokio::test]
async fn edit_keeps_only_the_attachments_it_lists() {
    let scene = Scene::new().await;
    let messages = format!("/channels/{}/messages", scene.channel("games"));
    let files = [("a.png", PIXEL), ("b.png", PIXEL)];
    let body = json!({"content": "x"});
    let sent = scene.rest.post_files(&messages, &body, &files).await;
    let names = |message: &Value| -> Vec<String> {
        let attachments = message["attachments"].as_array().expect("attachments");
        attachments
            .iter()
            .map(|attachment| attachment["filename"].as_str().expect("name").to_owned())
            .collect()
    };
    let path = path(&sent);
    let changed = scene.rest.edit(&path, &json!({"content": "y"})).await;
    assert_eq!(names(&changed), ["a.png", "b.png"]);
    let kept = json!([{"id": sent["attachments"][1]["id"], "description": "B"}, {"id": 0}]);
    let body = json!({"attachments": kept});
    let files = [("c.png", PIXEL)];
    let changed = scene
        .rest
        .upload(Method::PATCH, &path, &body, &files)
        .await
        .fine();
    assert_eq!(names(&changed), ["b.png", "c.png"]);
    assert_eq!(changed["attachments"][0]["description"], "B");
    let changed = scene.rest.edit(&path, &json!({"attachments": []})).await;
    assert!(names(&changed).is_empty());
    let reply = scene.rest.patch(&path, &json!({"content": ""})).await;
    assert_eq!(reply.refusal(), (400, 50_006));
}

#[tokio::test]
async fn attachment_is_shown_alone_where_an_embed_or_a_component_shows_it() {
    let scene = Scene::new().await;
    let messages = format!("/channels/{}/messages", scene.channel("games"));
    let call = format!("<@{}>", scene.anna.id());
    let media = json!({"url": "attachment://a.png"});
    let text = json!({"type": 10, "content": call});
    let gallery = json!({"type": 12, "items": [{"media": media}]});
    let container = json!({"type": 17, "components": [text, gallery]});
    for (body, place) in [
        (
            json!({"content": call, "embeds": [{"image": media}]}),
            "/embeds/0/image/url",
        ),
        (
            json!({"flags": 1 << 15, "components": [container]}),
            "/components/0/components/1/items/0/media/url",
        ),
    ] {
        let files = [("a.png", PIXEL)];
        let sent = scene.rest.post_files(&messages, &body, &files).await;
        assert_eq!(sent["attachments"], json!([]));
        assert_eq!(sent["mentions"][0]["username"], "anna");
        let url = sent.pointer(place).and_then(Value::as_str);
        let shown = scene.anna.fetch(url.expect("address")).await;
        assert_eq!(shown.expect("picture"), PIXEL);
    }
}

#[tokio::test]
async fn others_messages_cannot_be_edited_or_deleted() {
    let scene = Scene::new().await;
    let said = scene.anna.say("games", "mine").await.expect("message");
    let path = path(&said.0);
    let reply = scene.rest.patch(&path, &json!({"content": "yours"})).await;
    assert_eq!(reply.refusal(), (403, 50_005));
    assert_eq!(scene.rest.delete(&path).await.refusal(), (403, 50_013));
}
