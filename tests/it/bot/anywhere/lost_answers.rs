//! Followups that Discord posts while its answer is lost, so that nothing is recorded of them.

use std::time::Duration;

use discord_sandbox::{Message, Person, View};
use serde_json::json;

use crate::bot::anywhere::{
    GROUP, assert_only_answered, begun_with, is_waiting, press_beside, private_with,
};
use crate::bot::stage::says::says;
use crate::bot::stage::{HERE, Stage, board, choose_move, is_board, reads, slash_in};

/// Private message in the languages of both people, of whom either may begin.
const LATER: [&str; 2] = ["I cannot show it right now", "nie mogę tego teraz pokazać"];

/// Returns a game of two people in a group.
async fn begun(stage: &Stage) -> [Person; 2] {
    begun_with(stage, ["anna", "lukasz"], &[]).await
}

/// Plays the first move, whose board is posted while Discord's answer is lost. Returns that board
/// once the player has been told that it comes later.
async fn play_without_answer(stage: &Stage, people: &[Person]) -> Message {
    let (mover, next) = (stage.to_move(1, people), stage.waiting(1, people));
    let old = board(mover, 1, 0).await;
    press_beside(mover, &old, "f1:move:").await;
    let first = private_with(mover, "f1:type:").await;
    let mv = stage.a_move(1).to_string();
    let (question, _) = choose_move(mover, first, &mv).await;
    let lost = json!({"fault": {"lost": true}, "count": 1, "method": "POST",
        "path": "/webhooks/"});
    mover.control("fault", lost).await.expect("a fault");
    mover.press(&question, "f1:play:").await.expect("a button");
    let told = mover.wait_until("the private message", |view| {
        let messages = view.messages(&view.channel(GROUP)?).into_iter();
        let mut messages = messages.map(|message| message.all_text());
        messages.find(|text| LATER.iter().any(|later| text.contains(later)))
    });
    told.await.expect("a private message");
    board(next, 1, 1).await
}

/// Returns the number of boards in the group that show the first move.
fn copies(view: &View) -> usize {
    let channel = view.channel(GROUP).expect("the group");
    let messages = view.messages(&channel);
    let boards = messages.iter().filter(|message| is_board(message));
    let shows = |message: &&Message| message.attachments()[0]["filename"] == "focus-1-1.png";
    boards.filter(shows).count()
}

/// Waits until a message has become a line that leads to another message.
async fn leads_to(person: &Person, message: &Message, newer: &Message) {
    let line = person.wait_until("a line", |view| {
        view.message(message.id())
            .filter(|message| message.labels().is_empty())
    });
    says(&line.await.expect("a line"), newer.id());
}

#[tokio::test]
async fn interaction_that_has_lost_an_answer_does_not_post_the_board_again() {
    let mut stage = Stage::new().await;
    let people = begun(&stage).await;
    play_without_answer(&stage, &people).await;
    // The bot finishes before it ends.
    stage.stop_bot().await.expect("a good end");
    let last = people[0].say(HERE, "That is all.").await;
    reads(&people[0], &last.expect("a message"), "That is all.").await;
    assert_eq!(people[0].view(copies), 1);
    assert!(is_waiting(&stage, 1), "nobody knows that it is there");
}

#[tokio::test]
async fn board_whose_answer_was_lost_is_found_when_it_is_pressed() {
    let stage = Stage::new().await;
    let people = begun(&stage).await;
    let old = board(&people[0], 1, 0).await;
    let shown = play_without_answer(&stage, &people).await;
    let next = stage.to_move(1, &people);
    press_beside(next, &shown, "f1:more:").await;
    stage.noted(1, &shown).await;
    leads_to(next, &old, &shown).await;
    assert_eq!(next.view(copies), 1);
    assert_only_answered(&stage, next, GROUP);
}

#[tokio::test]
async fn older_board_that_is_pressed_shows_again_what_has_lost_its_answer() {
    let stage = Stage::new().await;
    let people = begun(&stage).await;
    let old = board(&people[0], 1, 0).await;
    play_without_answer(&stage, &people).await;
    let next = stage.to_move(1, &people);
    press_beside(next, &old, "f1:board:").await;
    stage.until("the board", || !is_waiting(&stage, 1)).await;
    let again = next.wait_until("the board again", |view| (copies(view) == 2).then_some(()));
    again.await.expect("the board again");
    assert_only_answered(&stage, next, GROUP);
}

#[tokio::test]
async fn board_of_which_nothing_is_known_loses_its_buttons_when_it_is_pressed_after_a_minute() {
    let stage = Stage::new().await;
    let people = begun(&stage).await;
    let lost = play_without_answer(&stage, &people).await;
    let (next, other) = (stage.to_move(1, &people), stage.waiting(1, &people));
    let mv = stage.a_move(1).to_string();
    slash_in(next, GROUP, "focus move", &[("move", &mv)]).await;
    let newest = board(other, 1, 2).await;
    stage.noted(1, &newest).await;
    let past = other.advance(Duration::from_secs(61)).await;
    past.expect("a clock");
    press_beside(other, &lost, "f1:more:").await;
    leads_to(other, &lost, &newest).await;
    assert_only_answered(&stage, other, GROUP);
}
