//! Requests that fail, are refused, or get lost, and a full disk.

use discord_sandbox::{LoggedRequest, Message, Person, Response};
use focusbot::store::StoreError;
use serde_json::{Value, json};

use crate::bot::faults::{boards, public};
use crate::bot::stage::says::{says, says_privately};
use crate::bot::stage::{
    HERE, HOUR, Stage, board, call_off, control, end_faults, hinder, is_board, play_on, slash,
    table,
};

/// Plays a move while this number of requests meet a fault; it is shown exactly once.
async fn move_through(requests: &str, count: u32, fault: Value) {
    let (stage, people) = Stage::with_duel().await;
    let mover = stage.to_move(1, &people);
    hinder(mover, requests, count, fault).await;
    let mv = stage.a_move(1).to_string();
    slash(mover, "focus move", &[("move", &mv)]).await;
    // A position that is over before its board is posted needs none.
    board(&people[0], 1, 1).await;
    play_on(&stage, &people).await;
    board(&people[0], 1, 2).await;
    assert_eq!(boards(&people[0]).len(), 3, "one for each position");
}

#[tokio::test]
async fn a_callback_refused_for_a_moment_is_sent_again() {
    let limit = json!({"status": 429, "retry_after": 0.2});
    move_through("/callback", 1, limit).await;
}

#[tokio::test]
async fn a_callback_is_sent_again_when_discord_fails() {
    move_through("/callback", 2, json!({"status": 502})).await;
}

#[tokio::test]
async fn a_callback_whose_answer_is_lost_counts() {
    move_through("/callback", 1, json!({"lost": true})).await;
}

#[tokio::test]
async fn a_board_is_posted_again_when_discord_fails() {
    move_through("POST /messages", 3, json!({"status": 500})).await;
}

#[tokio::test]
async fn a_board_whose_answer_is_lost_is_posted_once() {
    move_through("POST /messages", 1, json!({"lost": true})).await;
}

#[tokio::test]
async fn a_board_waits_for_a_limit_of_all_requests() {
    let limit = json!({"status": 429, "retry_after": 0.3, "global": true});
    move_through("POST /messages", 1, limit).await;
}

#[tokio::test]
async fn a_callback_cut_off_before_it_was_carried_out_is_sent_again() {
    move_through("/callback", 2, json!({"cut": true})).await;
}

#[tokio::test]
async fn a_callback_whose_answer_is_slow_counts() {
    // The answer takes longer than the bot waits for it.
    move_through("/callback", 1, json!({"slow_ms": 30_000})).await;
}

#[tokio::test]
async fn a_board_cut_off_before_it_was_posted_is_posted_once() {
    move_through("POST /messages", 2, json!({"cut": true})).await;
}

#[tokio::test]
async fn a_board_whose_answer_is_slow_is_posted_once() {
    move_through("POST /messages", 1, json!({"slow_ms": 300})).await;
}

#[tokio::test]
async fn game_goes_on_if_the_buttons_of_an_old_board_cannot_be_removed() {
    let refused = json!({"status": 403, "code": 50_013});
    move_through("PATCH /channels/", 1, refused).await;
}

/// Plays a move whose response Discord rejects permanently; the move counts nevertheless.
async fn move_without_answer(fault: Value) {
    let (stage, people) = Stage::with_duel().await;
    let mover = stage.to_move(1, &people);
    hinder(mover, "/callback", 1, fault).await;
    let mv = stage.a_move(1).to_string();
    let asked = mover.slash(HERE, "focus move", &[("move", &mv)]).await;
    board(&people[0], 1, 1).await;
    board(&people[1], 1, 1).await;
    // The fault is not meant for the answer to the next move.
    let is_refused =
        |request: &LoggedRequest| request.status >= 400 && request.path.contains("/callback");
    stage.request(0, is_refused).await;
    play_on(&stage, &people).await;
    board(&people[0], 1, 2).await;
    assert_eq!(boards(&people[0]).len(), 3, "one for each position");
    // Discord's own message to the person.
    stage.end_responses();
    let response = mover.response(&asked.expect("a command")).await;
    let response = response.expect("an end");
    assert!(matches!(response, Response::Failed(_)), "{response:?}");
}

