//! Direct messages and groups of people, without the bot.

use serde_json::json;
use tempfile::TempDir;

use crate::bot::{Scene, open};
use crate::places::installs::{add_places, enter, everywhere};

#[tokio::test]
async fn everybody_in_a_group_can_press_with_a_token_of_their_own() {
    let mut scene = Scene::new().await;
    add_places(&scene).await;
    scene.register(everywhere()).await;
    let (lukasz, juergen) = (
        enter(&scene, "lukasz").await,
        enter(&scene, "juergen").await,
    );
    scene.anna.install().await.expect("installation");
    let asked = scene.anna.slash("friends", "play", &[]).await;
    let asked = asked.expect("command");
    let event = scene.gateway.event("INTERACTION_CREATE").await;
    let button = json!({"type": 2, "style": 1, "custom_id": "go:1", "label": "Go"});
    let rows = json!([{"type": 1, "components": [button]}]);
    let body = json!({"type": 4, "data": {"content": "Board", "components": rows}});
    scene.rest.respond(&event, &body).await;
    let board = scene.anna.answer(&asked).await.expect("board");
    let seen = lukasz.wait_until("the board", |view| view.message(board.id()));
    let seen = seen.await.expect("board");
    lukasz
        .slash("friends", "play", &[])
        .await
        .expect_err("he has not installed it");
    juergen
        .press(&board, "Go")
        .await
        .expect_err("he is not in the group");
    let asked = lukasz.press(&seen, "Go").await.expect("press");
    let press = scene.gateway.event("INTERACTION_CREATE").await;
    assert_ne!(press["token"], event["token"]);
    assert_eq!(press["context"], 2);
    assert_eq!(press["user"]["username"], "lukasz");
    // The installation of the person who used the command counts, not of the person who pressed.
    let owners = json!({"1": scene.anna.id()});
    assert_eq!(press["authorizing_integration_owners"], owners);
    assert_eq!(press["message"]["content"], "Board");
    let body = json!({"type": 7, "data": {"content": "Old board", "components": []}});
    scene.rest.respond(&press, &body).await;
    assert_eq!(
        lukasz.answer(&asked).await.expect("update").content(),
        "Old board"
    );
    let path = scene.rest.webhook(&press);
    let text = format!("New board, <@{}>", scene.anna.id());
    let sent = scene.rest.say(&path, &text).await;
    let anna = &scene.anna;
    let news = anna.wait_for_message("the new board", |message| message.id() == sent["id"]);
    let news = news.await.expect("new board");
    assert!(news.pings().contains(&anna.id().as_str()), "{news:?}");
    assert_eq!(news.0["mentions"][0]["username"], "anna");
}

#[tokio::test]
async fn menus_of_people_and_messages_work_in_groups() {
    let mut scene = Scene::new().await;
    add_places(&scene).await;
    let menu = |kind: u8, contexts: &[u8]| {
        json!({
            "name": format!("Menu {kind}"), "type": kind, "integration_types": [0, 1],
            "contexts": contexts,
        })
    };
    scene
        .register(json!([menu(2, &[0]), menu(3, &[0, 2])]))
        .await;
    scene.anna.install().await.expect("installation");
    let said = scene.anna.say("friends", "hello").await.expect("message");
    scene
        .anna
        .context("friends", "Menu 2", &scene.anna.id())
        .await
        .expect_err("for servers only");
    let asked = scene.anna.context("friends", "Menu 3", said.id()).await;
    let asked = asked.expect("menu");
    let event = scene.gateway.event("INTERACTION_CREATE").await;
    assert_eq!(event["id"], asked.id.as_str());
    assert_eq!(event["context"], 2);
    let resolved = &event["data"]["resolved"]["messages"][said.id()];
    assert_eq!(resolved["content"], "hello");
}

#[tokio::test]
async fn group_takes_people_in_with_all_that_was_said() {
    let scene = Scene::new().await;
    add_places(&scene).await;
    let said = scene.anna.say("friends", "hello").await.expect("message");
    let juergen = enter(&scene, "juergen").await;
    juergen
        .say("friends", "hello")
        .await
        .expect_err("he is not in the group");
    scene
        .anna
        .add_to_group("friends", "juergen")
        .await
        .expect("addition");
    let group = juergen.wait_for_channel("friends").await.expect("group");
    let known = juergen.view(|view| view.messages(&group));
    assert_eq!(known[0].id(), said.id());
    let news = juergen.wait_until("the notice", |view| view.messages(&group).get(1).cloned());
    let news = news.await.expect("notice");
    assert_eq!((&news.0["type"], news.author()), (&json!(1), "anna"));
    assert_eq!(news.0["mentions"][0]["username"], "juergen");
    juergen.leave_group("friends").await.expect("departure");
    let notice = scene
        .anna
        .wait_for_message("the notice", |news| news.0["type"] == 2);
    assert_eq!(notice.await.expect("notice").author(), "juergen");
    juergen
        .say(&group, "hello")
        .await
        .expect_err("he has left the group");
}

#[tokio::test]
async fn two_people_have_one_conversation() {
    let scene = Scene::new().await;
    let lukasz = enter(&scene, "lukasz").await;
    let one = scene.anna.open_dm_with("lukasz").await.expect("DM");
    let other = lukasz.open_dm_with("anna").await.expect("DM");
    assert_eq!(one, other);
    scene.anna.open_dm().await.expect("DM");
    assert_ne!(scene.channel("@bot"), scene.channel("@lukasz"));
    let heard = lukasz.say("@anna", "psst").await.expect("message");
    let seen = scene
        .anna
        .wait_for_message("it", |message| message.id() == heard.id());
    assert_eq!(seen.await.expect("message").pings(), [scene.anna.id()]);
    scene.anna.open_dm_with("anna").await.expect_err("herself");
}

#[tokio::test]
async fn installations_groups_and_servers_are_found_again_after_a_restart() {
    let folder = TempDir::new().expect("folder");
    let (sandbox, anna) = open(&folder).await;
    anna.install().await.expect("installation");
    let group = anna.create_group("friends", &["lukasz"]).await;
    let group = group.expect("group");
    anna.say(&group, "hello").await.expect("message");
    anna.create_server("Abroad", &["abroad"])
        .await
        .expect("server");
    sandbox.stop().await;
    let (_sandbox, anna) = open(&folder).await;
    assert!(anna.view(discord_sandbox::View::is_installed));
    assert_eq!(anna.channel("friends").expect("group"), group);
    let said = anna.view(|view| view.messages(&group));
    assert_eq!(said[0].content(), "hello");
    anna.say("abroad", "hello").await.expect("message");
}
