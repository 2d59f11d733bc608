//! Emojis that the bot uploads, and the menus and reviews that show them.

use std::sync::Arc;
use std::time::Duration;

use discord_sandbox::{LoggedRequest, Person};
use focus::Game;
use focus_engine::{Choice, Info, Limits, Player, Score, Stop};
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::bot::stage::{
    LIMITS, Stage, board, do_something_else, duel, play_on, press, reviewed, slash,
};

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

/// Waits until the bot has uploaded all emojis, which takes a while.
async fn all_are_uploaded(stage: &Stage) {
    for count in 1..=ALL {
        let is_there = || uploaded(stage) >= count;
        stage.until("another emoji", is_there).await;
    }
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
    all_are_uploaded(&stage).await;
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

/// Player who takes every position for won by the player to move, with the last of the legal moves.
struct Optimist;

impl Player for Optimist {
    fn name(&self) -> String {
        "optimist".to_owned()
    }

    fn choose(&mut self, game: &Game, _: &Limits, _: &Stop, _: &mut dyn FnMut(&Info)) -> Choice {
        let position = game.position();
        let moves = position.legal_moves();
        let mut chances = [0.0; 4];
        chances[position.side().index()] = 1.0;
        Choice::scored(moves[moves.len() - 1], Score::Value(0), chances, 1, 1)
    }
}

#[tokio::test]
async fn a_review_shows_the_piece_of_the_player_before_each_mistake() {
    let mut stage = Stage::without_bot(LIMITS).await;
    stage.pool.players = Arc::new(|_| -> Box<dyn Player> { Box::new(Optimist) });
    stage.start_bot().await;
    all_are_uploaded(&stage).await;
    let people = duel(&stage).await;
    for _ in 0..4 {
        play_on(&stage, &people).await;
    }
    let mover = stage.to_move(1, &people);
    let question = slash(mover, "focus resign", &[]).await;
    press(mover, &question, "f1:resign!").await;
    let told = slash(mover, "focus-info eval", &[("game", "1")]).await;
    let text = reviewed(mover, &told).await.all_text();
    // All moves lose as much, and the first three are named.
    for (number, ply) in (1..=3).zip(stage.game(1).game.plies()) {
        let named = format!("**{number}.**");
        let line = text.lines().find(|line| line.contains(&named));
        let line = line.unwrap_or_else(|| panic!("no {named} in: {text}"));
        let emoji = format!("<:focus_{:?}_1_", ply.color).to_lowercase();
        assert!(line.starts_with(&emoji), "{line}");
    }
}
