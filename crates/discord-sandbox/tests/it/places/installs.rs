//! Installations of the application, in servers and to people, and the uses that they authorize in
//! each place.

use std::time::Duration;

use discord_sandbox::Person;
use serde_json::{Value, json};

use crate::bot::{Scene, callback_path};

/// Places of the tests: a server with the bot, one without, the DM with the bot, a group.
const PLACES: [&str; 4] = ["games", "abroad", "@bot", "friends"];

/// Returns a command that can be used everywhere.
pub(crate) fn everywhere() -> Value {
    json!([{
        "name": "play", "description": "d", "integration_types": [0, 1], "contexts": [0, 1, 2],
    }])
}

/// Creates the places without the bot, and opens the DM with it.
pub(crate) async fn add_places(scene: &Scene) {
    let anna = &scene.anna;
    anna.create_server("Abroad", &["abroad"])
        .await
        .expect("server");
    anna.create_group("friends", &["lukasz", "eleonora"])
        .await
        .expect("group");
    anna.open_dm().await.expect("DM");
}

pub(crate) async fn enter(scene: &Scene, name: &str) -> Person {
    let person = Person::connect(scene.sandbox.base_url(), name).await;
    person.expect("person")
}

/// Uses a command and returns the event that the bot receives.
async fn use_in(scene: &mut Scene, channel: &str, command: &str) -> Value {
    let asked = scene.anna.slash(channel, command, &[]).await;
    let asked = asked.expect("command");
    let event = scene.gateway.event("INTERACTION_CREATE").await;
    assert_eq!(event["id"], asked.id.as_str());
    event
}

#[tokio::test]
async fn commands_are_listed_with_where_they_can_be_used() {
    let scene = Scene::new().await;
    let chosen = json!({
        "name": "chosen", "description": "d", "integration_types": [1], "contexts": [1, 2],
    });
    let listed = scene
        .rest
        .register(&json!([chosen, {"name": "open", "description": "d"}]))
        .await;
    let parts = |index: usize| {
        let command = &listed[index];
        (
            command["integration_types"].clone(),
            command["contexts"].clone(),
        )
    };
    assert_eq!(parts(0), (json!([1]), json!([1, 2])));
    assert_eq!(parts(1), (json!([0, 1]), Value::Null));
    let guild = scene.rest.get("/users/@me/guilds").await.fine()[0]["id"].clone();
    let guild = guild.as_str().expect("id");
    let path = format!("/applications/{}/guilds/{guild}/commands", scene.rest.app);
    let here = json!([{"name": "here", "description": "d"}]);
    let listed = scene.rest.put(&path, &here).await.fine();
    assert_eq!(listed[0]["integration_types"], json!([0]));
}

#[track_caller]
fn check_offers(usable: &[&str], command: &Value, installed: bool, expected: &[&str]) {
    assert_eq!(usable, expected, "installed: {installed}, {command}");
}

#[tokio::test]
async fn command_is_offered_where_its_contexts_and_installation_allow() {
    let scene = Scene::new().await;
    add_places(&scene).await;
    let anna = &scene.anna;
    let rows = [
        (json!({}), false, &["games", "@bot"][..]),
        (json!({}), true, &PLACES[..]),
        (json!({"integration_types": [0]}), true, &["games", "@bot"]),
        (json!({"integration_types": [1]}), false, &[]),
        (json!({"integration_types": [1]}), true, &PLACES),
        (
            json!({"integration_types": [1], "contexts": [0]}),
            true,
            &["games", "abroad"],
        ),
        (
            json!({"integration_types": [0, 1], "contexts": [0]}),
            false,
            &["games"],
        ),
        (
            json!({"integration_types": [0, 1], "contexts": [1, 2]}),
            true,
            &["@bot", "friends"],
        ),
    ];
    for (index, (fields, installed, expected)) in rows.into_iter().enumerate() {
        if installed {
            anna.install().await.expect("installation");
        } else {
            anna.uninstall().await.expect("removal");
        }
        let mut command = fields.clone();
        command["name"] = json!(format!("play{index}"));
        command["description"] = json!("d");
        let name = command["name"].as_str().expect("name");
        scene.register(json!([command])).await;
        let mut usable = Vec::new();
        for place in PLACES {
            if anna.slash(place, name, &[]).await.is_ok() {
                usable.push(place);
            }
        }
        check_offers(&usable, &fields, installed, expected);
    }
}

