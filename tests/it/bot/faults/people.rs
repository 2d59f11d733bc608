//! People who press at the same time, press twice, and leave.

use discord_sandbox::{Message, Person, View};
use focusbot::discord::interaction::custom_id::game::GameButtonId;
use focusbot::discord::interaction::custom_id::request_buttons::PlayRequestButton;
use focusbot::service::GameId;
use serde_json::json;

use crate::bot::faults::boards;
use crate::bot::stage::says::says;
use crate::bot::stage::{
    HERE, Stage, board, button_id, do_something_else, double_press, play_on, press, press_old,
    press_silently, slash, table, until_in_time,
};

/// Lets two people send the same command at the same time; returns their private answers.
async fn at_once(
    people: [&Person; 2],
    command: &str,
    options: &[(&str, &str)],
) -> [Option<Message>; 2] {
    let [one, other] = people;
    let (first, second) = tokio::join!(
        one.slash(HERE, command, options),
        other.slash(HERE, command, options)
    );
    let (first, second) = (first.expect("a command"), second.expect("a command"));
    let (first, second) = tokio::join!(one.answer(&first), other.answer(&second));
    [first, second].map(|answer| Some(answer.expect("an answer")))
}

#[tokio::test]
async fn one_of_two_people_who_join_at_once_gets_the_last_seat() {
    let (stage, [anna, juergen, lukasz]) = Stage::with_people(["anna", "juergen", "lukasz"]).await;
    slash(&anna, "focus new", &[]).await;
    table(&juergen).await;
    table(&lukasz).await;
    let answers = at_once([&juergen, &lukasz], "focus join", &[("game", "1")]).await;
    assert!(answers.iter().flatten().all(Message::is_ephemeral));
    let first = board(&anna, 1, 0).await;
    assert_eq!(
        boards(&anna).len(),
        1,
        "one game has begun: {}",
        first.content()
    );
    let view = stage.game(1);
    assert_eq!(view.players.len(), 2);
    let seated = [&juergen, &lukasz].map(|person| {
        let mut players = view
            .players
            .iter()
            .filter_map(|(_, player)| player.person());
        players.any(|player| player.id.0.to_string() == person.id())
    });
    assert_ne!(seated[0], seated[1], "one of them sits");
}

#[tokio::test]
async fn a_move_made_twice_at_once_is_made_once() {
    let (stage, people) = Stage::with_duel().await;
    let mover = stage.to_move(1, &people);
    let mv = stage.a_move(1).to_string();
    let answers = at_once([mover, mover], "focus move", &[("move", &mv)]).await;
    board(mover, 1, 1).await;
    assert_eq!(stage.game(1).plies(), 1);
    // The board alone answers the move that is made; the other one is refused.
    let refused = answers.iter().flatten();
    let refused = refused.filter(|answer| !answer.is_loading()).count();
    assert_eq!(refused, 1, "{answers:?}");
    play_on(&stage, &people).await;
    assert_eq!(boards(mover).len(), 3, "one for each position");
}

#[tokio::test]
async fn a_move_and_the_opponents_at_once_leave_one_of_them() {
    let (stage, people) = Stage::with_duel().await;
    let (mover, waiting) = (stage.to_move(1, &people), stage.waiting(1, &people));
    let mv = stage.a_move(1).to_string();
    let answers = at_once([waiting, mover], "focus move", &[("move", &mv)]).await;
    assert!(answers.iter().flatten().all(Message::is_ephemeral));
    board(mover, 1, 1).await;
    assert_eq!(stage.game(1).plies(), 1);
    play_on(&stage, &people).await;
}

#[tokio::test]
async fn a_game_waits_for_a_member_who_left_and_returns() {
    let (stage, people) = Stage::with_duel().await;
    let (mover, waiting) = (stage.to_move(1, &people), stage.waiting(1, &people));
    let (name, mv) = (
        if waiting.id() == people[0].id() {
            "anna"
        } else {
            "juergen"
        },
        stage.a_move(1),
    );
    let member = |present| json!({"who": name, "present": present});
    mover
        .control("member", member(false))
        .await
        .expect("a control");
    let refused = waiting.slash(HERE, "focus board", &[]).await;
    refused.expect_err("nobody acts where they are not");
    slash(mover, "focus move", &[("move", &mv.to_string())]).await;
    board(mover, 1, 1).await;
    let shown = slash(mover, "focus board", &[]).await;
    assert!(shown.is_ephemeral());
    mover
        .control("member", member(true))
        .await
        .expect("a control");
    let back = stage.person(name).await;
    let shown = slash(&back, "focus board", &[]).await;
    assert!(shown.is_ephemeral(), "{}", shown.content());
    play_on(&stage, &people).await;
    assert_eq!(boards(mover).len(), 3, "one for each position");
}

