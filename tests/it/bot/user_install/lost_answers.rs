//! Followups that Discord posts while its answer is lost, so that nothing is recorded of them.

use std::time::Duration;

use discord_sandbox::{LoggedRequest, Message, Person, View};
use focusbot::metrics::TurnStage;
use serde_json::{Value, json};

use crate::bot::ended::replays::hasty_stage;
use crate::bot::stage::says::says;
use crate::bot::stage::{
    HERE, Stage, board, choose_move, cleared, control, hinder, is_board, messages_in,
    move_from_afar, press, private_with, reads, reviewed, slash_in,
};
use crate::bot::user_install::{
    GROUP, assert_only_answered, begun, is_waiting, last_board, leads_to, press_beside,
};

/// Private message in the languages of both people, of whom either may begin.
const LATER: [&str; 2] = ["I cannot show it right now", "nie mogę tego teraz pokazać"];

/// Makes the next followup meet a fault.
async fn break_followup(person: &Person, fault: Value) {
    hinder(person, "POST /webhooks/", 1, fault).await;
}

/// Chooses the first move; returns the question whether to play it.
async fn about_to_play(stage: &Stage, mover: &Person) -> Message {
    let old = board(mover, 1, 0).await;
    press_beside(mover, &old, "f1:move:").await;
    let first = private_with(mover, "f1:type:").await;
    let mv = stage.a_move(1).to_string();
    choose_move(mover, first, &mv).await.0
}

/// Plays the first move, whose board meets a fault.
async fn play_into(stage: &Stage, mover: &Person, fault: Value) {
    let question = about_to_play(stage, mover).await;
    break_followup(mover, fault).await;
    mover.press(&question, "f1:play:").await.expect("a button");
}

/// Plays the first move, whose board is posted while Discord's answer is lost. Returns that board
/// once the player has been told that it comes later.
async fn play_without_answer(stage: &Stage, people: &[Person]) -> Message {
    let (mover, next) = (stage.to_move(1, people), stage.waiting(1, people));
    play_into(stage, mover, json!({"lost": true})).await;
    is_told_later(mover, GROUP).await;
    board(next, 1, 1).await
}

/// Waits until a person has been told in a channel that something is shown later.
async fn is_told_later(person: &Person, channel: &str) {
    let told = person.wait_until("the private message", |view| {
        let messages = view.messages(&view.channel(channel)?).into_iter();
        let mut messages = messages.map(|message| message.all_text());
        messages.find(|text| LATER.iter().any(|later| text.contains(later)))
    });
    told.await.expect("a private message");
}

/// Plays until the last board would have all its buttons. Returns a player, the other one, and the
/// question to the first one whether to resign.
async fn about_to_resign<'p>(
    stage: &Stage,
    people: &'p [Person; 2],
) -> (&'p Person, &'p Person, Message) {
    for plies in 1..=4 {
        let mover = stage.to_move(1, people);
        let mv = stage.a_move(1).to_string();
        slash_in(mover, GROUP, "focus move", &[("move", &mv)]).await;
        let shown = board(mover, 1, plies).await;
        stage.noted(1, &shown).await;
    }
    let (player, other) = (stage.to_move(1, people), stage.waiting(1, people));
    let question = slash_in(player, GROUP, "focus resign", &[]).await;
    (player, other, question)
}

/// Stops the bot, which finishes before it ends, and waits until a person has seen everything.
async fn all_is_done(stage: &mut Stage, person: &Person) {
    stage.stop_bot().await.expect("a good end");
    let last = person.say(HERE, "That is all.").await;
    reads(person, &last.expect("a message"), "That is all.").await;
}

/// Returns the number of boards in the group that show the first move.
fn copies(view: &View) -> usize {
    let channel = view.channel(GROUP).expect("the group");
    let messages = view.messages(&channel);
    let boards = messages.iter().filter(|message| is_board(message));
    let shows = |message: &&Message| message.attachments()[0]["filename"] == "focus-1-1.png";
    boards.filter(shows).count()
}

