//! Games without a clock in which nobody moves, as people see them end.

use discord_sandbox::{LoggedRequest, Message, Person};
use focusbot::service::GameId;
use serde_json::json;

use crate::bot::stage::{
    DAY, HERE, Stage, begun, board, end_faults, hinder, hinder_posts, slash, told,
};

/// Flag of silent messages.
const SUPPRESS_NOTIFICATIONS: u64 = 1 << 12;

/// Returns a message in the channel with this text.
async fn said(person: &Person, text: &str) -> Message {
    let channel = person.channel(HERE).expect("a channel");
    let found = person.wait_until(text, |view| {
        let mut messages = view.messages(&channel).into_iter();
        messages.find(|message| message.0.to_string().contains(text))
    });
    found.await.expect("a message")
}

async fn idle_stage() -> (Stage, [Person; 2]) {
    let stage = Stage::where_idle_games_end().await;
    let people = begun(&stage, ["anna", "juergen"], &[]).await;
    (stage, people)
}

/// Waits until no notice is left to send.
async fn all_is_noted(stage: &Stage) {
    stage
        .until("the note of the notice", || {
            let page = stage.service().reminders_due(None).expect("a store");
            page.entries.is_empty()
        })
        .await;
}

/// Has Discord refuse all messages of the bot in the channel.
async fn close_channel(person: &Person) {
    hinder_posts(person, HERE, 999, json!({"status": 403, "code": 50_013})).await;
}

#[tokio::test]
async fn channel_is_told_without_a_mention_before_its_game_is_called_off() {
    let (stage, people) = idle_stage().await;
    stage.pass(DAY * 54);
    let notice = said(&people[0], "Any move keeps it going").await;
    assert!(!notice.content().contains("<@"), "{}", notice.content());
    assert!(notice.pings().is_empty());
    assert_eq!(notice.0["flags"], SUPPRESS_NOTIFICATIONS);
    all_is_noted(&stage).await;
    stage.pass(DAY * 8);
    said(&people[0], "Nobody has moved for a long time").await;
    stage
        .until("the end", || stage.game(1).ending.is_some())
        .await;
}

#[tokio::test]
async fn player_to_move_is_told_in_private_if_the_channel_takes_no_messages() {
    let (stage, people) = idle_stage().await;
    let mover = stage.to_move(1, &people);
    let shown = board(mover, 1, 0).await;
    stage.noted(1, &shown).await;
    close_channel(mover).await;
    stage.pass(DAY * 54);
    let notice = told(mover, shown.id()).await;
    assert!(
        notice.component("f1:move:").is_some(),
        "{}",
        notice.content()
    );
    all_is_noted(&stage).await;
    stage.pass(DAY * 8);
    stage
        .until("the end", || stage.game(1).ending.is_some())
        .await;
}

#[tokio::test]
async fn another_player_is_told_if_the_player_to_move_takes_no_direct_messages() {
    let (stage, people) = idle_stage().await;
    let (mover, other) = (stage.to_move(1, &people), stage.waiting(1, &people));
    let shown = board(mover, 1, 0).await;
    stage.noted(1, &shown).await;
    close_channel(mover).await;
    let closed = json!({"who": mover.id(), "open": false});
    mover.control("dms", closed).await.expect("a control");
    stage.pass(DAY * 54);
    let notice = told(other, shown.id()).await;
    assert!(notice.labels().is_empty(), "{}", notice.content());
}

#[tokio::test]
async fn game_goes_on_while_neither_its_channel_nor_its_players_take_messages() {
    let (stage, people) = idle_stage().await;
    close_channel(&people[0]).await;
    for person in &people {
        let closed = json!({"who": person.id(), "open": false});
        person.control("dms", closed).await.expect("a control");
    }
    stage.pass(DAY * 54);
    let is_refused =
        |request: &LoggedRequest| request.status == 403 && request.path.ends_with("/messages");
    stage.request(0, is_refused).await;
    all_is_noted(&stage).await;
    end_faults(&people[0]).await;
    stage.pass(DAY * 54);
    said(&people[0], "Any move keeps it going").await;
    assert!(stage.game(1).ending.is_none());
}

#[tokio::test]
async fn notice_for_which_the_token_is_refused_comes_later() {
    let (stage, people) = idle_stage().await;
    hinder(&people[0], "POST /messages", 1, json!({"status": 401})).await;
    stage.pass(DAY * 54);
    stage.request(0, |request| request.status == 401).await;
    stage.retry_everything();
    said(&people[0], "Any move keeps it going").await;
}

#[tokio::test]
async fn notice_that_another_process_gave_during_a_freeze_is_not_repeated() {
    let (mut stage, people) = idle_stage().await;
    let channel = people[0].channel(HERE).expect("a channel");
    hinder_posts(&people[0], &channel, 999, json!({"status": 502})).await;
    stage.pass(DAY * 54);
    stage.request(0, |request| request.status == 502).await;
    let (service, game) = (stage.service(), GameId(1));
    let now = stage.now();
    let notice = service.idle_notice_of(game, now).expect("a store");
    let given = service.idle_noticed(game, notice.expect("a notice").actions, now);
    given.expect("a store");
    stage.freeze_in_request(&people[0]).await;
    stage.restart_bot().await;
    slash(&people[0], "focus-info help", &[]).await;
    let messages = people[0].view(|view| view.messages(&channel));
    let is_notice = |message: &Message| message.0.to_string().contains("Any move keeps it going");
    assert!(!messages.iter().any(is_notice));
}

#[tokio::test]
async fn move_below_the_notice_keeps_the_game_going() {
    let (stage, people) = idle_stage().await;
    stage.pass(DAY * 54);
    let notice = said(&people[0], "Any move keeps it going").await;
    let mv = stage.a_move(1).to_string();
    let mover = stage.to_move(1, &people);
    mover.reply(&notice, &mv).await.expect("a reply");
    board(mover, 1, 1).await;
    stage.pass(DAY * 8);
    let mv = stage.a_move(1).to_string();
    slash(stage.to_move(1, &people), "focus move", &[("move", &mv)]).await;
    board(mover, 1, 2).await;
    assert!(stage.game(1).ending.is_none());
}
