//! Announcement, voice and forum channels, and private threads.

use discord_sandbox::{ChannelKind, PersonError};
use serde_json::{Value, json};

use crate::bot::Scene;
use crate::places::installs::enter;

/// Creates a channel in Anna's server and returns its path in the API.
async fn channel(scene: &Scene, name: &str, kind: ChannelKind) -> String {
    let made = scene.anna.create_channel("games", name, kind).await;
    format!("/channels/{}", made.expect("channel"))
}

#[tokio::test]
async fn server_lists_its_channels_with_their_kinds() {
    let mut scene = Scene::new().await;
    for (name, kind) in [
        ("news", ChannelKind::Announcement),
        ("talk", ChannelKind::Voice),
        ("ideas", ChannelKind::Forum),
    ] {
        channel(&scene, name, kind).await;
        let told = scene.gateway.event("CHANNEL_CREATE").await;
        let expected = (&json!(name), &json!(kind.number()));
        assert_eq!((&told["name"], &told["type"]), expected);
    }
    let lukasz = enter(&scene, "lukasz").await;
    lukasz
        .create_channel("games", "mine", ChannelKind::Text)
        .await
        .expect_err("he does not manage the channels");
}

#[tokio::test]
async fn forum_holds_posts_and_no_messages() {
    let mut scene = Scene::new().await;
    let forum = channel(&scene, "ideas", ChannelKind::Forum).await;
    let text = json!({"content": "x"});
    let refused = scene.rest.post(&format!("{forum}/messages"), &text).await;
    assert_eq!(refused.refusal(), (400, 40_058));
    let post = scene.anna.create_post("ideas", "Game", "Board").await;
    let post = post.expect("post");
    let told = scene.gateway.event("THREAD_CREATE").await;
    assert_eq!(
        (&told["id"], &told["newly_created"]),
        (&json!(post), &json!(true))
    );
    let told = scene.gateway.event("MESSAGE_CREATE").await;
    assert_eq!((&told["type"], &told["id"]), (&json!(0), &json!(post)));
    let messages = format!("/channels/{post}/messages");
    scene.rest.post(&messages, &text).await.fine();
}

#[tokio::test]
async fn person_posts_and_plays_in_a_forum() {
    let mut scene = Scene::new().await;
    channel(&scene, "ideas", ChannelKind::Forum).await;
    scene.register_play().await;
    let anna = &scene.anna;
    anna.create_post("ideas", "Empty", "")
        .await
        .expect_err("a post has a text");
    anna.say("ideas", "hello").await.expect_err("posts only");
    anna.slash("ideas", "play", &[])
        .await
        .expect_err("posts only");
    let post = anna.create_post("ideas", "Game", "Who plays?").await;
    let post = post.expect("post");
    let first = anna
        .wait_until("the post", |view| view.message(&post))
        .await;
    assert_eq!(first.expect("post").content(), "Who plays?");
    anna.slash(&post, "play", &[]).await.expect("command");
    let event = scene.gateway.event("INTERACTION_CREATE").await;
    assert_eq!(event["channel"]["id"], post.as_str());
}

#[tokio::test]
async fn announcement_channel_has_threads_of_its_own_kind() {
    let scene = Scene::new().await;
    let news = channel(&scene, "news", ChannelKind::Announcement).await;
    let rest = &scene.rest;
    let text = json!({"content": "x"});
    let sent = rest.post(&format!("{news}/messages"), &text).await.fine();
    let message = format!("{news}/messages/{}", sent["id"].as_str().expect("id"));
    let name = json!({"name": "Game"});
    let thread = rest.post(&format!("{message}/threads"), &name).await.fine();
    assert_eq!(thread["type"], 10);
}

#[tokio::test]
async fn voice_channel_is_written_in_by_those_who_may_enter() {
    let mut scene = Scene::new().await;
    let talk = channel(&scene, "talk", ChannelKind::Voice).await;
    scene.register_play().await;
    let messages = format!("{talk}/messages");
    let text = json!({"content": "x"});
    let sent = scene.rest.post(&messages, &text).await.fine();
    scene
        .anna
        .slash("talk", "play", &[])
        .await
        .expect("command");
    let event = scene.gateway.event("INTERACTION_CREATE").await;
    assert_eq!(event["channel"]["type"], 2);
    let threads = format!("{messages}/{}/threads", sent["id"].as_str().expect("id"));
    let refused = scene.rest.post(&threads, &json!({"name": "Game"})).await;
    assert_eq!(refused.refusal(), (400, 50_024));
    let fields = json!({"channel": scene.channel("talk"), "who": "bot", "deny": ["CONNECT"]});
    scene.control("permissions", fields).await;
    let refused = scene.rest.post(&messages, &text).await;
    assert_eq!(refused.refusal(), (403, 50_013));
}