/// Returns whether a message is the replay after a game.
fn is_replay(message: &Message) -> bool {
    !message.is_ephemeral() && message.content().contains("**Replay**")
}

#[tokio::test]
async fn interaction_that_has_lost_an_answer_does_not_post_the_board_again() {
    let mut stage = Stage::new().await;
    let people = begun(&stage).await;
    play_without_answer(&stage, &people).await;
    all_is_done(&mut stage, &people[0]).await;
    assert_eq!(people[0].view(copies), 1);
    assert!(is_waiting(&stage, 1), "nobody knows that it is there");
}

#[tokio::test]
async fn a_change_that_comes_before_the_answer_is_lost_is_shown_at_once() {
    let stage = Stage::new().await;
    let people = begun(&stage).await;
    let (mover, next) = (stage.to_move(1, &people), stage.waiting(1, &people));
    let question = about_to_play(&stage, mover).await;
    break_followup(mover, json!({"lost": true, "delay_ms": 3_000})).await;
    let drawn = stage.count_of(TurnStage::Draw);
    mover.press(&question, "f1:play:").await.expect("a button");
    // Otherwise, the board of the next move might be the one that is lost.
    let is_drawn = || stage.game(1).steps == 1 && stage.count_of(TurnStage::Draw) > drawn;
    stage.until("a picture of the move", is_drawn).await;
    let mv = stage.a_move(1).to_string();
    slash_in(next, GROUP, "focus move", &[("move", &mv)]).await;
    let shown = board(mover, 1, 2).await;
    stage.noted(1, &shown).await;
    assert_eq!(mover.view(copies), 1);
    assert_only_answered(&stage, mover, GROUP);
}

#[tokio::test]
async fn last_board_whose_answer_was_lost_is_found_when_its_replay_is_asked_for() {
    let stage = Stage::new().await;
    let people = begun(&stage).await;
    let (player, other, question) = about_to_resign(&stage, &people).await;
    break_followup(player, json!({"lost": true})).await;
    let resigned = player.press(&question, "f1:resign!").await;
    resigned.expect("a button");
    is_told_later(player, GROUP).await;
    let shown = last_board(other, GROUP).await;
    press_beside(other, &shown, "f1:replay:").await;
    stage.noted(1, &shown).await;
    let messages = messages_in(other, GROUP).into_iter();
    let last = messages.filter(|message| message.component("f1:rematch:").is_some());
    assert_eq!(last.count(), 1);
    assert_only_answered(&stage, other, GROUP);
}

#[tokio::test]
async fn replay_whose_review_is_asked_for_is_taken_for_no_board() {
    let mut stage = hasty_stage().await;
    let people = begun(&stage).await;
    let (player, other, question) = about_to_resign(&stage, &people).await;
    press(player, &question, "f1:resign!").await;
    let replay = other.wait_for_message("the replay", is_replay).await;
    let replay = replay.expect("the replay");
    stage.pass(Duration::from_secs(61));
    press_beside(other, &replay, "f1:review:").await;
    let review = other.wait_for_message("the review", Message::is_ephemeral);
    reviewed(other, &review.await.expect("the review")).await;
    all_is_done(&mut stage, other).await;
    let left = other.view(|view| view.message(replay.id()));
    let left = left.expect("the replay");
    assert_eq!(left.labels(), replay.labels());
}

#[tokio::test]
async fn replay_whose_answer_was_lost_is_not_posted_again() {
    let stage = Stage::new().await;
    let people = begun(&stage).await;
    let (player, other, question) = about_to_resign(&stage, &people).await;
    // The first followup is the last board.
    let lost = json!({"fault": {"lost": true}, "count": 1, "after": 1, "method": "POST",
        "path": "/webhooks/"});
    player.control("fault", lost).await.expect("a fault");
    press(player, &question, "f1:resign!").await;
    let replay = other.wait_for_message("the replay", is_replay).await;
    replay.expect("the replay");
    let is_done = || stage.owed_replays().is_empty();
    stage.until("no replay that is owed", is_done).await;
    let messages = messages_in(other, GROUP);
    let replays = messages.iter().filter(|message| is_replay(message));
    assert_eq!(replays.count(), 1);
}

