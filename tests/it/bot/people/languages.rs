//! Private answers in the person's language, public ones in the server's.

use discord_sandbox::{Message, Person};
use focusbot::service::GameId;
use serde_json::json;

use crate::bot::stage::says::says;
use crate::bot::stage::{HERE, HOUR, LIMITS, Stage, board, messages_in, press, slash, table};

#[tokio::test]
async fn people_are_answered_in_their_own_language() {
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
        says(&list, words);
    }
}

/// Labels of the languages below a welcome.
const LANGUAGES: [&str; 5] = ["English", "Deutsch", "Nederlands", "Polski", "Français"];

/// Returns the welcome to a person who writes to the bot alone.
async fn welcomed(person: &Person) -> Message {
    let direct = person.open_dm().await.expect("a conversation");
    let said = person.say(&direct, "hello").await.expect("a message");
    let welcome = person.wait_until("a welcome", |view| {
        let messages = view.messages(&direct).into_iter();
        let mut later = messages
            .skip_while(|message| message.id() != said.id())
            .skip(1);
        later.find(|message| message.component("f1:lesson:").is_some())
    });
    welcome.await.expect("a welcome")
}

#[tokio::test]
async fn a_welcome_is_in_the_language_last_seen_or_offers_all() {
    let (mut stage, [juergen, lukasz]) = Stage::with_people(["juergen", "lukasz"]).await;
    slash(&juergen, "focus-info games", &[]).await;
    slash(&lukasz, "focus new", &[]).await;
    let welcome = welcomed(&juergen).await;
    says(&welcome, "Mit mir spielst du");
    assert_eq!(welcome.labels().len(), 4);
    stage.restart_bot().await;
    // A table is kept, with the language of the person who sat down.
    let welcome = welcomed(&lukasz).await;
    says(&welcome, "Ze mną zagrasz");
    assert_eq!(welcome.labels().len(), 4);

    let welcome = welcomed(&juergen).await;
    says(&welcome, "You can play FOCUS with me here");
    says(&welcome, "Choose your language · Wähle deine Sprache");
    assert_eq!(welcome.labels()[4..], LANGUAGES);
    stage.restart_bot().await;
    let chosen = press(&juergen, &welcome, "Deutsch").await;
    assert_eq!(chosen.id(), welcome.id());
    says(&chosen, "Mit mir spielst du");
    assert_eq!(chosen.labels().len(), 4);
    stage.restart_bot().await;
    says(&welcomed(&juergen).await, "Mit mir spielst du");

    // The choice is erased with the person's data.
    let asked = slash(&juergen, "focus-me privacy", &[]).await;
    let asked = press(&juergen, &asked, "s1:erase").await;
    press(&juergen, &asked, "s1:erase!").await;
    assert_eq!(welcomed(&juergen).await.labels()[4..], LANGUAGES);
}

#[tokio::test]
async fn tables_and_boards_are_in_the_language_of_the_server() {
    let (_stage, people) = Stage::with_people(["lukasz", "juergen"]).await;
    slash(&people[0], "focus new", &[]).await;
    let shown = table(&people[1]).await;
    says(&shown, "would like to play");
    people[1].press(&shown, "Join").await.expect("a button");
    let shown = board(&people[0], 1, 0).await;
    says(&shown, "to move");
    let look = press(&people[0], &shown, "f1:board:").await;
    says(&look, "ruch");
}

#[tokio::test]
async fn public_messages_wait_for_the_language_of_the_server() {
    let (mut stage, [anna]) = Stage::with_people(["anna"]).await;
    slash(&anna, "focus new", &[]).await;
    let shown = table(&anna).await;
    // A table stays open longer by an hour without the bot, but not by a shorter time.
    stage.pass(LIMITS.table_open_for.saturating_sub(HOUR / 3));
    stage.stop_bot().await.expect("a good end");
    let direct = anna.open_dm().await.expect("a conversation");
    let late = |on: bool| anna.control("gateway", json!({"action": "late_guilds", "on": on}));
    late(true).await.expect("a control");
    stage.pass(HOUR / 2);
    stage.start_bot().await;
    // The bot closes the expired table as soon as it is connected.
    let is_over = || stage.service().view(GameId(1)).expect("a table").is_over();
    stage.until("the end of the table", is_over).await;
    // Its direct message takes the same path, and longer.
    anna.say(&direct, "Hello").await.expect("a message");
    let welcome = anna.wait_for_message("a welcome", |message| {
        message.channel() == direct && message.content().contains("/focus")
    });
    welcome.await.expect("a welcome");
    let is_closed = |content: &str| content.contains("The table is closed");
    let mut messages = messages_in(&anna, HERE).into_iter();
    assert!(messages.all(|message| !is_closed(&message.all_text())));

    late(false).await.expect("a control");
    let closed = anna.wait_for_message("a closed table", |message| is_closed(&message.all_text()));
    assert_eq!(closed.await.expect("a closed table").id(), shown.id());
}
