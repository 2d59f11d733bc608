//! Discord in trouble, and ours.

use focusbot::sandbox::Message;
use focusbot::store::StoreError;
use serde_json::{Value, json};

use crate::bot::stage::{HERE, Stage, board, call_off, duel, play_on, slash};

/// The public messages with a picture.
fn boards(person: &focusbot::sandbox::Person) -> Vec<Message> {
    person.view(|view| {
        let channel = view.channel(HERE).expect("the channel");
        let mut messages = view.messages(&channel);
        messages.retain(|message| !message.attachments().is_empty() && !message.is_ephemeral());
        messages
    })
}

/// Plays a move while requests meet a fault; it is answered and shown exactly once.
async fn move_through(fault: Value) {
    let stage = Stage::new().await;
    let people = duel(&stage).await;
    let mover = stage.to_move(1, &people);
    mover.control("fault", fault).await.expect("a fault");
    let mv = stage.a_move(1).to_string();
    let done = slash(mover, "focus move", &[("move", &mv)]).await;
    assert!(done.content().contains(&mv), "{}", done.content());
    play_on(&stage, &people).await;
    assert_eq!(boards(&people[0]).len(), 3, "one for each position");
}

#[tokio::test]
async fn a_callback_refused_for_a_moment_is_sent_again() {
    let fault = json!({"status": 429, "retry_after": 0.2});
    move_through(json!({"fault": fault, "count": 1, "path": "/callback"})).await;
}

#[tokio::test]
async fn a_callback_is_sent_again_when_discord_fails() {
    move_through(json!({"fault": {"status": 502}, "count": 2, "path": "/callback"})).await;
}

#[tokio::test]
async fn a_callback_whose_answer_is_lost_counts() {
    move_through(json!({"fault": {"lost": true}, "count": 1, "path": "/callback"})).await;
}

#[tokio::test]
async fn a_board_is_posted_again_when_discord_fails() {
    let posts =
        json!({"fault": {"status": 500}, "count": 3, "method": "POST", "path": "/messages"});
    move_through(posts).await;
}

#[tokio::test]
async fn a_board_whose_answer_is_lost_is_posted_once() {
    let lost = json!({"fault": {"lost": true}, "count": 1, "method": "POST", "path": "/messages"});
    move_through(lost).await;
}

#[tokio::test]
async fn a_board_waits_for_a_limit_of_all_requests() {
    let fault = json!({"status": 429, "retry_after": 0.3, "global": true});
    let fault = json!({"fault": fault, "count": 1, "method": "POST", "path": "/messages"});
    move_through(fault).await;
}

#[tokio::test]
async fn a_broken_disk_is_apologized_for_and_nothing_changes() {
    let stage = Stage::new().await;
    let people = duel(&stage).await;
    let mover = stage.to_move(1, &people);
    let mv = stage.a_move(1).to_string();
    stage
        .store()
        .fail_commits(Some(StoreError::Database("no space left".to_owned())));
    let apology = slash(mover, "focus move", &[("move", &mv)]).await;
    assert!(apology.is_ephemeral());
    let text = apology.content();
    assert!(
        text.contains("went wrong") || text.contains("schiefgegangen"),
        "{text}"
    );
    assert!(!text.contains("no space left"), "{text}");
    stage.store().fail_commits(None);
    assert_eq!(stage.game(1).plies(), 0);
    play_on(&stage, &people).await;
}

#[tokio::test]
async fn a_button_of_somebody_else_is_answered_politely() {
    let stage = Stage::new().await;
    let [anna, _juergen] = duel(&stage).await;
    let shown = board(&anna, 1, 0).await;
    call_off(&anna, &shown).await;
    let late = slash(&anna, "focus board", &[("game", "77")]).await;
    assert!(
        late.is_ephemeral() && late.content().contains("#77"),
        "{}",
        late.content()
    );
    let wrong = slash(&anna, "focus board", &[("game", "the last one")]).await;
    assert!(
        wrong.is_ephemeral() && wrong.content().contains("the last one"),
        "{}",
        wrong.content()
    );
}