#[tokio::test]
async fn a_move_counts_though_its_interaction_has_expired() {
    move_without_answer(json!({"status": 404, "code": 10_062})).await;
}

#[tokio::test]
async fn a_move_counts_though_its_answer_is_limited_for_a_minute() {
    move_without_answer(json!({"status": 429, "retry_after": 60.0})).await;
}

#[tokio::test]
async fn a_move_counts_though_the_token_is_refused_for_its_answer() {
    move_without_answer(json!({"status": 401})).await;
}

/// Plays a move whose board Discord rejects for now; the person is told, and the board is shown
/// once after the next start.
async fn board_for_later(fault: Value) {
    let (mut stage, people) = Stage::with_duel().await;
    let mover = stage.to_move(1, &people);
    hinder(mover, "POST /messages", 1, fault).await;
    let mv = stage.a_move(1).to_string();
    let done = slash(mover, "focus move", &[("move", &mv)]).await;
    says(&done, &mv);
    let told = mover.wait_for_message("a word of comfort", |message| {
        message.is_ephemeral() && !message.content().contains(&mv) && message.id() > done.id()
    });
    told.await.expect("a word of comfort");
    assert_eq!(boards(mover).len(), 1, "the first one");
    stage.restart_bot().await;
    board(mover, 1, 1).await;
    play_on(&stage, &people).await;
    assert_eq!(boards(mover).len(), 3, "one for each position");
}

#[tokio::test]
async fn a_board_limited_for_ten_minutes_is_shown_later() {
    board_for_later(json!({"status": 429, "retry_after": 600.0})).await;
}

#[tokio::test]
async fn a_board_for_which_the_token_is_refused_is_shown_later() {
    board_for_later(json!({"status": 401})).await;
}

#[tokio::test]
async fn a_table_whose_answer_is_lost_is_set_up_once() {
    let (stage, people) = Stage::with_people(["anna", "juergen"]).await;
    for fault in [json!({"lost": true}), json!({"cut": true})] {
        hinder(&people[0], "POST /messages", 1, fault).await;
    }
    slash(&people[0], "focus new", &[]).await;
    table(&people[1]).await;
    slash(&people[1], "focus join", &[]).await;
    board(&people[1], 1, 0).await;
    play_on(&stage, &people).await;
    assert_eq!(
        public(&people[0], |_| true).len(),
        3,
        "the table, and two boards"
    );
}

/// Returns the threads that a person sees.
fn threads(person: &Person) -> Vec<String> {
    person.view(|view| {
        let threads = view.channels().filter(|channel| channel["type"] == 11);
        let ids = threads.filter_map(|thread| thread["id"].as_str());
        ids.map(str::to_owned).collect()
    })
}

/// Waits for the board of a game in a thread.
async fn board_in_thread(person: &Person) -> Message {
    let found = person.wait_until("a board in a thread", |view| {
        let threads = view.channels().filter(|channel| channel["type"] == 11);
        let ids: Vec<_> = threads.filter_map(|thread| thread["id"].as_str()).collect();
        let mut messages = ids.iter().flat_map(|id| view.messages(id));
        messages.find(is_board)
    });
    found.await.expect("a board in a thread")
}

#[tokio::test]
async fn a_thread_whose_answer_is_lost_is_opened_once() {
    let (_stage, people) = Stage::with_people(["anna", "juergen"]).await;
    let before = threads(&people[0]).len();
    hinder(&people[0], "POST /threads", 1, json!({"lost": true})).await;
    slash(&people[0], "focus new", &[("thread", "true")]).await;
    let shown = table(&people[1]).await;
    slash(&people[1], "focus join", &[]).await;
    let first = board(&people[0], 1, 0).await;
    assert_eq!(
        first.channel(),
        shown.id(),
        "a thread has the number of its message"
    );
    assert_eq!(threads(&people[0]).len(), before + 1);
}

