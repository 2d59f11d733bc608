//! Emojis that the bot uploads, and the texts, buttons and menus that show them.

use std::sync::Arc;
use std::time::Duration;

use discord_sandbox::{LoggedRequest, Message, Person};
use focus::Game;
use focus_engine::{Choice, Info, Limits, Player, Score, Stop};
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::bot::stage::says::says;
use crate::bot::stage::{
    LIMITS, Stage, after, board, do_something_else, duel, hinder, pick, play_on, play_plies, press,
    press_more, reads, resign, reviewed, slash, table,
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
    are_uploaded(stage, ALL).await;
}

async fn are_uploaded(stage: &Stage, number: usize) {
    for count in 1..=number {
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

/// Returns the emojis of the options of a menu.
fn emojis_of(message: &Message, menu: &str) -> Vec<Value> {
    let menu = message.component(menu).expect("a menu");
    let options = menu["options"].as_array().expect("options");
    options
        .iter()
        .map(|option| option["emoji"].clone())
        .collect()
}

/// Returns the emojis of the menu of stacks, for the person to move.
async fn menu(stage: &Stage, people: &[Person]) -> Vec<Value> {
    let mover = stage.to_move(1, people);
    let shown = board(mover, 1, 0).await;
    let asked = press(mover, &shown, "f1:move:").await;
    emojis_of(&asked, "f1:from:")
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
    hinder(&people[0], "GET /emojis", 4, json!({"status": 500})).await;
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
    let refused = json!({"status": 400, "code": 30_008});
    hinder(&anna, "POST /emojis", 9, refused).await;
    stage.start_bot().await;
    stage
        .request(0, |made| {
            made.method == "POST" && made.path.ends_with("/emojis")
        })
        .await;
    let people = duel(&stage).await;
    assert!(menu(&stage, &people).await.iter().all(Value::is_null));
}

#[tokio::test]
async fn colors_at_a_table_have_the_emojis_of_their_pieces() {
    let stage = Stage::new().await;
    all_are_uploaded(&stage).await;
    let anna = stage.person("anna").await;
    slash(&anna, "focus new", &[("mode", "1")]).await;
    let shown = table(&anna).await;
    let allowed = pick(&anna, &shown, "f1:placein", &["colors"]).await;
    let button = allowed.component("f1:color:").expect("a button");
    assert_eq!(button["emoji"]["name"], "Orange");
    let chosen = press(&anna, &allowed, "Blue").await;
    says(&chosen, "<:Blue:");
    let question = press(&anna, &chosen, "Add computer").await;
    pick(&anna, &question, "f1:pc:", &["novice"]).await;
    let filled = reads(&anna, &chosen, "2 of 3").await;
    assert_eq!(emojis_of(&filled, "f1:placein")[0]["name"], "Orange");
}

#[tokio::test]
async fn deleted_emojis_are_left_out_of_buttons_and_uploaded_again() {
    let stage = Stage::new().await;
    all_are_uploaded(&stage).await;
    let anna = stage.person("anna").await;
    slash(&anna, "focus new", &[("mode", "1")]).await;
    let shown = table(&anna).await;
    let deleted = anna.control("delete_emojis", json!({})).await;
    deleted.expect("no emojis");
    let allowed = pick(&anna, &shown, "f1:placein", &["colors"]).await;
    let button = allowed.component("f1:color:").expect("a button");
    assert!(button["emoji"].is_null(), "{button}");
    are_uploaded(&stage, 2 * ALL).await;
    let chosen = press(&anna, &allowed, "Blue").await;
    let button = chosen.component("f1:color:").expect("a button");
    assert_eq!(button["emoji"]["name"], "Orange");
}

#[tokio::test]
async fn deleted_emojis_are_left_out_of_a_table_that_is_posted_with_its_picture() {
    let stage = Stage::new().await;
    all_are_uploaded(&stage).await;
    let [anna, juergen] = stage.people(["anna", "juergen"]).await;
    slash(&anna, "focus new", &[("mode", "1")]).await;
    let shown = table(&anna).await;
    let allowed = pick(&anna, &shown, "f1:placein", &["colors"]).await;
    let button = allowed.component("f1:color:").expect("a button");
    assert_eq!(button["emoji"]["name"], "Orange");
    let deleted = anna.control("delete_emojis", json!({})).await;
    deleted.expect("no emojis");
    let message = json!({"message": shown.id()});
    let deleted = anna.control("delete_message", message).await;
    deleted.expect("no table");
    slash(&juergen, "focus join", &[]).await;
    let posted = after(&anna, &shown, "f1:join").await;
    assert!(!posted.pictures().is_empty());
    let button = posted.component("f1:color:").expect("a button");
    assert!(button["emoji"].is_null(), "{button}");
}

#[tokio::test]
async fn players_have_the_emojis_of_their_pieces_on_boards_and_in_the_lines_left_of_them() {
    let stage = Stage::new().await;
    all_are_uploaded(&stage).await;
    let people = duel(&stage).await;
    let color = stage.game(1).game.position().side();
    let first = board(&people[0], 1, 0).await;
    says(&first, &format!("**<:{color}:"));
    play_on(&stage, &people).await;
    let second = board(&people[0], 1, 1).await;
    play_on(&stage, &people).await;
    let left = reads(&people[0], &second, "[#1](https://").await;
    let text = left.content();
    assert!(text.starts_with(&format!("<:{color}:")), "{text}");
}

#[tokio::test]
async fn menus_of_expected_moves_and_of_the_practice_game_show_stacks() {
    let stage = Stage::new().await;
    all_are_uploaded(&stage).await;
    let people = duel(&stage).await;
    let second = stage.waiting(1, &people);
    let shown = board(second, 1, 0).await;
    let none = press_more(second, &shown, "f1:plans:").await;
    let expected = press(second, &none, "f1:plan:").await;
    let help = slash(second, "focus-info help", &[]).await;
    let task = press(second, &help, "f1:lesson:0:0:1").await;
    for (message, menu) in [(expected, "f1:planfrom:"), (task, "f1:try:")] {
        let emojis = emojis_of(&message, menu);
        assert!(!emojis.iter().any(Value::is_null), "{menu} {emojis:?}");
    }
}

/// Player that rates every position as won for the player to move, by the last of the legal moves.
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
async fn a_review_shows_the_piece_of_the_player_with_each_mistake() {
    let mut stage = Stage::without_bot(LIMITS).await;
    stage.pool.players = Arc::new(|_| -> Box<dyn Player> { Box::new(Optimist) });
    stage.start_bot().await;
    all_are_uploaded(&stage).await;
    let people = duel(&stage).await;
    play_plies(&stage, &people, 4).await;
    let mover = stage.to_move(1, &people);
    resign(mover).await;
    let told = slash(mover, "focus-info eval", &[("game", "1")]).await;
    let text = reviewed(mover, &told).await.all_text();
    // All moves lose equally much, so the first three are named.
    for (number, ply) in (1..=3).zip(stage.game(1).game.plies()) {
        let named = format!("**{number}.**");
        let line = text.lines().find(|line| line.contains(&named));
        let line = line.unwrap_or_else(|| panic!("no {named} in: {text}"));
        assert!(line.contains(&format!("<:{}:", ply.color)), "{line}");
    }
}
