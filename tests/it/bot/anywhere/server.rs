//! Games in servers of which the bot is not a member.

use discord_sandbox::Person;
use focusbot::service::{Access, GameId, PersonId, Place, View};
use serde_json::json;

use crate::bot::anywhere::{
    Way, assert_only_answered, last_board, only_the_last_has_buttons, play_one, press_beside,
    private_with, slash_in,
};
use crate::bot::stage::{Stage, board};
use crate::players::Dice;

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
async fn three_people_play_to_the_end() {
    let mut stage = Stage::new().await;
    let people = abroad(&stage).await;
    let options = [("mode", "1"), ("goal", "1")];
    let table = slash_in(&people[0], ABROAD, "focus new", &options).await;
    assert!(!table.is_ephemeral(), "the answer is the table");
    for person in &people[1..] {
        let seen = person.wait_until("the table", |view| view.message(table.id()));
        let seen = seen.await.expect("the table");
        person.press(&seen, "f1:join").await.expect("a button");
        let id = PersonId(person.id().parse().expect("an id"));
        let has_seat = || match stage.service().view(GameId(1)).expect("a table") {
            View::Table(table) => table.people.iter().any(|seat| seat.id == id),
            View::Game(game) => game.color_of(id).is_some(),
        };
        stage.until("a seat", has_seat).await;
    }
    let mut dice = Dice(6);
    for moves in 0..9 {
        play_one(&stage, &people, &mut dice, Way::Buttons).await;
        if moves == 4 {
            stage.restart_bot().await;
        }
    }
    // Whoever gives up is gone, and the last one has won.
    for person in &people[..2] {
        let view = stage.game(1);
        let shown = board(person, 1, view.steps).await;
        press_beside(person, &shown, "f1:resign:").await;
        let question = private_with(person, "f1:resign!").await;
        let asked = person.press(&question, "f1:resign!").await;
        person
            .answer(&asked.expect("a button"))
            .await
            .expect("an answer");
        let gone = person.wait_until("the end of the part", |_| {
            (stage.game(1).actions > view.actions).then_some(())
        });
        gone.await.expect("a resignation");
    }
    last_board(&people[1], ABROAD).await;
    only_the_last_has_buttons(&people[0], ABROAD).await;
    assert_only_answered(&stage, &people[0], ABROAD);
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
    assert!(stage.service().view(GameId(1)).is_err());
}

#[tokio::test]
async fn a_board_is_seen_by_all_though_its_player_may_only_be_answered_in_private() {
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
    board(&people[2], 1, 0).await;
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
    let place = Place {
        access: Access::Member,
        ..stage.game(1).place
    };
    assert_eq!(place.channel.0.to_string(), channel);
    let learned = service.learn_access(GameId(1), place);
    learned.expect("a store");
    assert!(!stage.game(1).place.is_visited());
}
