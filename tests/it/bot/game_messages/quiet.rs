//! Few messages: no private response stays where the channel shows what it says, and computers add
//! none of their own.

use discord_sandbox::{Message, Person};
use serde_json::json;

use crate::bot::play::computers::own_turn;
use crate::bot::stage::says::says;
use crate::bot::stage::{
    HERE, Stage, board, hinder, is_board, messages_in, next_board, play_on, play_plies, press,
    press_more, resign, slash, slash_in, table,
};

/// Returns whether a message is private and not the offer of the practice game, which is news.
fn is_response(message: &Message) -> bool {
    message.is_ephemeral() && message.component("f1:lesson:").is_none()
}

/// Returns the private messages of a person in a channel.
fn private(person: &Person, channel: &str) -> Vec<Message> {
    let messages = messages_in(person, channel).into_iter();
    messages.filter(Message::is_ephemeral).collect()
}

/// Waits until a person sees no private response in the channel.
async fn is_quiet(person: &Person, what: &str) {
    let none = person.wait_until(what, |view| {
        let messages = view.messages(&view.channel(HERE)?);
        (!messages.iter().any(is_response)).then_some(())
    });
    none.await.expect("no private message");
}

#[tokio::test]
async fn no_private_response_stays_where_the_board_shows_the_result() {
    let (stage, people) = Stage::with_duel().await;
    let [anna, _] = &people;
    is_quiet(anna, "after the table").await;
    play_plies(&stage, &people, 2).await;
    let mover = stage.to_move(1, &people);
    slash(mover, "focus takeback", &[]).await;
    for person in &people {
        is_quiet(person, "after moves").await;
    }
    let shown = people[0].wait_until("a board", |view| {
        let messages = view.messages(&view.channel(HERE)?);
        messages.into_iter().rev().find(is_board)
    });
    let shown = shown.await.expect("a board");
    press_more(anna, &shown, "f1:draw:").await;
    is_quiet(anna, "after an offer").await;
    resign(anna).await;
    is_quiet(anna, "after the end").await;
}

#[tokio::test]
async fn a_typed_move_is_answered_by_the_board_alone() {
    let (stage, people) = Stage::with_duel().await;
    let mover = stage.to_move(1, &people);
    let mv = stage.a_move(1).to_string();
    let answer = slash(mover, "focus move", &[("move", &mv)]).await;
    assert!(answer.is_loading(), "{}", answer.all_text());
    board(mover, 1, 1).await;
    is_quiet(mover, "after the move").await;
}

#[tokio::test]
async fn a_move_from_another_channel_is_confirmed_there() {
    let (stage, people) = Stage::with_duel().await;
    let mover = stage.to_move(1, &people);
    let mv = stage.a_move(1).to_string();
    let options = [("move", &*mv), ("game", "1")];
    let done = slash_in(mover, "games", "focus move", &options).await;
    board(mover, 1, 1).await;
    play_on(&stage, &people).await;
    let stays = private(mover, "games");
    assert_eq!(stays.len(), 1);
    assert_eq!(stays[0].id(), done.id());
}

#[tokio::test]
async fn a_board_that_cannot_be_shown_leaves_the_response() {
    let (stage, people) = Stage::with_duel().await;
    let mover = stage.to_move(1, &people);
    is_quiet(mover, "before the move").await;
    hinder(mover, "POST /messages", 1, json!({"status": 403})).await;
    let mv = stage.a_move(1).to_string();
    let done = slash(mover, "focus move", &[("move", &mv)]).await;
    let why = mover.wait_for_message("the reason", |message| {
        message.is_ephemeral() && message.id() != done.id()
    });
    why.await.expect("the reason");
    let stays = private(mover, HERE);
    assert!(stays.iter().any(|message| message.id() == done.id()));
}

#[tokio::test]
async fn the_practice_game_is_offered_in_place_of_the_panel() {
    let (_stage, [anna, juergen]) = Stage::with_people(["anna", "juergen"]).await;
    let panel = slash(&anna, "focus play", &[]).await;
    press(&anna, &panel, "Start").await;
    next_board(&anna).await;
    let offer = anna.wait_for_message("the offer", |message| message.labels() == ["Practice"]);
    let offer = offer.await.expect("the offer");
    assert_eq!(offer.id(), panel.id());
    assert_eq!(private(&anna, HERE).len(), 1);
    // For a person who joins, the offer is the only private message as well.
    slash(&anna, "focus new", &[]).await;
    table(&juergen).await;
    let joined = slash(&juergen, "focus join", &[]).await;
    says(&joined, "#2");
    let offer = juergen.wait_for_message("the offer", |message| {
        message.is_ephemeral() && !message.labels().is_empty()
    });
    offer.await.expect("the offer");
    assert_eq!(private(&juergen, HERE).len(), 1);
}

#[tokio::test]
async fn a_game_with_three_computers_takes_a_message_for_each_turn_of_the_person_and_one_picture() {
    let (stage, [anna]) = Stage::with_people(["anna"]).await;
    slash(&anna, "focus new", &[("mode", "2"), ("computer", "0")]).await;
    let mut steps = Vec::new();
    for _ in 0..5 {
        let (_, step) = own_turn(&anna, 1, steps.last().copied()).await;
        steps.push(step);
        let mv = stage.a_move(1).to_string();
        slash(&anna, "focus move", &[("move", &mv)]).await;
    }
    own_turn(&anna, 1, steps.last().copied()).await;
    assert!(stage.game(1).plies() >= 20, "moves of four players");
    let shown = anna.wait_until("one picture", |view| {
        let mut messages = view.messages(&view.channel(HERE)?);
        messages.retain(|message| !message.is_ephemeral());
        let pictures = messages
            .iter()
            .filter(|message| !message.attachments().is_empty());
        (pictures.count() == 1).then_some(messages)
    });
    let shown = shown.await.expect("one picture");
    // Where a computer begins, the first board calls nobody.
    let is_begun_by_computer = steps[0] > 0;
    assert_eq!(shown.len(), 6 + usize::from(is_begun_by_computer));
    if is_begun_by_computer {
        // The line left of that board has text before the link to the game.
        let line = shown[0].content();
        assert!(
            line.find("[#1](https://").is_some_and(|at| at > 0),
            "{line}"
        );
    }
}
