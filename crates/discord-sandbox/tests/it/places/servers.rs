//! Worlds with several guilds.

use discord_sandbox::{Person, Sandbox, SandboxOptions};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::bot::{Gateway, INTENTS, Scene, open};

/// Returns a channel as the person sees it.
fn channel(person: &Person, name: &str) -> Value {
    let id = person.channel(name).expect("a channel");
    person.view(|view| {
        let mut channels = view.channels();
        let found = channels.find(|channel| channel["id"] == id.as_str());
        found.expect("a channel").clone()
    })
}

/// Returns the guild of a channel.
fn guild(person: &Person, name: &str) -> String {
    let guild = channel(person, name)["guild_id"].clone();
    guild.as_str().expect("a guild").to_owned()
}

#[tokio::test]
async fn requests_for_a_guild_answer_for_it_alone() {
    let scene = Scene::new().await;
    let ids = ["general", "lounge"].map(|name| guild(&scene.anna, name));
    let listed = scene.rest.get("/users/@me/guilds").await.fine();
    let listed = listed.as_array().expect("guilds");
    assert_eq!(
        listed.iter().map(|guild| &guild["id"]).collect::<Vec<_>>(),
        ids.each_ref()
    );
    for (id, names) in ids.iter().zip([["general", "games"], ["lounge", "tables"]]) {
        let path = format!("/guilds/{id}");
        assert_eq!(scene.rest.get(&path).await.fine()["id"], id.as_str());
        let channels = scene.rest.get(&format!("{path}/channels")).await.fine();
        let told = channels.as_array().into_iter().flatten();
        assert_eq!(
            told.map(|channel| &channel["name"]).collect::<Vec<_>>(),
            names
        );
        let roles = scene.rest.get(&format!("{path}/roles")).await.fine();
        let own = scene
            .rest
            .get(&format!("{path}/members/{}", scene.rest.app))
            .await
            .fine();
        assert_eq!(
            own["roles"],
            json!([roles[1]["id"]]),
            "its own roles and no others"
        );
    }
    let removed = json!({"guild": ids[0]});
    scene.control("remove_bot", removed).await;
    let refused = scene.rest.get(&format!("/guilds/{}", ids[0])).await;
    assert_eq!(refused.refusal(), (403, 50_001));
    scene.rest.get(&format!("/guilds/{}", ids[1])).await.fine();
    let path = |name| format!("/channels/{}/messages", scene.channel(name));
    let words = json!({"content": "x"});
    let refused = scene.rest.post(&path("general"), &words).await;
    assert_eq!(refused.refusal(), (403, 50_001));
    scene.rest.post(&path("lounge"), &words).await.fine();
}

#[tokio::test]
async fn outage_of_one_guild_is_told_and_hides_it_alone() {
    let mut scene = Scene::new().await;
    let id = guild(&scene.anna, "games");
    let (games, lounge) = (scene.channel("games"), scene.channel("lounge"));
    let outage = |on: bool| {
        let (anna, fields) = (&scene.anna, json!({"on": on, "guild": id}));
        async move { anna.control("outage", fields).await.expect("control") }
    };
    outage(true).await;
    outage(true).await;
    let told = scene.gateway.payload().await;
    assert_eq!(told["t"], "GUILD_DELETE");
    assert_eq!(told["d"], json!({"id": id, "unavailable": true}));
    scene.anna.say("games", "x").await.expect_err("an outage");
    let path = format!("/channels/{games}/messages");
    let refused = scene.rest.post(&path, &json!({"content": "x"})).await;
    assert_eq!(refused.status, 503);
    assert_eq!(scene.rest.get(&format!("/guilds/{id}")).await.status, 503);
    let fields = json!({"name": "new", "guild": id});
    scene.control("create_channel", fields).await;
    let path = format!("/channels/{lounge}/messages");
    scene.rest.say(&path, "x").await;
    let told = scene.gateway.payload().await;
    assert_eq!(
        (&told["t"], &told["d"]["channel_id"]),
        (&json!("MESSAGE_CREATE"), &json!(lounge))
    );

    let late = Gateway::connect(&scene.sandbox, "").await;
    let told = logged_in(&scene.sandbox, late).await;
    assert_eq!(told["t"], "GUILD_CREATE");
    assert_ne!(
        told["d"]["id"],
        json!(id),
        "what is away is not told at login"
    );
    outage(false).await;
    let told = scene.gateway.payload().await;
    assert_eq!(
        (&told["t"], &told["d"]["id"]),
        (&json!("GUILD_CREATE"), &json!(id))
    );
    assert_eq!(told["d"]["unavailable"], false);
    scene
        .anna
        .say("games", "x")
        .await
        .expect("the end of the outage");
}

/// Logs in and returns the first payload after READY.
async fn logged_in(sandbox: &Sandbox, mut gateway: Gateway) -> Value {
    gateway.identify(sandbox, INTENTS).await;
    gateway.event("READY").await;
    gateway.payload().await
}