#[tokio::test]
async fn a_thread_without_a_table_whose_answer_is_lost_is_opened_once() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    let before = threads(&anna).len();
    hinder(&anna, "POST /threads", 1, json!({"lost": true})).await;
    let options = [("computer", "0"), ("thread", "true")];
    slash(&anna, "focus new", &options).await;
    board_in_thread(&anna).await;
    assert_eq!(threads(&anna).len(), before + 1);
    // The message posted for the thread becomes the line of a game that has begun.
    let line = anna.wait_until("a line", |view| {
        let mut messages = view.messages(&view.channel(HERE)?).into_iter();
        let leads = |message: &Message| message.content().contains("https://discord.com/channels/");
        messages.find(|message| !message.is_ephemeral() && leads(message))
    });
    says(&line.await.expect("a line"), "The game has begun.");
}

#[tokio::test]
async fn a_thread_without_a_table_is_opened_once_though_the_process_ends() {
    let (mut stage, [anna]) = Stage::with_people(["anna"]).await;
    let before = threads(&anna).len();
    hinder(&anna, "POST /threads", 99, json!({"lost": true})).await;
    let options = [("computer", "0"), ("thread", "true")];
    slash(&anna, "focus new", &options).await;
    let is_opened = |made: &LoggedRequest| made.status == 201 && made.path.ends_with("/threads");
    stage.request(0, is_opened).await;
    stage.stop_bot().await.expect("a good end");
    end_faults(&anna).await;
    // By then, Discord has forgotten the nonces of all messages.
    stage.pass(HOUR);
    stage.start_bot().await;
    board_in_thread(&anna).await;
    assert_eq!(threads(&anna).len(), before + 1);
}

#[tokio::test]
async fn a_thread_for_a_deleted_table_whose_answer_is_lost_is_opened_once() {
    let (_stage, people) = Stage::with_people(["anna", "juergen"]).await;
    let before = threads(&people[0]).len();
    slash(&people[0], "focus new", &[("thread", "true")]).await;
    let shown = table(&people[1]).await;
    let deleted = json!({"message": shown.id()});
    control(&people[0], "delete_message", deleted).await;
    // The first attempt is at the table.
    let lost = json!({"fault": {"lost": true}, "count": 1, "after": 1, "method": "POST",
        "path": "/threads"});
    people[0].control("fault", lost).await.expect("a fault");
    slash(&people[1], "focus join", &[("game", "1")]).await;
    board_in_thread(&people[0]).await;
    assert_eq!(threads(&people[0]).len(), before + 1);
}

#[tokio::test]
async fn a_thread_for_which_the_token_is_refused_is_opened_later() {
    let (mut stage, people) = Stage::with_people(["anna", "juergen"]).await;
    slash(&people[0], "focus new", &[("thread", "true")]).await;
    let shown = table(&people[1]).await;
    hinder(&people[0], "POST /threads", 1, json!({"status": 401})).await;
    slash(&people[1], "focus join", &[]).await;
    stage.request(0, |request| request.status == 401).await;
    stage.restart_bot().await;
    let first = board(&people[0], 1, 0).await;
    assert_eq!(first.channel(), shown.id());
}

#[tokio::test]
async fn a_broken_disk_is_apologized_for_and_nothing_changes() {
    let (stage, people) = Stage::with_duel().await;
    let mover = stage.to_move(1, &people);
    let mv = stage.a_move(1).to_string();
    stage
        .store()
        .fail_commits(Some(StoreError::Database("no space left".to_owned())));
    let apology = slash(mover, "focus move", &[("move", &mv)]).await;
    assert!(apology.is_ephemeral());
    let text = apology.content();
    assert!(
        text.contains("may not have been saved") || text.contains("vielleicht nicht gespeichert"),
        "{text}"
    );
    assert!(!text.contains("no space left"), "{text}");
    stage.store().fail_commits(None);
    assert_eq!(stage.game(1).plies(), 0);
    play_on(&stage, &people).await;
}

#[tokio::test]
async fn a_button_of_somebody_else_is_answered_politely() {
    let (_stage, [anna, _juergen]) = Stage::with_duel().await;
    let shown = board(&anna, 1, 0).await;
    call_off(&anna, &shown).await;
    let late = slash(&anna, "focus board", &[("game", "77")]).await;
    says_privately(&late, "#77");
    let wrong = slash(&anna, "focus board", &[("game", "the last one")]).await;
    says_privately(&wrong, "the last one");
}
