//! Games in servers of which the bot is not a member.

use std::time::Duration;

use discord_sandbox::Person;
use focusbot::service::{GameId, View};
use serde_json::json;

use crate::bot::stage::says::says_privately;
use crate::bot::stage::{
    Stage, board, control, guild_count, id_of, is_board, press, private_with, resign_in,
    resign_to_computer, slash, slash_in, told, told_privately,
};
use crate::bot::user_install::{
    MoveInput, assert_only_answered, last_board, only_the_last_has_buttons, pick_move, play_one,
    press_beside, restart_after_the_board, set_up, sit_down,
};
use crate::support::players::Dice;

/// Channel of a server without the bot.
const ABROAD: &str = "abroad";

async fn abroad(stage: &Stage) -> [Person; 3] {
    let people = stage.people(["anna", "juergen", "lukasz"]).await;
    people[0].install().await.expect("an installation");
    let made = people[0].create_server("Abroad", &[ABROAD]).await;
    made.expect("a server");
    for person in &people {
        person.wait_for_channel(ABROAD).await.expect("a channel");
    }
    people
}

/// Denies a person what is needed for everybody to see what the bot answers there.
async fn hush(owner: &Person, person: &str) {
    let channel = owner.channel(ABROAD).expect("a channel");
    let change = json!({"channel": channel, "who": person, "allow": [],
        "deny": ["USE_EXTERNAL_APPS"]});
    control(owner, "permissions", change).await;
}

#[tokio::test]
async fn three_people_play_to_the_end() {
    let mut stage = Stage::new().await;
    let people = abroad(&stage).await;
    let options = [("mode", "1"), ("goal", "1")];
    let table = set_up(&people[0], ABROAD, &options).await;
    assert!(!table.is_ephemeral(), "everybody sees the table");
    for person in &people[1..] {
        let seen = person.wait_until("the table", |view| view.message(table.id()));
        let seen = seen.await.expect("the table");
        person.press(&seen, "f1:join").await.expect("a button");
        let id = id_of(person);
        let has_seat = || match stage.service().view(GameId(1)).expect("a table") {
            View::Table(table) => table.people.iter().any(|seat| seat.id == id),
            View::Game(game) => game.color_of(id).is_some(),
        };
        stage.until("a seat", has_seat).await;
    }
    let mut dice = Dice(6);
    for moves in 0..9 {
        play_one(&stage, &people, &mut dice, MoveInput::Buttons).await;
        if moves == 4 {
            restart_after_the_board(&mut stage, &people[0], ABROAD).await;
        }
    }
    // Players who resign are out, and the last one has won.
    for person in &people[..2] {
        let view = stage.game(1);
        let shown = board(person, 1, view.steps).await;
        press_beside(person, &shown, "f1:more:").await;
        let menu = private_with(person, "f1:resign:").await;
        let question = press(person, &menu, "f1:resign:").await;
        let asked = person.press(&question, "f1:resign!").await;
        person
            .answer(&asked.expect("a button"))
            .await
            .expect("an answer");
        let has_resigned = || stage.game(1).actions > view.actions;
        stage.until("a resignation", has_resigned).await;
    }
    last_board(&people[1], ABROAD).await;
    only_the_last_has_buttons(&people[0], ABROAD).await;
    assert_only_answered(&stage, &people[0], ABROAD);
}

#[tokio::test]
async fn tables_are_refused_where_all_answers_are_private() {
    let stage = Stage::new().await;
    let people = abroad(&stage).await;
    people[1].install().await.expect("an installation");
    hush(&people[0], "juergen").await;
    let refusal = slash_in(&people[1], ABROAD, "focus new", &[]).await;
    assert!(refusal.is_ephemeral());
    assert!(stage.service().view(GameId(1)).is_err());
}

