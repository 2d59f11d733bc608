//! Channels, threads, DMs, and permissions in them.

use discord_sandbox::Person;
use serde_json::{Value, json};

use crate::bot::{Gateway, Scene};

async fn set(scene: &Scene, who: &str, deny: &[&str]) {
    let fields = json!({"channel": scene.channel("games"), "who": who, "deny": deny});
    scene.control("permissions", fields).await;
}

#[tokio::test]
async fn missing_permissions_are_named_by_their_codes() {
    let scene = Scene::new().await;
    let rest = &scene.rest;
    let games = scene.channel("games");
    let messages = format!("/channels/{games}/messages");
    let said = scene.anna.say("games", "hello").await.expect("message");
    let text = json!({"content": "x"});
    let embed = json!({"embeds": [{"title": "t"}]});
    let reply = json!({"content": "x", "message_reference": {"message_id": said.id()}});
    let thread = format!("{messages}/{}/threads", said.id());
    set(&scene, "bot", &["SEND_MESSAGES"]).await;
    assert_eq!(rest.post(&messages, &text).await.refusal(), (403, 50_013));
    set(&scene, "bot", &["EMBED_LINKS"]).await;
    assert_eq!(rest.post(&messages, &embed).await.refusal(), (403, 50_013));
    rest.post(&messages, &text).await.fine();
    set(&scene, "bot", &["ATTACH_FILES"]).await;
    let files = [("a.txt", &b"x"[..])];
    let sent = rest
        .upload(reqwest::Method::POST, &messages, &text, &files)
        .await;
    assert_eq!(sent.refusal(), (403, 50_013));
    set(&scene, "bot", &["READ_MESSAGE_HISTORY"]).await;
    assert_eq!(rest.post(&messages, &reply).await.refusal(), (400, 160_002));
    set(&scene, "bot", &["CREATE_PUBLIC_THREADS"]).await;
    assert_eq!(
        rest.post(&thread, &json!({"name": "t"})).await.refusal(),
        (403, 50_013)
    );
    set(&scene, "bot", &["VIEW_CHANNEL"]).await;
    assert_eq!(rest.post(&messages, &text).await.refusal(), (403, 50_001));
    assert_eq!(
        rest.get(&format!("/channels/{games}")).await.refusal(),
        (403, 50_001)
    );
    set(&scene, "bot", &[]).await;
    rest.post(&messages, &reply).await.fine();
}

#[tokio::test]
async fn permissions_of_a_role_apply_and_their_change_is_told() {
    let mut scene = Scene::new().await;
    let may_see = (1_u64 << 10).to_string();
    for who in ["everyone", "bot"] {
        let fields = json!({"who": who, "permissions": ["VIEW_CHANNEL"]});
        scene.control("role", fields).await;
        let told = scene.gateway.event("GUILD_ROLE_UPDATE").await;
        assert_eq!(told["role"]["permissions"], may_see);
    }
    let messages = format!("/channels/{}/messages", scene.channel("games"));
    let text = json!({"content": "x"});
    let refused = scene.rest.post(&messages, &text).await;
    assert_eq!(refused.refusal(), (403, 50_013));
    let fields = json!({"who": "bot", "permissions": ["VIEW_CHANNEL", "SEND_MESSAGES"]});
    scene.control("role", fields).await;
    scene.rest.post(&messages, &text).await.fine();
    for wrong in [
        json!({"who": "anna", "permissions": []}),
        json!({"who": "bot", "permissions": ["FLY"]}),
    ] {
        let refused = scene.anna.control("role", wrong).await;
        refused.expect_err("no such role or permission");
    }
}

#[tokio::test]
async fn interactions_tell_what_the_bot_may_do_there() {
    let mut scene = Scene::new().await;
    scene.register_play().await;
    let attach_files = 1 << 15;
    let bits = |event: &Value| -> u64 {
        let bits = event["app_permissions"].as_str().expect("permissions");
        bits.parse().expect("number")
    };
    let (_, event) = scene.used("play", &[]).await;
    assert_ne!(bits(&event) & attach_files, 0);
    set(&scene, "bot", &["ATTACH_FILES"]).await;
    let (_, event) = scene.used("play", &[]).await;
    assert_eq!(bits(&event) & attach_files, 0);
}

