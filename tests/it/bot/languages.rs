//! Private answers in the person's language, public ones in the server's.

use focusbot::service::GameId;
use serde_json::json;

use crate::bot::says::says;
use crate::bot::stage::{HERE, LIMITS, Stage, board, press, slash, table};

#[tokio::test]
async fn everybody_is_answered_in_his_own_language() {
    let stage = Stage::new().await;
    for (name, words) in [
        ("anna", "You have no games."),
        ("juergen", "Du hast keine"),
        ("sjoerd", "Je hebt geen"),
        ("lukasz", "Nie masz żadnych partii"),
        ("eleonora", "Tu n’as aucune partie"),
    ] {
        let person = stage.person(name).await;
        let list = slash(&person, "focus-info games", &[]).await;
        assert!(list.content().contains(words), "{name}: {}", list.content());
    }
}

#[tokio::test]
async fn tables_and_boards_are_in_the_language_of_the_server() {
    let stage = Stage::new().await;
    let people = stage.people(["lukasz", "juergen"]).await;
    slash(&people[0], "focus new", &[]).await;
    let shown = table(&people[1]).await;
    says(&shown, "Anyone may join.");
    people[1].press(&shown, "Join").await.expect("a button");
    let shown = board(&people[0], 1, 0).await;
    says(&shown, "to move");
    let look = press(&people[0], &shown, "f1:board:").await;
    says(&look, "ruch");
}

#[tokio::test]
async fn what_everybody_sees_waits_for_the_language_of_the_server() {
    let mut stage = Stage::new().await;
    let anna = stage.person("anna").await;
    slash(&anna, "focus new", &[]).await;
    let shown = table(&anna).await;
    stage.stop_bot().await.expect("a good end");
    let direct = anna.open_dm().await.expect("a conversation");
    let late = |on: bool| anna.control("gateway", json!({"action": "late_guilds", "on": on}));
    late(true).await.expect("a control");
    stage.sandbox.clock().advance(LIMITS.table_open_for * 2);
    stage.start_bot().await;
    // Nobody has come to the table in time, which the bot notices as soon as it is connected.
    let is_over = || stage.service().view(GameId(1)).expect("a table").is_over();
    stage.until("the end of the table", is_over).await;
    // Its direct message takes the same path, and longer.
    anna.say(&direct, "Hello").await.expect("a message");
    let welcome = anna.wait_for_message("a welcome", |message| {
        message.channel() == direct && message.content().contains("/focus")
    });
    welcome.await.expect("a welcome");
    let is_closed = |content: &str| content.contains("The table is closed");
    let here = anna.channel(HERE).expect("a channel");
    let messages = anna.view(|view| view.messages(&here));
    let mut messages = messages.iter();
    assert!(messages.all(|message| !is_closed(message.content())));

    late(false).await.expect("a control");
    let closed = anna.wait_for_message("a closed table", |message| is_closed(message.content()));
    assert_eq!(closed.await.expect("a closed table").id(), shown.id());
}
