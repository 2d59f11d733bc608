//! Handover of seats, as people see it.

use discord_sandbox::Person;
use focusbot::service::Player;

use crate::bot::stage::{
    HOUR, Stage, after, begun, board, changed, do_something_else, offer_seat, press, press_quietly,
    private_with, slash, slash_in, three_way, with_button,
};

/// Returns the people who are not to move.
fn others<'p>(stage: &Stage, people: &'p [Person]) -> Vec<&'p Person> {
    let mover = stage.to_move(1, people).id();
    let others = people.iter().filter(|person| person.id() != mover);
    others.collect()
}

#[tokio::test]
async fn newcomer_takes_a_seat_when_all_agree() {
    let mut stage = Stage::new().await;
    let people = three_way(&stage).await;
    let newcomer = stage.person("sjoerd").await;
    let mover = stage.to_move(1, &people);
    offer_seat(mover).await;
    let offered = with_button(&newcomer, "f1:seatme").await;
    stage.restart_bot().await;
    let asked = newcomer.press(&offered, "f1:seatme").await;
    asked.expect("a button");
    let others = others(&stage, &people);
    let asked = with_button(others[0], "f1:seat+").await;
    press_quietly(others[0], &asked, "f1:seat+").await;
    // Repeating a request has no further effect.
    let again = after(others[0], &asked, "f1:seat+").await;
    do_something_else(others[0]).await;
    let said = press(others[0], &again, "f1:seat+").await;
    assert!(said.is_ephemeral(), "{}", said.content());
    assert_eq!(stage.to_move(1, &people).id(), mover.id());
    let asked = after(others[1], &asked, "f1:seat+").await;
    press_quietly(others[1], &asked, "f1:seat+").await;
    let own = board(&newcomer, 1, 1).await;
    assert_eq!(own.pings(), [newcomer.id()], "{}", own.content());
    let mv = stage.a_move(1).to_string();
    slash(&newcomer, "focus move", &[("move", &mv)]).await;
    board(&newcomer, 1, 2).await;
}

#[tokio::test]
async fn newcomer_who_asks_for_a_seat_is_offered_the_practice_game() {
    let stage = Stage::new().await;
    let people = three_way(&stage).await;
    let newcomer = stage.person("sjoerd").await;
    let mover = stage.to_move(1, &people);
    offer_seat(mover).await;
    let offered = with_button(&newcomer, "f1:seatme").await;
    let asked = newcomer.press(&offered, "f1:seatme").await;
    asked.expect("a button");
    private_with(&newcomer, "f1:lesson:").await;
}

#[tokio::test]
async fn the_board_of_a_seat_that_is_no_longer_wanted_is_edited() {
    let stage = Stage::new().await;
    let people = three_way(&stage).await;
    let newcomer = stage.person("sjoerd").await;
    offer_seat(stage.to_move(1, &people)).await;
    let offered = with_button(&newcomer, "f1:seatme").await;
    let asked = newcomer.press(&offered, "f1:seatme").await;
    asked.expect("a button");
    let asked = with_button(&newcomer, "f1:seat+").await;
    let is_noted = || stage.unannounced().is_empty();
    stage.until("a board that is recorded", is_noted).await;
    press_quietly(&newcomer, &asked, "f1:noseat").await;
    changed(&newcomer, &asked, "a free seat", |board| {
        board.component("f1:seatme").is_some()
    })
    .await;
}

#[tokio::test]
async fn a_computer_takes_the_seat_of_a_late_player() {
    let stage = Stage::new().await;
    let options = [("mode", "1"), ("clock", "1h"), ("overtime", "1")];
    let people = begun(&stage, ["anna", "juergen", "lukasz"], &options).await;
    let color = stage.game(1).to_move().expect("a color");
    stage.pass(HOUR);
    for (other, action) in others(&stage, &people)
        .into_iter()
        .zip(["f1:seatpc", "f1:seat+"])
    {
        let asked = with_button(other, action).await;
        press_quietly(other, &asked, action).await;
    }
    // The seat changes hands, and the computer moves.
    board(&people[0], 1, 2).await;
    let game = stage.game(1);
    assert!(matches!(game.player(color), Some(Player::Computer(_))));
}

#[tokio::test]
async fn forged_presses_hand_no_seat_over() {
    let stage = Stage::new().await;
    let options = [("mode", "1"), ("private", "true")];
    let people = begun(&stage, ["anna", "juergen", "lukasz"], &options).await;
    let mover = stage.to_move(1, &people);
    offer_seat(mover).await;
    let newcomer = stage.person("sjoerd").await;
    with_button(&newcomer, "f1:seatme").await;
    let number = stage.game(1).seat.expect("a seat").number;
    let elsewhere = slash_in(&newcomer, "games", "focus-info help", &[]).await;
    let here = with_button(&newcomer, "f1:seatme").await;
    let forgeries = [
        (&elsewhere, "seatme", number),
        (&here, "seatme", number + 1),
        (&here, "seatpc", number),
        (&here, "seat+", number),
        (&here, "noseat", number),
        (&here, "seat", 0),
    ];
    for (message, action, seen) in forgeries {
        let custom_id = format!("f1:{action}:1:{seen}");
        let asked = newcomer.forge(message, &custom_id, None).await;
        let said = newcomer.answer(&asked.expect("a forgery")).await;
        let said = said.expect("an answer");
        assert!(said.is_ephemeral(), "{custom_id}: {}", said.content());
        let seat = stage.game(1).seat.expect("a seat");
        assert!(
            seat.successor.is_none() && seat.number == number,
            "{custom_id}: {}",
            said.content()
        );
    }
    let asked = newcomer.press(&here, "f1:seatme").await;
    asked.expect("a button");
    with_button(&people[0], "f1:seat+").await;
}
