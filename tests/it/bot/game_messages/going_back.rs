//! Messages after the store has gone back, as to a backup or to a standby that lacks commits.

use std::time::Duration;

use discord_sandbox::Person;
use focusbot::store::{Batch, Expected, Store, Table};

use crate::bot::ended::replays::replays;
use crate::bot::stage::{
    Stage, board, button_id, is_board, is_left, play_on, play_plies, resign, slash, table,
};

/// Everything in a store: tables, keys and values.
type Values = Vec<(Table, Vec<u8>, Vec<u8>)>;

/// Returns everything in the bot's store.
fn values(stage: &Stage) -> Values {
    let mut values = Values::new();
    let visited = stage.store().visit(&mut |table, key, stored| {
        values.push((table, key.to_vec(), stored.bytes));
    });
    visited.expect("a readable store");
    values
}

/// Has the bot's store go back to what it was. A moment later, the bot goes on.
fn go_back(stage: &Stage, before: Values) {
    let mut batch = Batch::new();
    let visited = stage.store().visit(&mut |table, key, _| {
        batch.delete(table, key, Expected::Any);
    });
    visited.expect("a readable store");
    for (table, key, bytes) in before {
        batch.put(table, key, bytes, Expected::Any);
    }
    stage.store().commit(batch).expect("a commit");
    stage.pass(Duration::from_secs(1));
}

#[tokio::test]
async fn a_move_after_one_that_the_store_has_lost_has_a_board_of_its_own() {
    let (stage, people) = Stage::with_duel().await;
    let first = board(&people[0], 1, 0).await;
    stage.noted(1, &first).await;
    let before = values(&stage);
    play_on(&stage, &people).await;
    let lost = board(&people[0], 1, 1).await;
    stage.noted(1, &lost).await;
    is_left(&people[0], &first, &lost).await;
    go_back(&stage, before);
    let mover = stage.to_move(1, &people);
    let mv = stage.game(1).game.position().legal_moves()[1].to_string();
    slash(mover, "focus move", &[("move", &mv)]).await;
    let another = people[0].wait_until("another board", |view| {
        let mut messages = view.messages(lost.channel()).into_iter();
        messages.find(|message| {
            let is_other = is_board(message) && message.id() != lost.id();
            is_other && message.attachments()[0]["filename"] == "focus-1-1.png"
        })
    });
    let another = another.await.expect("a board");
    stage.noted(1, &another).await;
}

#[tokio::test]
async fn a_table_after_one_that_the_store_has_lost_has_a_message_of_its_own() {
    let (stage, [anna]) = Stage::with_people(["anna"]).await;
    let before = values(&stage);
    slash(&anna, "focus new", &[]).await;
    let lost = table(&anna).await;
    let is_noted = || stage.unannounced().is_empty();
    stage.until("a note of the table", is_noted).await;
    go_back(&stage, before);
    slash(&anna, "focus new", &[]).await;
    let another = anna.wait_until("another table", |view| {
        let mut messages = view.messages(lost.channel()).into_iter();
        messages.find(|message| {
            let is_open = message.component("f1:join").is_some() && !message.is_ephemeral();
            is_open && message.id() != lost.id()
        })
    });
    let another = another.await.expect("a table");
    let numbers = [&another, &lost].map(|table| button_id(table, "f1:join"));
    assert_eq!(numbers[0], numbers[1]);
}

/// Has somebody resign, and waits until this number of replays is in the channel and the last one is
/// recorded.
async fn replayed(stage: &Stage, person: &Person, count: usize) {
    resign(person).await;
    let are_there = || replays(person).len() == count && stage.owed_replays().is_empty();
    stage.until("a replay", are_there).await;
}

#[tokio::test]
async fn an_end_after_one_that_the_store_has_lost_has_a_replay_of_its_own() {
    let (stage, people) = Stage::with_duel().await;
    play_plies(&stage, &people, 4).await;
    let last = board(&people[0], 1, 4).await;
    stage.noted(1, &last).await;
    let before = values(&stage);
    replayed(&stage, &people[0], 1).await;
    go_back(&stage, before);
    replayed(&stage, &people[0], 2).await;
}

/// Has somebody begin a game with a computer in a thread, and returns the thread once it is the
/// person's turn there and everything is recorded.
async fn begun_in_thread(stage: &Stage, person: &Person) -> String {
    let options = [("computer", "0"), ("people", "1"), ("thread", "true")];
    slash(person, "focus new", &options).await;
    let is_quiet = || {
        let view = stage.game(1);
        view.thinking().is_none() && view.message.is_some() && stage.unannounced().is_empty()
    };
    stage.until("the person's turn", is_quiet).await;
    stage.game(1).place.channel.0.to_string()
}

#[tokio::test]
async fn a_game_after_one_that_the_store_has_lost_has_a_thread_of_its_own() {
    let (stage, [anna]) = Stage::with_people(["anna"]).await;
    let before = values(&stage);
    let lost = begun_in_thread(&stage, &anna).await;
    go_back(&stage, before);
    assert_ne!(begun_in_thread(&stage, &anna).await, lost);
}
