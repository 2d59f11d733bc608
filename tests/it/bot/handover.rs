//! Seats that change hands, as people see it.

use std::time::Duration;

use focusbot::session::Player;

use crate::bot::stage::{
    HERE, Stage, board, play_on, press, press_quietly, slash, table, three_way,
};

#[tokio::test]
async fn somebody_else_takes_a_seat_when_all_agree() {
    let mut stage = Stage::new().await;
    let people = three_way(&stage).await;
    let newcomer = stage.person("sjoerd").await;
    let mover = stage.to_move(1, &people);
    let question = slash(mover, "focus resign", &[]).await;
    press(mover, &question, "f1:seat:").await;
    let others: Vec<_> = people
        .iter()
        .filter(|person| person.id() != mover.id())
        .collect();
    let offered = newcomer.wait_until("a seat on offer", |view| {
        let messages = view.messages(&view.channel(HERE)?);
        let mut messages = messages.into_iter().rev();
        messages.find(|message| message.component("f1:seatme").is_some())
    });
    let offered = offered.await.expect("a seat on offer");
    stage.restart_bot().await;
    press_quietly(&newcomer, &offered, "f1:seatme").await;
    for other in others {
        let asked = other.wait_until("a question", |view| {
            let messages = view.messages(&view.channel(HERE)?);
            let mut messages = messages.into_iter().rev();
            messages.find(|message| message.component("f1:seat+").is_some())
        });
        let asked = asked.await.expect("a question");
        press_quietly(other, &asked, "f1:seat+").await;
    }
    let name = newcomer.id();
    while stage.game(1).seat.is_some() {
        slash(&newcomer, "focus help", &[]).await;
    }
    let game = stage.game(1);
    let color = game.to_move().expect("a color");
    let now = game.person(color).expect("a person").id.0.to_string();
    assert_eq!(now, name);
    let mv = stage.a_move(1).to_string();
    slash(&newcomer, "focus move", &[("move", &mv)]).await;
    board(&newcomer, 1, 1).await;
}

#[tokio::test]
async fn a_computer_takes_the_seat_of_who_is_late() {
    let stage = Stage::new().await;
    let people = stage.people(["anna", "juergen", "lukasz"]).await;
    let options = [("mode", "1"), ("clock", "1h"), ("overtime", "1")];
    slash(&people[0], "focus new", &options).await;
    table(&people[1]).await;
    for person in &people[1..] {
        slash(person, "focus join", &[]).await;
    }
    for person in &people {
        board(person, 1, 0).await;
    }
    let color = stage.game(1).to_move().expect("a color");
    let late = stage.to_move(1, &people).id();
    stage.sandbox.clock().advance(Duration::from_secs(3600));
    let others: Vec<_> = people.iter().filter(|person| person.id() != late).collect();
    for (other, action) in others.into_iter().zip(["f1:seatpc", "f1:seat+"]) {
        let asked = other.wait_until("a question", |view| {
            let messages = view.messages(&view.channel(HERE)?);
            let mut messages = messages.into_iter().rev();
            messages.find(|message| message.component(action).is_some())
        });
        let asked = asked.await.expect("a question");
        press_quietly(other, &asked, action).await;
    }
    board(&people[0], 1, 1).await;
    let game = stage.game(1);
    assert!(matches!(game.player(color), Some(Player::Computer(_))));
    play_on(&stage, &people).await;
}
