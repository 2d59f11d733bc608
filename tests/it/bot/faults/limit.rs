//! Games that go on by the tokens of interactions while Discord's limit of requests is reached.

use discord_sandbox::Person;
use serde_json::{Value, json};

use crate::bot::faults::boards;
use crate::bot::stage::says::says;
use crate::bot::stage::{
    HERE, Stage, board, final_board, hinder, play_on, resign, slash, slash_in,
};

/// Closes all routes that count toward the limit, by the answer to a bad move.
async fn reach_limit(stage: &Stage, people: &[Person], seconds: f64) {
    let limit = json!({"status": 429, "retry_after": seconds, "global": true});
    reach(stage, people, limit).await;
}

/// Reaches a limit by the answer to a bad move.
async fn reach(stage: &Stage, people: &[Person], fault: Value) {
    let shown = board(&people[0], 1, 0).await;
    hinder(&people[0], "POST /messages", 1, fault).await;
    people[0].reply(&shown, "b2-b8").await.expect("a reply");
    stage.limit().await;
}

/// Plays a game in a channel in which nothing can be posted for an hour, and checks that it is not
/// tried with these methods.
async fn play_at(limit: Value, closed: &[&str]) {
    let (stage, people) = Stage::with_duel().await;
    reach(&stage, &people, limit).await;
    let before = stage.last_request();
    let mover = stage.to_move(1, &people);
    let mv = stage.a_move(1).to_string();
    let answer = slash(mover, "focus move", &[("move", &mv)]).await;
    let shown = board(mover, 1, 1).await;
    assert_eq!(answer.id(), shown.id(), "the answer is the board");
    assert_eq!(shown.pings(), [stage.to_move(1, &people).id()]);
    play_on(&stage, &people).await;
    board(&people[0], 1, 2).await;
    assert_eq!(boards(&people[0]).len(), 3, "one for each position");
    resign(&people[0]).await;
    final_board(&people[1], 1).await;
    let requests = stage.sandbox.requests(before);
    let by_channel = requests.iter().any(|request| {
        request.path.contains("/channels/") && closed.contains(&request.method.as_str())
    });
    assert!(!by_channel, "{requests:?}");
}

#[tokio::test]
async fn games_go_on_while_all_routes_of_channels_are_closed() {
    let limit = json!({"status": 429, "retry_after": 3_600.0, "global": true});
    play_at(limit, &["POST", "PATCH", "DELETE"]).await;
}

#[tokio::test]
async fn games_go_on_while_a_channel_takes_no_more_messages() {
    let limit = json!({"status": 429, "retry_after": 3_600.0});
    play_at(limit, &["POST"]).await;
}

/// Shows a board by a token while followups meet a fault; it is shown exactly once.
async fn follow_up_through(fault: Value) {
    let (stage, people) = Stage::with_duel().await;
    reach_limit(&stage, &people, 2.0).await;
    hinder(&people[0], "POST /webhooks/", 1, fault).await;
    let mover = stage.to_move(1, &people);
    // The board of a move from another channel is not its answer.
    let mv = stage.a_move(1).to_string();
    let options = [("move", mv.as_str()), ("game", "1")];
    let answer = slash_in(mover, "games", "focus move", &options).await;
    says(&answer, &mv);
    board(&people[0], 1, 1).await;
    play_on(&stage, &people).await;
    board(&people[0], 1, 2).await;
    assert_eq!(
        boards(&people[0]).len(),
        3,
        "one for each position in {HERE}"
    );
}

#[tokio::test]
async fn a_followup_whose_answer_is_lost_is_not_doubled() {
    follow_up_through(json!({"lost": true})).await;
}

#[tokio::test]
async fn a_followup_cut_off_is_posted_in_the_channel() {
    follow_up_through(json!({"cut": true})).await;
}

#[tokio::test]
async fn a_followup_that_discord_fails_at_is_posted_in_the_channel() {
    follow_up_through(json!({"status": 502})).await;
}

#[tokio::test]
async fn a_followup_with_an_expired_token_is_posted_in_the_channel() {
    follow_up_through(json!({"status": 404, "code": 10_015})).await;
}

#[tokio::test]
async fn bot_that_ends_between_answer_and_board_posts_the_board_in_the_channel() {
    let (mut stage, people) = Stage::with_duel().await;
    reach_limit(&stage, &people, 3_600.0).await;
    let hang = json!({"delay_ms": 3_600_000});
    hinder(&people[0], "POST /webhooks/", 1, hang).await;
    let mover = stage.to_move(1, &people);
    let mv = stage.a_move(1).to_string();
    let options = [("move", mv.as_str()), ("game", "1")];
    slash_in(mover, "games", "focus move", &options).await;
    assert_eq!(boards(&people[0]).len(), 1, "the board has not come");
    stage.restart_bot().await;
    let shown = board(&people[0], 1, 1).await;
    assert_eq!(shown.pings(), [stage.to_move(1, &people).id()]);
    assert_eq!(
        boards(&people[0]).len(),
        2,
        "one for each position in {HERE}"
    );
}
