//! Calls of people who are invited to a table.

use discord_sandbox::{Message, Person};
use focusbot::service::{GameId, Request, Timestamp};
use serde_json::json;

use crate::bot::stage::says::{says, says_privately};
use crate::bot::stage::{
    HERE, Stage, board, hinder, id_of, messages_in, pick, press, press_quietly, reads, slash, table,
};

/// Returns the message that calls the guest of a table, with a link to it, once it is there.
async fn called_to(guest: &Person, table: &Message) -> Message {
    let id = guest.id();
    let call = guest.wait_for_message("a call", |message| {
        message.pings() == [id.as_str()] && message.content().contains(table.id())
    });
    let call = call.await.expect("a call");
    assert!(!call.is_ephemeral(), "{}", call.content());
    call
}

/// Waits until the bot has recorded that a table has called its guests.
async fn call_noted(stage: &Stage, table: u32) {
    let table = GameId(table);
    let is_noted = || stage.service().pending(table).expect("a table").is_none();
    stage.until("a note of the call", is_noted).await;
}

#[tokio::test]
async fn people_invited_at_a_table_are_called_and_may_sit_down() {
    let (_stage, [anna, juergen, lukasz]) = Stage::with_people(["anna", "juergen", "lukasz"]).await;
    slash(&anna, "focus challenge", &[("opponent1", "juergen")]).await;
    let shown = table(&lukasz).await;
    let question = press(&anna, &shown, "Invite").await;
    let bot = anna.view(|view| view.bot().to_owned());
    let refused = pick(&anna, &question, "f1:guests:", &[&bot]).await;
    says(&refused, "To add a computer, press **Add computer**");
    let question = press(&anna, &shown, "Invite").await;
    pick(&anna, &question, "f1:guests:", &["lukasz"]).await;
    called_to(&lukasz, &shown).await;
    let host = press(&juergen, &shown, "Invite").await;
    assert!(host.is_ephemeral(), "only the host invites");
    press_quietly(&lukasz, &shown, "Accept").await;
    board(&anna, 1, 0).await;
}

#[tokio::test]
async fn a_guest_is_called_once_and_can_decline() {
    let (stage, [anna, juergen, lukasz]) = Stage::with_people(["anna", "juergen", "lukasz"]).await;
    slash(&anna, "focus new", &[("mode", "1")]).await;
    let shown = table(&anna).await;
    assert!(shown.component("f1:decline:").is_none());
    let invite = async || {
        let question = press(&anna, &shown, "Invite").await;
        pick(&anna, &question, "f1:guests:", &["lukasz"]).await
    };
    invite().await;
    let asking = lukasz.wait_for_message("a table to decline", |message| {
        message.component("f1:decline:1:").is_some()
    });
    let asking = asking.await.expect("a table to decline");
    called_to(&lukasz, &shown).await;
    call_noted(&stage, 1).await;
    says_privately(&invite().await, "Nobody is called twice");

    let other = press(&juergen, &asking, "f1:decline:").await;
    says_privately(&other, "ablehnen könntest");
    let declined = press(&lukasz, &asking, "f1:decline:").await;
    says_privately(&declined, "odrzucone");
    let is_left = |message: &Message| {
        message.id() == shown.id() && message.component("f1:decline:").is_none()
    };
    let left = lukasz.wait_for_message("a table without guests", is_left);
    says(&left.await.expect("a table without guests"), "1 of 3");
    says_privately(&invite().await, "declined the invitation");

    let id = lukasz.id();
    let messages = messages_in(&lukasz, HERE);
    let calls = messages.iter().filter(|one| one.pings() == [id.as_str()]);
    assert_eq!(calls.count(), 1);
}

#[tokio::test]
async fn a_call_invites_as_long_as_people_can_sit_down() {
    let (stage, [anna, juergen, lukasz]) = Stage::with_people(["anna", "juergen", "lukasz"]).await;
    let invites = |call: &Message| call.content().contains("invites you");
    slash(&anna, "focus new", &[("mode", "1")]).await;
    let shown = table(&anna).await;
    let question = press(&anna, &shown, "Invite").await;
    pick(&anna, &question, "f1:guests:", &["lukasz"]).await;
    let call = called_to(&lukasz, &shown).await;
    let joined = juergen.press(&shown, "Join").await;
    joined.expect("a button");
    reads(&anna, &shown, "2 of 3").await;
    let meanwhile = anna.view(|view| view.message(call.id()));
    assert!(invites(&meanwhile.expect("the call")));
    press_quietly(&lukasz, &shown, "Join").await;
    let begun = reads(&anna, &call, "The game has begun.").await;
    assert!(!invites(&begun), "{}", begun.content());

    slash(&anna, "focus new", &[]).await;
    let shown = anna.wait_for_message("another table", |message| {
        message.component("f1:join:2:").is_some()
    });
    let shown = shown.await.expect("another table");
    let question = press(&anna, &shown, "Invite").await;
    pick(&anna, &question, "f1:guests:", &["juergen"]).await;
    let call = called_to(&juergen, &shown).await;
    call_noted(&stage, 2).await;
    let left = anna.press(&shown, "Leave").await;
    left.expect("a button");
    let closed = reads(&anna, &call, "The table is closed.").await;
    assert!(!invites(&closed), "{}", closed.content());
}

#[tokio::test]
async fn a_guest_is_called_to_a_table_that_was_just_posted() {
    let (_stage, [anna, lukasz]) = Stage::with_people(["anna", "lukasz"]).await;
    // People see the table before the bot knows its message.
    hinder(&anna, "POST /messages", 1, json!({"slow_ms": 2_500})).await;
    let options = [("opponent1", "juergen")];
    let asked = anna.slash(HERE, "focus challenge", &options).await;
    asked.expect("a command");
    let shown = table(&anna).await;
    let question = press(&anna, &shown, "Invite").await;
    let asked = anna.select(&question, "f1:guests:", &["lukasz"]).await;
    asked.expect("a menu");
    called_to(&lukasz, &shown).await;
}

#[tokio::test]
async fn a_guest_invited_just_before_a_kill_is_called_after_the_next_start() {
    let (mut stage, [anna, lukasz]) = Stage::with_people(["anna", "lukasz"]).await;
    slash(&anna, "focus new", &[]).await;
    let shown = table(&anna).await;
    stage.stop_bot().await.expect("a good end");
    // A killed process leaves only what it has committed.
    let (game, people) = (GameId(1), vec![id_of(&lukasz)]);
    stage.carry_out_unannounced(&anna, Timestamp(0), Request::Invite { game, people });
    stage.start_bot().await;
    called_to(&lukasz, &shown).await;
    call_noted(&stage, 1).await;
}