#[tokio::test]
async fn commands_and_threads_belong_to_one_guild() {
    let mut scene = Scene::new().await;
    let ids = ["general", "lounge"].map(|name| guild(&scene.anna, name));
    let only = json!([{"name": "only", "description": "d"}]);
    let path = format!(
        "/applications/{}/guilds/{}/commands",
        scene.rest.app, ids[1]
    );
    scene.rest.put(&path, &only).await.fine();
    let there = scene
        .anna
        .wait_until("the command", |view| view.has_command("only").then_some(()));
    there.await.expect("the command");
    scene
        .anna
        .slash("general", "only", &[])
        .await
        .expect_err("not offered there");
    scene
        .anna
        .slash("lounge", "only", &[])
        .await
        .expect("offered");
    let asked = scene.gateway.event("INTERACTION_CREATE").await;
    assert_eq!(asked["guild_id"], ids[1].as_str());
    assert_eq!(asked["channel"]["guild_id"], ids[1].as_str());
    let made = scene.anna.create_thread("lounge", "Game").await;
    made.expect("thread");
    let thread = scene.gateway.event("THREAD_CREATE").await;
    assert_eq!(thread["guild_id"], ids[1].as_str());
}

#[tokio::test]
async fn managers_of_one_guild_are_none_of_the_other() {
    let scene = Scene::new().await;
    let manage_guild = (1_u64 << 5).to_string();
    let command = json!([{"name": "settings", "description": "d",
        "default_member_permissions": manage_guild, "contexts": [0]}]);
    scene.register(command).await;
    let sjoerd = Person::connect(scene.sandbox.base_url(), "sjoerd").await;
    let sjoerd = sjoerd.expect("sjoerd");
    let lukasz = Person::connect(scene.sandbox.base_url(), "lukasz").await;
    assert!(
        !lukasz
            .expect("lukasz")
            .view(|view| view.has_command("settings"))
    );
    for (person, own, other) in [
        (&scene.anna, "general", "lounge"),
        (&sjoerd, "lounge", "general"),
    ] {
        person.slash(own, "settings", &[]).await.expect("the owner");
        person
            .slash(other, "settings", &[])
            .await
            .expect_err("somebody");
    }
}

#[tokio::test]
async fn whoever_leaves_one_guild_stays_in_the_other() {
    let scene = Scene::new().await;
    let second = guild(&scene.anna, "lounge");
    let gone = json!({"who": "anna", "present": false, "guild": second});
    scene.control("member", gone).await;
    let hidden = scene.anna.wait_until("no channel", |view| {
        view.channel("lounge").is_none().then_some(())
    });
    hidden.await.expect("no channel");
    scene
        .anna
        .say("general", "still here")
        .await
        .expect("a message");
    let path = |guild: &str| format!("/guilds/{guild}/members/{}", scene.anna.id());
    let first = guild(&scene.anna, "general");
    scene.rest.get(&path(&first)).await.fine();
    assert_eq!(
        scene.rest.get(&path(&second)).await.refusal(),
        (404, 10_007)
    );
}

#[tokio::test]
async fn a_world_has_as_many_guilds_as_wanted_with_names_of_their_own() {
    let options = SandboxOptions {
        servers: 3.try_into().expect("three servers"),
        ..SandboxOptions::default()
    };
    let scene = Scene::with(options).await;
    let mut guilds: Vec<String> = [
        "general", "games", "lounge", "tables", "lounge-3", "tables-3",
    ]
    .map(|name| guild(&scene.anna, name))
    .into();
    guilds.dedup();
    assert_eq!(guilds.len(), 3, "each with two channels");
    assert_eq!(guilds, {
        let mut sorted = guilds.clone();
        sorted.sort();
        sorted
    });
}

#[tokio::test]
async fn all_guilds_are_found_again_after_a_restart() {
    let folder = TempDir::new().expect("a folder");
    let (sandbox, anna) = open(&folder).await;
    let ids = ["general", "lounge"].map(|name| guild(&anna, name));
    anna.say("lounge", "over here").await.expect("a message");
    let new = json!({"name": "cellar", "guild": ids[1]});
    anna.control("create_channel", new).await.expect("control");
    let gone = json!({"who": "lukasz", "present": false, "guild": ids[1]});
    anna.control("member", gone).await.expect("control");
    anna.control("remove_bot", json!({"guild": ids[0]}))
        .await
        .expect("control");
    sandbox.stop().await;

    let (sandbox, anna) = open(&folder).await;
    assert_eq!(["general", "lounge"].map(|name| guild(&anna, name)), ids);
    assert_eq!(guild(&anna, "cellar"), ids[1]);
    let lounge = anna.channel("lounge").expect("a channel");
    let said = anna.view(|view| view.messages(&lounge));
    assert_eq!(said[0].content(), "over here");
    let lukasz = Person::connect(sandbox.base_url(), "lukasz")
        .await
        .expect("lukasz");
    assert!(lukasz.channel("general").is_ok() && lukasz.channel("lounge").is_err());
    let rest = crate::bot::Rest::new(&sandbox).await;
    let listed = rest.get("/users/@me/guilds").await.fine();
    assert_eq!(listed.as_array().map(Vec::len), Some(1));
    assert_eq!(listed[0]["id"], ids[1].as_str());
}