#[tokio::test]
async fn a_server_without_the_bot_says_what_works() {
    let stage = Stage::new().await;
    let [anna, juergen, _] = &abroad(&stage).await;
    juergen.install().await.expect("an installation");
    hush(anna, "juergen").await;
    for (person, expected) in [
        (anna, "I am not a member here"),
        (juergen, "Server zeigt nur dir"),
    ] {
        let said = slash_in(person, ABROAD, "focus-info diagnose", &[]).await;
        says_privately(&said, expected);
    }
}

#[tokio::test]
async fn a_rematch_that_nobody_else_would_see_is_refused() {
    let stage = Stage::new().await;
    let [anna, juergen, _] = &abroad(&stage).await;
    let table = set_up(anna, ABROAD, &[]).await;
    sit_down(juergen, &table).await;
    let is_game = |game| matches!(stage.service().view(GameId(game)), Ok(View::Game(_)));
    stage.until("a game", || is_game(1)).await;
    resign_in(anna, ABROAD).await;
    let over = last_board(juergen, ABROAD).await;
    hush(anna, "juergen").await;
    press_beside(juergen, &over, "f1:rematch").await;
    told_privately(juergen, "zeigt nur dir").await;
    assert!(stage.service().view(GameId(2)).is_err());

    // A rematch that exists can be joined.
    press_beside(anna, &over, "f1:rematch").await;
    let is_table = || matches!(stage.service().view(GameId(2)), Ok(View::Table(_)));
    stage.until("a table", is_table).await;
    press_beside(juergen, &over, "f1:rematch").await;
    stage.until("a game", || is_game(2)).await;
}

#[tokio::test]
async fn person_is_told_if_nobody_sees_the_shared_message() {
    let stage = Stage::new().await;
    let [anna, juergen, _] = &abroad(&stage).await;
    juergen.install().await.expect("an installation");
    let direct = juergen.open_dm().await.expect("a conversation");
    let bot = juergen.view(|view| view.bot().to_owned());
    slash_in(
        juergen,
        &direct,
        "focus challenge",
        &[("opponent1", bot.as_str())],
    )
    .await;
    resign_to_computer(&stage, juergen, &direct).await;
    hush(anna, "juergen").await;
    let profile = slash_in(juergen, ABROAD, "focus-me profile", &[]).await;
    juergen.press(&profile, "Teilen").await.expect("a button");
    told_privately(juergen, "siehst nur du").await;
}

#[tokio::test]
async fn host_is_told_if_nobody_sees_the_invitation() {
    let stage = Stage::new().await;
    let [anna, juergen, _] = &abroad(&stage).await;
    juergen.install().await.expect("an installation");
    let table = set_up(juergen, ABROAD, &[]).await;
    hush(anna, "juergen").await;
    press_beside(juergen, &table, "f1:invite").await;
    let question = private_with(juergen, "f1:guests:").await;
    let asked = juergen.select(&question, "f1:guests:", &["lukasz"]).await;
    asked.expect("a menu");
    told_privately(juergen, "siehst nur du").await;
}

#[tokio::test]
async fn a_board_is_seen_by_all_though_its_player_may_only_be_answered_in_private() {
    let stage = Stage::new().await;
    let people = abroad(&stage).await;
    let table = set_up(&people[0], ABROAD, &[]).await;
    hush(&people[0], "juergen").await;
    sit_down(&people[1], &table).await;
    let channel = people[0].channel(ABROAD).expect("a channel");
    // It may be the message of the table, which is made of components.
    let shown = people[2].wait_until("the board", |view| {
        let messages = view.messages(&channel).into_iter();
        let mut boards = messages.filter(|message| message.component("f1:move:").is_some());
        boards.find(|board| {
            let pictures = board.pictures();
            let mut shown = pictures.iter();
            !board.is_ephemeral() && shown.any(|url| url.contains("/focus-1-0.png"))
        })
    });
    shown.await.expect("the board");
}