/// Returns the custom id of a button that makes a legal move in the current position.
fn play_id(stage: &Stage) -> String {
    let play = PlayRequestButton::Play(stage.a_move(1));
    GameButtonId::new(play, GameId(1), stage.game(1).steps).to_string()
}

#[tokio::test]
async fn the_second_of_a_double_press_says_nothing() {
    until_in_time(async || {
        let (_stage, [anna, juergen]) = Stage::with_people(["anna", "juergen"]).await;
        slash(&anna, "focus new", &[]).await;
        let seats = table(&juergen).await;
        let said = double_press(&juergen, &seats, &button_id(&seats, "Join")).await;
        board(&anna, 1, 0).await;
        said.is_empty()
    })
    .await;
    let (stage, people) = Stage::with_duel().await;
    until_in_time(async || {
        let (mover, play) = (stage.to_move(1, &people), play_id(&stage));
        let plies = stage.game(1).plies();
        let shown = board(mover, 1, plies).await;
        let said = double_press(mover, &shown, &play).await;
        board(mover, 1, plies + 1).await;
        assert_eq!(stage.game(1).plies(), plies + 1);
        said.is_empty()
    })
    .await;
}

/// Returns the number of private messages that ask for a move.
fn questions(view: &View) -> usize {
    let channel = view.channel(HERE).expect("the channel");
    let mut messages = view.messages(&channel);
    messages.retain(|message| message.is_ephemeral() && message.component("f1:from:").is_some());
    messages.len()
}

#[tokio::test]
async fn a_double_press_opens_one_private_message() {
    let (stage, people) = Stage::with_duel().await;
    let (mover, waiting) = (stage.to_move(1, &people), stage.waiting(1, &people));
    let shown = board(mover, 1, 0).await;
    let id = button_id(&shown, "f1:move:");
    until_in_time(async || {
        let before = mover.view(questions);
        double_press(mover, &shown, &id).await;
        let asked = mover.wait_until("a question", |view| {
            (questions(view) > before).then_some(())
        });
        asked.await.expect("a question");
        // A second one would come before the answer to the next command.
        do_something_else(mover).await;
        mover.view(questions) == before + 1
    })
    .await;
    for (person, button) in [
        (mover, "f1:board:"),
        (mover, "f1:more:"),
        // It is not this person's turn.
        (waiting, "f1:move:"),
    ] {
        let id = button_id(&shown, button);
        until_in_time(async || {
            let opened = double_press(person, &shown, &id).await;
            if opened.len() != 1 {
                do_something_else(person).await;
            }
            opened.len() == 1
        })
        .await;
    }
    // After something else, it is a request like any other.
    do_something_else(waiting).await;
    assert!(press(waiting, &shown, "f1:move:").await.is_ephemeral());
    press(mover, &shown, "f1:board:").await;
    press(mover, &shown, "f1:move:").await;
}

#[tokio::test]
async fn old_board_is_refused_to_others_and_to_its_player_after_another_request() {
    let (stage, people) = Stage::with_duel().await;
    let (mover, waiting) = (stage.to_move(1, &people), stage.waiting(1, &people));
    let (old, play) = (board(mover, 1, 0).await, play_id(&stage));
    press_silently(mover, &old, &play).await;
    board(mover, 1, 1).await;
    says(&press_old(waiting, &old, &play).await, "/channels/");
    do_something_else(mover).await;
    says(&press_old(mover, &old, &play).await, "/channels/");
}

#[tokio::test]
async fn a_double_press_shares_once() {
    let (stage, people) = Stage::with_duel().await;
    play_on(&stage, &people).await;
    let [anna, _] = &people;
    let replay = slash(anna, "focus-info replay", &[]).await;
    let id = button_id(&replay, "Share");
    until_in_time(async || {
        let shared = double_press(anna, &replay, &id).await;
        do_something_else(anna).await;
        let [shared] = &shared[..] else {
            return false;
        };
        says(shared, "Shared by");
        true
    })
    .await;
}