#[track_caller]
fn check_place(event: &Value, context: u8, owners: &Value, permissions: Option<u64>, kind: u8) {
    assert_eq!(event["context"], context, "{event}");
    assert_eq!(&event["authorizing_integration_owners"], owners, "{event}");
    assert_eq!(event["channel"]["type"], kind, "{event}");
    if let Some(bits) = permissions {
        assert_eq!(event["app_permissions"], bits.to_string(), "{event}");
    }
    assert_eq!(event["attachment_size_limit"], 10 * 1024 * 1024);
    assert_eq!(event["entitlements"], json!([]));
    // A person in a server, and only there, comes as a member.
    assert_eq!(event["member"].is_object(), context == 0, "{event}");
    assert_eq!(event["user"].is_object(), context != 0, "{event}");
}

#[tokio::test]
async fn interaction_tells_its_context_its_owners_and_what_is_allowed_there() {
    let mut scene = Scene::new().await;
    add_places(&scene).await;
    scene.register(everywhere()).await;
    let guild = scene.rest.get("/users/@me/guilds").await.fine()[0]["id"].clone();
    let event = use_in(&mut scene, "games", "play").await;
    check_place(&event, 0, &json!({"0": guild}), None, 0);
    scene.anna.install().await.expect("installation");
    let anna = scene.anna.id();
    let event = use_in(&mut scene, "games", "play").await;
    check_place(&event, 0, &json!({"0": guild, "1": anna}), None, 0);
    let event = use_in(&mut scene, "abroad", "play").await;
    check_place(&event, 0, &json!({"1": anna}), None, 0);
    assert!(event["guild_id"].is_string(), "{event}");
    let private = 1 << 14 | 1 << 15 | 1 << 17;
    let event = use_in(&mut scene, "@bot", "play").await;
    let emojis = 1 << 18;
    let owners = json!({"0": "0", "1": anna});
    check_place(&event, 1, &owners, Some(private | emojis), 1);
    let event = use_in(&mut scene, "friends", "play").await;
    check_place(&event, 2, &json!({"1": anna}), Some(private), 3);
    assert!(event["channel"].get("recipients").is_none(), "{event}");
    scene.anna.open_dm_with("lukasz").await.expect("DM");
    let event = use_in(&mut scene, "@lukasz", "play").await;
    check_place(&event, 2, &json!({"1": anna}), Some(private), 1);
}

#[tokio::test]
async fn server_without_the_bot_answers_to_the_interaction_alone() {
    let mut scene = Scene::new().await;
    add_places(&scene).await;
    scene.register(everywhere()).await;
    scene.anna.install().await.expect("installation");
    let event = use_in(&mut scene, "abroad", "play").await;
    let reply = json!({"type": 4, "data": {"content": "Board"}});
    let path = format!("{}?with_response=true", callback_path(&event));
    let sent = scene.rest.post(&path, &reply).await.fine();
    let message = &sent["resource"]["message"];
    assert_eq!(
        message["interaction_metadata"]["authorizing_integration_owners"],
        json!({"1": scene.anna.id()})
    );
    // The bot receives no events from there, not even for its own message.
    let heard = scene.anna.say("general", "hello").await.expect("message");
    let told = scene.gateway.payload().await;
    assert_eq!(told["d"]["id"], heard.id(), "{told}");
    let (channel, guild) = (scene.channel("abroad"), event["guild_id"].clone());
    let guild = guild.as_str().expect("id");
    let own = format!(
        "/channels/{channel}/messages/{}",
        message["id"].as_str().expect("id")
    );
    let text = json!({"content": "x"});
    for refused in [
        scene.rest.get(&format!("/channels/{channel}")).await,
        scene.rest.get(&format!("/guilds/{guild}")).await,
        scene
            .rest
            .post(&format!("/channels/{channel}/messages"), &text)
            .await,
        scene.rest.patch(&own, &text).await,
        scene.rest.delete(&own).await,
    ] {
        assert_eq!(refused.refusal(), (403, 50_001), "{}", refused.body);
    }
    let original = format!("{}/messages/@original", scene.rest.webhook(&event));
    scene.rest.edit(&original, &text).await;
    let guilds = scene.rest.get("/users/@me/guilds").await.fine();
    assert!(!guilds.to_string().contains(guild), "{guilds}");
}

#[tokio::test]
async fn invited_bot_gets_its_role_and_its_events() {
    let mut scene = Scene::new().await;
    let server = scene.anna.create_server("Abroad", &["abroad"]).await;
    let server = server.expect("server");
    let lukasz = enter(&scene, "lukasz").await;
    let invite = json!({"server": server});
    lukasz
        .perform("install", invite.clone())
        .await
        .expect_err("he does not manage the server");
    scene
        .anna
        .perform("install", invite)
        .await
        .expect("invitation");
    let told = scene.gateway.event("GUILD_CREATE").await;
    assert_eq!(told["id"], server.as_str());
    assert_eq!(told["roles"].as_array().map(Vec::len), Some(2), "{told}");
    let path = format!("/channels/{}/messages", scene.channel("abroad"));
    let text = json!({"content": "x"});
    scene.rest.post(&path, &text).await.fine();
    let leave = json!({"server": server});
    scene
        .anna
        .perform("uninstall", leave)
        .await
        .expect("removal");
    assert_eq!(
        scene.gateway.event("GUILD_DELETE").await["id"],
        server.as_str()
    );
    assert_eq!(scene.rest.post(&path, &text).await.refusal(), (403, 50_001));
}