#[tokio::test]
async fn board_that_is_replaced_while_a_press_on_it_is_answered_keeps_its_line() {
    let mut stage = Stage::new().await;
    let people = begun(&stage).await;
    let (mover, next) = (stage.to_move(1, &people), stage.waiting(1, &people));
    let old = board(next, 1, 0).await;
    stage.pass(Duration::from_secs(61));
    break_followup(next, json!({"delay_ms": 3_000})).await;
    press_beside(next, &old, "f1:board:").await;
    let mv = stage.a_move(1).to_string();
    slash_in(mover, GROUP, "focus move", &[("move", &mv)]).await;
    let shown = board(next, 1, 1).await;
    leads_to(next, &old, &shown).await;
    cleared(&stage).await;
    all_is_done(&mut stage, next).await;
    let line = next.view(|view| view.message(old.id()));
    says(&line.expect("a line"), "has begun");
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
async fn pressed_board_is_not_posted_again_by_a_task_that_has_waited_for_its_turn() {
    let stage = Stage::new().await;
    let people = begun(&stage).await;
    let (first, second) = (stage.to_move(1, &people), stage.waiting(1, &people));
    move_from_afar(&stage, first).await;
    let old = board(second, 1, 1).await;
    stage.noted(1, &old).await;
    // The answer to the next board is lost. After the message that says so, the only token in the
    // group accepts nothing more, and the first edit of the older board takes long.
    let refused = json!({"status": 404, "code": 10_015});
    let edits = format!("PATCH {}", old.id());
    let slowly = json!({"status": 404, "code": 10_015, "delay_ms": 3_000});
    hinder(first, &edits, 1, slowly).await;
    hinder(first, &edits, 99, refused.clone()).await;
    break_followup(first, json!({"lost": true})).await;
    let followup = json!({"fault": refused, "count": 1, "after": 1, "method": "POST",
        "path": "/webhooks/"});
    control(first, "fault", followup).await;
    move_from_afar(&stage, second).await;
    is_told_later(second, "@bot").await;
    let lost = board(second, 1, 2).await;
    let past = stage.last_request();
    let direct = first.open_dm().await.expect("a conversation");
    let in_game = [("game", "1")];
    slash_in(first, &direct, "focus draw", &in_game).await;
    let is_refused = |made: &LoggedRequest| made.method == "POST" && made.status == 404;
    stage.request(past, is_refused).await;
    // Shown once that edit has failed, and before the press, which brings a token.
    slash_in(first, &direct, "focus takeback", &in_game).await;
    press_beside(second, &lost, "f1:more:").await;
    stage.noted(1, &lost).await;
    assert_only_answered(&stage, second, GROUP);
}

#[tokio::test]
async fn press_on_an_older_board_shows_a_board_with_a_lost_answer_again() {
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
async fn unrecorded_board_loses_its_buttons_when_it_is_pressed_after_a_minute() {
    let stage = Stage::new().await;
    let people = begun(&stage).await;
    let lost = play_without_answer(&stage, &people).await;
    let (next, other) = (stage.to_move(1, &people), stage.waiting(1, &people));
    let mv = stage.a_move(1).to_string();
    slash_in(next, GROUP, "focus move", &[("move", &mv)]).await;
    let newest = board(other, 1, 2).await;
    stage.noted(1, &newest).await;
    stage.pass(Duration::from_secs(61));
    press_beside(other, &lost, "f1:more:").await;
    leads_to(other, &lost, &newest).await;
    assert_only_answered(&stage, other, GROUP);
}