#[tokio::test]
async fn hidden_channels_are_not_there_for_people() {
    let scene = Scene::new().await;
    let lukasz = Person::connect(scene.sandbox.base_url(), "lukasz")
        .await
        .expect("lukasz");
    set(&scene, "lukasz", &["VIEW_CHANNEL"]).await;
    let hidden = lukasz.wait_until("its hiding", |view| {
        view.channel("games").is_none().then_some(())
    });
    hidden.await.expect("hidden channel");
    scene.anna.say("games", "secret").await.expect("message");
    let heard = scene.anna.say("general", "public").await.expect("message");
    let first = lukasz
        .wait_for_message("any message", |_| true)
        .await
        .expect("message");
    assert_eq!(first.id(), heard.id());
    set(&scene, "lukasz", &[]).await;
    let shown = lukasz.wait_until("its return", |view| view.channel("games"));
    shown.await.expect("shown channel");
}

#[tokio::test]
async fn thread_hangs_on_its_message() {
    let mut scene = Scene::new().await;
    let games = scene.channel("games");
    let said = scene
        .anna
        .say("games", "let us play")
        .await
        .expect("message");
    let path = format!("/channels/{games}/messages/{}/threads", said.id());
    let body = json!({"name": "Game", "auto_archive_duration": 10_080});
    let reply = scene.rest.post(&path, &body).await;
    assert_eq!(reply.status, 201);
    assert_eq!(
        (&reply.body["id"], &reply.body["type"]),
        (&json!(said.id()), &json!(11))
    );
    assert_eq!(
        scene.gateway.event("THREAD_CREATE").await["newly_created"],
        true
    );
    let again = scene.rest.post(&path, &json!({"name": "Game"})).await;
    assert_eq!(again.refusal(), (400, 160_004));
    let thread = scene
        .anna
        .wait_until("the thread", |view| view.channel("Game"))
        .await;
    let thread = thread.expect("thread");
    let messages = format!("/channels/{thread}/messages");
    scene.rest.say(&messages, "Board").await;
    set(&scene, "bot", &["SEND_MESSAGES_IN_THREADS"]).await;
    let refused = scene.rest.post(&messages, &json!({"content": "x"})).await;
    assert_eq!(refused.refusal(), (403, 50_013));
    let wrong = json!({"name": "t", "auto_archive_duration": 5});
    let wrong = scene.rest.post(&path, &wrong).await;
    assert_eq!(wrong.refusal(), (400, 50_035));
}

#[tokio::test]
async fn archived_thread_takes_no_commands_until_somebody_writes() {
    let scene = Scene::new().await;
    scene.register_play().await;
    let fields = json!({"channel": scene.channel("games"), "name": "Game"});
    let made = scene
        .anna
        .perform("create_thread", fields)
        .await
        .expect("thread");
    let thread = made["channel"]["id"].as_str().expect("id").to_owned();
    scene
        .anna
        .wait_until("the thread", |view| view.channel(&thread))
        .await
        .expect("thread");
    let messages = format!("/channels/{thread}/messages");
    let sent = scene.rest.say(&messages, "Board").await;
    let archive = json!({"channel": thread, "archived": true});
    scene.control("archive_thread", archive).await;
    scene
        .anna
        .slash(&thread, "play", &[])
        .await
        .expect_err("archived");
    let edit = format!("{messages}/{}", sent["id"].as_str().expect("id"));
    let refused = scene.rest.patch(&edit, &json!({"content": "x"})).await;
    assert_eq!(refused.refusal(), (400, 50_083));
    scene.rest.say(&messages, "Wake up").await;
    scene
        .anna
        .slash(&thread, "play", &[])
        .await
        .expect("active again");
    let locked = json!({"channel": thread, "archived": true, "locked": true});
    scene.control("archive_thread", locked).await;
    let refused = scene.rest.post(&messages, &json!({"content": "x"})).await;
    assert_eq!(refused.refusal(), (400, 50_083));
}

#[tokio::test]
async fn locked_thread_is_written_in_by_those_who_manage_threads() {
    let scene = Scene::new().await;
    let games = scene.channel("games");
    let fields = json!({"channel": games, "name": "Game"});
    let made = scene.anna.perform("create_thread", fields).await;
    let made = made.expect("thread");
    let thread = made["channel"]["id"].as_str().expect("id");
    let messages = format!("/channels/{thread}/messages");
    let text = json!({"content": "x"});
    let sent = scene.rest.post(&messages, &text).await.fine();
    let sent = format!("{messages}/{}", sent["id"].as_str().expect("id"));
    let locked = json!({"channel": thread, "archived": false, "locked": true});
    let locked = scene.anna.control("archive_thread", locked).await;
    locked.expect("control");
    let refused = scene.rest.post(&messages, &text).await;
    assert_eq!(refused.refusal(), (400, 160_005));
    let refused = scene.rest.patch(&sent, &text).await;
    assert_eq!(refused.refusal(), (400, 160_005));
    let allow = json!({"channel": games, "who": "bot", "allow": ["MANAGE_THREADS"]});
    let allowed = scene.anna.control("permissions", allow).await;
    allowed.expect("control");
    scene.rest.post(&messages, &text).await.fine();
    scene.rest.edit(&sent, &text).await;
}