#[tokio::test]
async fn sixth_followup_is_refused_where_only_people_installed_the_application() {
    let mut scene = Scene::new().await;
    add_places(&scene).await;
    scene.register(everywhere()).await;
    scene.anna.install().await.expect("installation");
    let text = json!({"content": "x"});
    for (place, limited) in [("abroad", true), ("friends", true), ("games", false)] {
        let event = use_in(&mut scene, place, "play").await;
        let defer = json!({"type": 5});
        scene.rest.respond(&event, &defer).await;
        let path = scene.rest.webhook(&event);
        // The first only replaces the "thinking…" message.
        for _ in 0..6 {
            scene.rest.post(&path, &text).await.fine();
        }
        let seventh = scene.rest.post(&path, &text).await;
        let refused = seventh.refusal() == (400, 40_094);
        assert_eq!(refused, limited, "{place}: {}", seventh.body);
        let original = format!("{path}/messages/@original");
        scene.rest.edit(&original, &text).await;
    }
}

#[tokio::test]
async fn servers_can_have_installed_applications_whisper() {
    let mut scene = Scene::new().await;
    add_places(&scene).await;
    scene.register(everywhere()).await;
    scene.anna.install().await.expect("installation");
    let lukasz = enter(&scene, "lukasz").await;
    lukasz.install().await.expect("installation");
    let place = scene.channel("abroad");
    for (denied, whispers) in [
        (json!(["USE_EXTERNAL_APPS"]), true),
        (json!(["SEND_MESSAGES"]), true),
        (json!([]), false),
    ] {
        let fields = json!({"channel": place, "who": "lukasz", "deny": denied});
        let set = scene.anna.control("permissions", fields).await;
        set.expect("control");
        let asked = lukasz.slash("abroad", "play", &[]).await.expect("command");
        let event = scene.gateway.event("INTERACTION_CREATE").await;
        let body = json!({"type": 4, "data": {"content": "Board"}});
        scene.rest.respond(&event, &body).await;
        let answer = lukasz.answer(&asked).await.expect("answer");
        assert_eq!(answer.is_ephemeral(), whispers, "without {denied}");
    }
}

#[tokio::test]
async fn bot_may_write_to_those_with_a_common_server_and_those_who_installed_it() {
    let scene = Scene::new().await;
    let direct = scene.anna.open_dm().await.expect("DM");
    let path = format!("/channels/{direct}/messages");
    let guilds = scene.rest.get("/users/@me/guilds").await.fine();
    let text = json!({"content": "x"});
    for guild in guilds.as_array().expect("guilds") {
        scene.rest.post(&path, &text).await.fine();
        let gone = json!({"who": "anna", "present": false, "guild": guild["id"]});
        scene.control("member", gone).await;
    }
    assert_eq!(scene.rest.post(&path, &text).await.refusal(), (403, 50_278));
    scene.anna.install().await.expect("installation");
    scene.rest.post(&path, &text).await.fine();
    let application = scene.rest.get("/applications/@me").await.fine();
    assert_eq!(application["approximate_user_install_count"], 1);
}

#[tokio::test]
async fn token_is_all_there_is_and_dies_after_a_quarter_of_an_hour() {
    let mut scene = Scene::limited().await;
    add_places(&scene).await;
    scene.register(everywhere()).await;
    scene.anna.install().await.expect("installation");
    let event = use_in(&mut scene, "friends", "play").await;
    let body = json!({"type": 4, "data": {"content": "One"}});
    scene.rest.respond(&event, &body).await;
    let path = format!("{}/messages/@original", scene.rest.webhook(&event));
    let text = json!({"content": "Two"});
    let later = Duration::from_secs(15 * 60 - 1);
    scene.sandbox.clock().advance(later);
    scene.rest.edit(&path, &text).await;
    let later = Duration::from_secs(1);
    scene.sandbox.clock().advance(later);
    let refused = scene.rest.patch(&path, &text).await;
    assert_eq!(refused.refusal(), (401, 50_027));
    let channel = format!("/channels/{}", scene.channel("friends"));
    let refused = scene.rest.get(&channel).await;
    assert_eq!(refused.refusal(), (403, 50_001));
}
