//! Emojis that the bot uploads, and the menus that show them.

use std::time::Duration;

use discord_sandbox::{LoggedRequest, Person};
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::bot::stage::{LIMITS, Stage, board, do_something_else, duel, press};

/// Number of emojis: stacks of one to five pieces in four colors.
const ALL: usize = 20;

/// Returns the number of emojis that the bot has uploaded.
fn uploaded(stage: &Stage) -> usize {
    let requests = stage.sandbox.requests(0);
    let is_upload = |path: &str| path.ends_with("/emojis");
    let uploads = requests
        .iter()
        .filter(|made| made.method == "POST" && made.status == 201 && is_upload(&made.path));
    uploads.count()
}

/// Returns how often Discord has told the bot which emojis there are.
fn lists(stage: &Stage) -> usize {
    let requests = stage.sandbox.requests(0);
    let is_list = |made: &&LoggedRequest| {
        made.method == "GET" && made.status == 200 && made.path.ends_with("/emojis")
    };
    requests.iter().filter(is_list).count()
}

/// Returns the emojis of the menu of stacks, for the person to move.
async fn menu(stage: &Stage, people: &[Person]) -> Vec<Value> {
    let mover = stage.to_move(1, people);
    let shown = board(mover, 1, 0).await;
    let asked = press(mover, &shown, "f1:move:").await;
    let menu = asked.component("f1:from:").expect("a menu");
    let options = menu["options"].as_array().expect("options");
    options
        .iter()
        .map(|option| option["emoji"].clone())
        .collect()
}

/// Opens the menu of stacks until it has emojis, as a bot that has just started does not know them.
async fn menu_with_emojis(stage: &Stage, people: &[Person]) -> Vec<Value> {
    let shown = async {
        loop {
            let emojis = menu(stage, people).await;
            if !emojis.iter().all(Value::is_null) {
                return emojis;
            }
            // Otherwise the next press would be the second of a double press.
            do_something_else(stage.to_move(1, people)).await;
        }
    };
    timeout(Duration::from_secs(180), shown)
        .await
        .expect("a menu with emojis")
}

#[tokio::test]
async fn emojis_are_uploaded_once_and_shown_in_menus() {
    let mut stage = Stage::new().await;
    for count in 1..=ALL {
        let is_there = || uploaded(&stage) >= count;
        stage.until("another emoji", is_there).await;
    }
    let people = duel(&stage).await;
    // The first menu is likely to come before the bot knows them.
    let late = json!({"fault": {"status": 500}, "count": 4, "method": "GET", "path": "/emojis"});
    people[0].control("fault", late).await.expect("a fault");
    stage.restart_bot().await;
    for emoji in menu_with_emojis(&stage, &people).await {
        let name = emoji["name"].as_str().expect("an emoji");
        assert!(name.starts_with("focus_"), "{name}");
    }
    let (settings, before) = (stage.settings(), lists(&stage));
    stage.run_beside(settings);
    let is_listed = || lists(&stage) > before;
    stage.until("the list for a third bot", is_listed).await;
    assert_eq!(uploaded(&stage), ALL);
}

#[tokio::test]
async fn menus_are_without_emojis_where_discord_takes_none() {
    let mut stage = Stage::without_bot(LIMITS).await;
    let anna = stage.person("anna").await;
    let refused = json!({"fault": {"status": 400, "code": 30_008}, "count": 9, "method": "POST",
        "path": "/emojis"});
    anna.control("fault", refused).await.expect("a fault");
    stage.start_bot().await;
    stage
        .request(0, |made| {
            made.method == "POST" && made.path.ends_with("/emojis")
        })
        .await;
    let people = duel(&stage).await;
    assert!(menu(&stage, &people).await.iter().all(Value::is_null));
}