#[tokio::test]
async fn a_game_has_its_pictures_where_nobody_may_attach_files() {
    let stage = Stage::new().await;
    let people = abroad(&stage).await;
    let ([anna, juergen, _], players) = (&people, &people[..2]);
    juergen.install().await.expect("an installation");
    let channel = anna.channel(ABROAD).expect("a channel");
    let change = json!({"channel": channel, "who": "everyone", "allow": [],
        "deny": ["ATTACH_FILES"]});
    control(anna, "permissions", change).await;
    let diagnosis = slash_in(anna, ABROAD, "focus-info diagnose", &[]).await;
    says_privately(&diagnosis, "I am not a member here");
    let table = set_up(anna, ABROAD, &[]).await;
    sit_down(juergen, &table).await;
    let is_game = || matches!(stage.service().view(GameId(1)), Ok(View::Game(_)));
    stage.until("a game", is_game).await;
    let mut dice = Dice(8);
    for input in [MoveInput::Buttons, MoveInput::CommandIn(ABROAD)] {
        play_one(&stage, players, &mut dice, input).await;
    }
    // Only a board with its picture is found.
    board(anna, 1, 2).await;
}

#[tokio::test]
async fn a_game_goes_on_by_the_channel_once_the_bot_is_a_member() {
    let mut stage = Stage::new().await;
    let people = abroad(&stage).await;
    let ([anna, juergen, lukasz], players) = (&people, &people[..2]);
    let table = set_up(anna, ABROAD, &[("clock", "1h")]).await;
    sit_down(juergen, &table).await;
    let mut dice = Dice(8);
    for _ in 0..2 {
        play_one(&stage, players, &mut dice, MoveInput::Buttons).await;
    }
    board(anna, 1, 2).await;
    assert_only_answered(&stage, anna, ABROAD);

    let channel = anna.channel(ABROAD).expect("a channel");
    let server = anna.view(|view| view.server_of(&channel));
    control(anna, "add_bot", json!({"guild": server})).await;
    let is_there = || guild_count(&stage.metrics) >= stage.sandbox.served_guilds();
    stage.until("the bot in the server", is_there).await;
    // The current board is a response; the next one is a message of the bot's own.
    let mover = stage.to_move(1, &people);
    let shown = board(mover, 1, 2).await;
    let step = press(mover, &shown, "f1:move:").await;
    pick_move(mover, step, &stage.a_move(1).to_string()).await;
    let mover = stage.to_move(1, &people);
    let shown = board(mover, 1, 3).await;
    assert!(shown.0["interaction_metadata"].is_null(), "{shown:?}");
    assert!(!stage.game(1).place.is_visited());
    // So people can reply to it, and those who have not installed the bot have its commands.
    let mv = stage.a_move(1).to_string();
    mover.reply(&shown, &mv).await.expect("a reply");
    board(lukasz, 1, 4).await;
    slash_in(lukasz, ABROAD, "focus board", &[]).await;
    // Nothing depends on tokens any more.
    stage.restart_bot().await;
    play_one(&stage, players, &mut dice, MoveInput::CommandIn(ABROAD)).await;
    let mover = stage.to_move(1, &people);
    board(mover, 1, 5).await;
    stage.pass(Duration::from_secs(50 * 60));
    let reminder = mover.wait_for_message("a reminder", |message| {
        message.channel() == channel && message.content().contains("it is your turn in game #1")
    });
    let reminder = reminder.await.expect("a reminder");
    assert_eq!(reminder.pings(), [mover.id()]);
    stage.pass(Duration::from_secs(15 * 60));
    let last = last_board(lukasz, ABROAD).await;
    assert!(last.0["interaction_metadata"].is_null(), "{last:?}");
    only_the_last_has_buttons(lukasz, ABROAD).await;
}

#[tokio::test]
async fn a_move_is_answered_with_the_board_once_the_bot_is_no_longer_a_member() {
    let (stage, people) = Stage::with_duel().await;
    let mover = stage.to_move(1, &people);
    mover.install().await.expect("an installation");
    control(mover, "remove_bot", json!({})).await;
    told(mover, "#1").await;
    let mv = stage.a_move(1).to_string();
    let shown = slash(mover, "focus move", &[("move", &mv)]).await;
    assert!(is_board(&shown), "{}", shown.all_text());
    assert!(stage.game(1).place.is_visited());
}
