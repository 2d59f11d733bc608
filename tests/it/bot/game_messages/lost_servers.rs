//! Notices of servers that the bot has lost: their recipients, and how often they come.

use std::time::Duration;

use focusbot::store::records::GameRecord;
use focusbot::store::{Archive, Key};
use serde_json::json;

use crate::bot::stage::{
    Stage, board, close_direct_messages, control, end_faults, is_closed, slash, strangers_begin,
    table_of_strangers, told,
};

#[tokio::test]
async fn a_person_told_late_of_a_lost_server_hears_once_of_all_games() {
    let (stage, mut people) = Stage::with_people(["anna", "juergen"]).await;
    // People are told of a loss in the order of their ids.
    people.sort_by_key(|person| person.id().parse::<u64>().ok());
    for (person, game) in [(&people[0], 1), (&people[1], 2), (&people[1], 3)] {
        let options = [("people", "1"), ("computer", "0"), ("mode", "0")];
        slash(person, "focus new", &options).await;
        let is_to_move = || {
            let view = stage.game(game);
            let color = view.to_move();
            color.is_some_and(|color| view.person(color).is_some())
        };
        stage.until("the person's turn", is_to_move).await;
    }
    let are_shown = || stage.unannounced().is_empty();
    stage.until("all boards", are_shown).await;
    close_direct_messages(&people[0]).await;
    control(&people[0], "remove_bot", json!({})).await;
    stage.request(0, is_closed).await;
    // The attempt after these is for a game of strangers.
    stage.retry_everything();
    strangers_begin(&stage, 1, &table_of_strangers());
    let tried = || stage.sandbox.requests(0).into_iter().filter(is_closed);
    stage.until("another attempt", || tried().count() > 1).await;
    end_faults(&people[0]).await;
    stage.pass(Duration::from_secs(61));
    let message = told(&people[1], "#").await;
    let text = message.content();
    assert!(text.contains("#2") && text.contains("#3"), "{text}");
}

#[tokio::test]
async fn player_told_of_a_lost_server_is_told_when_it_is_soon_lost_again() {
    let (stage, people) = Stage::with_duel().await;
    let shown = board(&people[0], 1, 0).await;
    stage.noted(1, &shown).await;
    let mover = stage.to_move(1, &people);
    let direct = mover.open_dm().await.expect("a conversation");
    let archive = Archive::new(stage.shared_store());
    let is_known = || {
        let held = archive.read::<GameRecord>(&Key::new().u32(1));
        let held = held.expect("a record").expect("a game");
        held.record.lost.is_some()
    };
    for times in 1..=2 {
        control(&people[0], "remove_bot", json!({})).await;
        let heard = mover.wait_until("word of the loss", |view| {
            let messages = view.messages(&direct).into_iter();
            let words = messages.filter(|message| message.content().contains("#1"));
            (words.count() >= times).then_some(())
        });
        heard.await.expect("a message");
        stage.until("a note of it", is_known).await;
        control(&people[0], "add_bot", json!({})).await;
        stage.until("the board again", || !is_known()).await;
    }
}