#[tokio::test]
async fn deleted_channel_takes_its_threads_along_without_a_word() {
    let mut scene = Scene::new().await;
    let games = scene.channel("games");
    let fields = json!({"channel": games, "name": "Game"});
    let made = scene
        .anna
        .perform("create_thread", fields)
        .await
        .expect("thread");
    let thread = made["channel"]["id"].as_str().expect("id");
    scene.gateway.event("MESSAGE_CREATE").await;
    let gone = json!({"channel": games});
    scene.control("delete_channel", gone).await;
    let told = scene.gateway.payload().await;
    assert_eq!(told["t"], "CHANNEL_DELETE", "{told}");
    assert_eq!(told["d"]["id"], json!(games));
    for channel in [&games, thread] {
        let path = format!("/channels/{channel}/messages");
        let refused = scene.rest.post(&path, &json!({"content": "x"})).await;
        assert_eq!(refused.refusal(), (404, 10_003));
    }
    let gone = scene.anna.wait_until("its end", |view| {
        view.channel("games").is_none().then_some(())
    });
    gone.await.expect("deleted channel");
}

#[tokio::test]
async fn closed_conversation_cannot_be_written_to() {
    let scene = Scene::new().await;
    let open = json!({"recipient_id": scene.anna.id()});
    let direct = scene.rest.post("/users/@me/channels", &open).await.fine();
    assert_eq!(direct["recipients"][0]["username"], "anna");
    let path = format!("/channels/{}/messages", direct["id"].as_str().expect("id"));
    scene.rest.say(&path, "x").await;
    let closed = json!({"who": "anna", "open": false});
    scene.control("dms", closed).await;
    let refused = scene.rest.post(&path, &json!({"content": "x"})).await;
    assert_eq!(refused.refusal(), (403, 50_007));
}

#[tokio::test]
async fn bot_can_be_removed_and_invited_again() {
    let mut scene = Scene::new().await;
    let guild = scene.rest.get("/users/@me/guilds").await.fine()[0]["id"].clone();
    scene.control("remove_bot", json!({})).await;
    assert_eq!(scene.gateway.event("GUILD_DELETE").await["id"], guild);
    let path = format!("/channels/{}/messages", scene.channel("games"));
    let refused = scene.rest.post(&path, &json!({"content": "x"})).await;
    assert_eq!(refused.refusal(), (403, 50_001));
    scene.control("add_bot", json!({})).await;
    assert_eq!(scene.gateway.event("GUILD_CREATE").await["id"], guild);
    scene.rest.say(&path, "x").await;
}

#[tokio::test]
async fn bot_hears_nothing_from_channels_it_does_not_see() {
    let mut scene = Scene::new().await;
    set(&scene, "bot", &["VIEW_CHANNEL"]).await;
    scene.anna.say("games", "secret").await.expect("message");
    let heard = scene.anna.say("general", "public").await.expect("message");
    assert_eq!(
        scene.gateway.event("MESSAGE_CREATE").await["id"],
        heard.id()
    );
    let guild = Gateway::greeting(&scene.sandbox).await;
    let channels = guild["channels"].as_array().expect("channels");
    assert_eq!(channels.len(), 2);
}

#[tokio::test]
async fn thread_without_messages_is_archived_in_its_time() {
    let mut scene = Scene::new().await;
    let said = scene.anna.say("games", "hello").await.expect("message");
    let body = json!({"name": "Game", "auto_archive_duration": 60});
    let messages = format!("/channels/{}/messages", scene.channel("games"));
    let path = format!("{messages}/{}/threads", said.id());
    let thread = scene.rest.post(&path, &body).await.fine();
    let hour = std::time::Duration::from_secs(3_600);
    scene.anna.advance(hour).await.expect("an hour");
    let changed = scene.gateway.event("THREAD_UPDATE").await;
    assert_eq!(changed["id"], thread["id"]);
    assert_eq!(changed["thread_metadata"]["archived"], true);
}
