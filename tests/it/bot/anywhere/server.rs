//! Games in servers of which the bot is not a member.

use discord_sandbox::Person;
use serde_json::json;

use crate::bot::anywhere::{press_beside, slash_in};
use crate::bot::stage::{Stage, board};

/// Channel of a server without the bot.
const ABROAD: &str = "abroad";

async fn abroad(stage: &Stage) -> [Person; 3] {
    let people = stage.people(["anna", "juergen", "lukasz"]).await;
    people[0].install().await.expect("an installation");
    let made = people[0].create_server("Abroad", &[ABROAD]).await;
    made.expect("a server");
    for person in &people {
        person.wait_for_channel(ABROAD).await.expect("a channel");
    }
    people
}

#[tokio::test]
async fn a_server_that_lets_nobody_hear_the_bot_has_no_games() {
    let stage = Stage::new().await;
    let people = abroad(&stage).await;
    people[1].install().await.expect("an installation");
    let channel = people[0].channel(ABROAD).expect("a channel");
    let change = json!({"channel": channel, "who": "juergen", "allow": [],
        "deny": ["USE_EXTERNAL_APPS"]});
    let denied = people[0].control("permissions", change).await;
    denied.expect("a control");
    let refusal = slash_in(&people[1], ABROAD, "focus new", &[]).await;
    assert!(refusal.is_ephemeral());
    assert!(stage.service().view(focusbot::service::GameId(1)).is_err());
}

#[tokio::test]
async fn a_board_that_only_one_would_see_replaces_the_older_message() {
    let stage = Stage::new().await;
    let people = abroad(&stage).await;
    let table = slash_in(&people[0], ABROAD, "focus new", &[]).await;
    let channel = people[0].channel(ABROAD).expect("a channel");
    let change = json!({"channel": channel, "who": "juergen", "allow": [],
        "deny": ["USE_EXTERNAL_APPS"]});
    let denied = people[0].control("permissions", change).await;
    denied.expect("a control");
    let seen = people[1].wait_until("the table", |view| view.message(table.id()));
    press_beside(&people[1], &seen.await.expect("the table"), "f1:join").await;
    let shown = people[2].wait_until("a board that all see", |view| {
        let message = view.message(table.id())?;
        message.component("f1:move:").map(|_| ())
    });
    shown.await.expect("a board");
}

#[tokio::test]
async fn a_game_goes_on_by_the_channel_once_the_bot_is_a_member() {
    let stage = Stage::new().await;
    let people = abroad(&stage).await;
    let table = slash_in(&people[0], ABROAD, "focus new", &[]).await;
    let seen = people[1].wait_until("the table", |view| view.message(table.id()));
    press_beside(&people[1], &seen.await.expect("the table"), "f1:join").await;
    board(&people[0], 1, 0).await;
    assert!(stage.game(1).place.is_visited());
    let channel = people[0].channel(ABROAD).expect("a channel");
    let service = stage.service();
    let place = focusbot::service::Place {
        access: focusbot::service::Access::Member,
        ..stage.game(1).place
    };
    assert_eq!(place.channel.0.to_string(), channel);
    let learned = service.learn_access(focusbot::service::GameId(1), place);
    learned.expect("a store");
    assert!(!stage.game(1).place.is_visited());
}