async fn allow_private_threads(scene: &Scene, who: &str) {
    let allow = json!(["CREATE_PRIVATE_THREADS"]);
    let fields = json!({"channel": scene.channel("games"), "who": who, "allow": allow});
    let set = scene.anna.control("permissions", fields).await;
    set.expect("control");
}

#[tokio::test]
async fn private_thread_is_there_for_its_members_and_those_it_mentions() {
    let scene = Scene::new().await;
    let lukasz = enter(&scene, "lukasz").await;
    let sjoerd = enter(&scene, "sjoerd").await;
    allow_private_threads(&scene, "sjoerd").await;
    let thread = sjoerd.create_private_thread("games", "Secret").await;
    let thread = thread.expect("thread");
    let call = format!("Your turn, <@{}>", lukasz.id());
    sjoerd.say(&thread, &call).await.expect("message");
    let news = lukasz.wait_until("the message", |view| view.messages(&thread).pop());
    assert_eq!(news.await.expect("message").pings(), [lukasz.id()]);
    let eleonora = enter(&scene, "eleonora").await;
    eleonora.channel(&thread).expect_err("not a member");
    // The owner of the server moderates it.
    scene.anna.wait_for_channel("Secret").await.expect("thread");
}

#[tokio::test]
async fn whoever_comes_back_to_a_guild_is_in_no_private_thread() {
    let scene = Scene::new().await;
    let lukasz = enter(&scene, "lukasz").await;
    let sjoerd = enter(&scene, "sjoerd").await;
    allow_private_threads(&scene, "lukasz").await;
    let thread = lukasz.create_private_thread("games", "Secret").await;
    let thread = thread.expect("thread");
    let path = format!("/channels/{thread}");
    let call = format!("<@{}> and <@{}>, come here", sjoerd.id(), scene.rest.app);
    lukasz.say(&thread, &call).await.expect("message");
    sjoerd.wait_for_channel("Secret").await.expect("thread");
    for present in [false, true] {
        let change = json!({"who": "sjoerd", "present": present});
        scene.control("member", change).await;
    }
    let said = scene.anna.say("games", "welcome back").await;
    let said = said.expect("message");
    let heard = sjoerd.wait_for_message("it", |message| message.id() == said.id());
    heard.await.expect("message");
    sjoerd.channel("Secret").expect_err("no member any more");
    for control in ["remove_bot", "add_bot"] {
        scene.control(control, json!({})).await;
    }
    let text = json!({"content": "x"});
    let refused = scene.rest.post(&format!("{path}/messages"), &text).await;
    assert_eq!(refused.refusal(), (403, 50_001));
}

#[tokio::test]
async fn bot_sees_a_persons_private_thread_once_it_is_mentioned() {
    let mut scene = Scene::new().await;
    let lukasz = enter(&scene, "lukasz").await;
    let refused = lukasz.create_private_thread("games", "Secret").await;
    assert!(
        matches!(refused, Err(PersonError::Refused(_))),
        "{refused:?}"
    );
    allow_private_threads(&scene, "lukasz").await;
    let thread = lukasz.create_private_thread("games", "Secret").await;
    let thread = thread.expect("thread");
    let path = format!("/channels/{thread}/messages");
    let text = json!({"content": "x"});
    assert_eq!(scene.rest.post(&path, &text).await.refusal(), (403, 50_001));
    let call = format!("<@{}> come here", scene.rest.app);
    lukasz.say(&thread, &call).await.expect("message");
    let told: Value = scene.gateway.event("THREAD_CREATE").await;
    assert_eq!(
        (&told["id"], told.get("newly_created")),
        (&json!(thread), None)
    );
    scene.rest.post(&path, &text).await.fine();
    lukasz
        .create_thread("games", "Open")
        .await
        .expect("public thread");
}
