//! Take-backs, as people see them.

use std::time::Duration;

use discord_sandbox::{Message, Person};

use crate::bot::stage::says::says;
use crate::bot::stage::{
    HERE, Stage, board, button_id, id_of, play_on, play_plies, press, press_more, press_old,
    press_quietly, slash, three_way,
};

/// Returns the newest board with a button, once its content differs from `before`.
async fn with_button(person: &Person, button: &str, before: Option<&Message>) -> Message {
    let found = person.wait_until(button, |view| {
        let channel = view.channel(HERE)?;
        let mut messages = view.messages(&channel).into_iter().rev();
        let newest = messages.find(|message| !message.is_ephemeral())?;
        let is_new = before.is_none_or(|before| before.content() != newest.content());
        (is_new && newest.labels().contains(&button)).then_some(newest)
    });
    found.await.expect("a board")
}

/// Returns the label of a button that answers the request of a person in a game of three.
fn answer_to(stage: &Stage, person: &Person, answer: &str) -> String {
    let view = stage.game(1);
    let color = view.color_of(id_of(person)).expect("a player");
    let name = &view.person(color).expect("a person").name;
    format!("{answer} ({name})")
}

#[tokio::test]
async fn a_move_is_taken_back_at_once_and_played_again() {
    let (stage, people) = Stage::with_duel().await;
    let (mover, other) = (stage.to_move(1, &people), stage.waiting(1, &people));
    let mv = stage.a_move(1).to_string();
    play_on(&stage, &people).await;
    let shown = board(mover, 1, 1).await;
    press_more(mover, &shown, "f1:back:").await;
    let again = board(other, 1, 2).await;
    assert_eq!(again.id(), shown.id(), "the first call is not a minute old");
    says(&again, "takes back 1 move.");
    assert_eq!(stage.game(1).plies(), 0);
    slash(mover, "focus move", &[("move", &mv)]).await;
    let again = board(other, 1, 3).await;
    assert_eq!(again.id(), shown.id(), "called twice for one move");
    // From now on, the opponent is asked.
    let done = slash(mover, "focus takeback", &[]).await;
    assert!(done.is_ephemeral());
    with_button(&people[0], "Allow takeback", None).await;
    assert_eq!(stage.game(1).plies(), 1);
}

#[tokio::test]
async fn an_answered_move_needs_leave_even_after_a_restart() {
    let (mut stage, people) = Stage::with_duel().await;
    let (requester, other) = (stage.to_move(1, &people), stage.waiting(1, &people));
    play_plies(&stage, &people, 2).await;
    slash(requester, "focus takeback", &[("game", "1")]).await;
    let request = with_button(&people[0], "Decline takeback", None).await;
    says(&request, "wants to take back the last 2 moves.");
    let called = board(other, 1, 2).await;
    assert_eq!(request.id(), called.id(), "nobody's turn has come");
    press_quietly(other, &request, "f1:noback").await;
    let calm = with_button(&people[0], "More", Some(&request)).await;
    assert_eq!(stage.game(1).plies(), 2);
    let refusal = press_more(requester, &calm, "f1:back:").await;
    assert!(refusal.is_ephemeral());

    play_plies(&stage, &people, 2).await;
    let calm = board(requester, 1, 4).await;
    stage.restart_bot().await;
    press_more(requester, &calm, "f1:back:").await;
    let request = with_button(&people[0], "Allow takeback", None).await;
    stage.restart_bot().await;
    let refusal = press(requester, &request, "f1:back+").await;
    assert!(refusal.is_ephemeral());
    stage.pass(Duration::from_secs(60));
    press_quietly(other, &request, "f1:back+").await;
    let again = board(requester, 1, 5).await;
    assert_eq!(again.pings(), [requester.id()]);
    assert_eq!(stage.game(1).plies(), 2);
}

#[tokio::test]
async fn three_people_have_to_agree_and_strangers_are_not_asked() {
    let stage = Stage::new().await;
    let people = three_way(&stage).await;
    let requester = stage.to_move(1, &people);
    play_plies(&stage, &people, 2).await;
    let shown = board(requester, 1, 2).await;
    press_more(requester, &shown, "f1:back:").await;
    let allow = answer_to(&stage, requester, "Allow takeback");
    let request = with_button(&people[0], &allow, None).await;
    let stranger = stage.person("sjoerd").await;
    let refusal = press(&stranger, &request, "f1:back+").await;
    assert!(refusal.is_ephemeral());
    let others: Vec<_> = people
        .iter()
        .filter(|person| person.id() != requester.id())
        .collect();
    press_quietly(others[0], &request, "f1:back+").await;
    let request = with_button(&people[0], &allow, Some(&request)).await;
    assert_eq!(stage.game(1).plies(), 2);
    press_quietly(others[1], &request, "f1:back+").await;
    board(requester, 1, 3).await;
    assert_eq!(stage.game(1).plies(), 0);
}

#[tokio::test]
async fn among_three_an_answer_names_whose_request_it_is_and_is_for_no_other() {
    let stage = Stage::new().await;
    let people = three_way(&stage).await;
    let mut movers = Vec::new();
    for _ in 0..3 {
        movers.push(stage.to_move(1, &people));
        play_on(&stage, &people).await;
    }
    slash(movers[0], "focus takeback", &[]).await;
    let allow = answer_to(&stage, movers[0], "Allow takeback");
    let request = with_button(&people[0], &allow, None).await;
    let old = button_id(&request, &allow);
    let refuse = answer_to(&stage, movers[0], "Decline takeback");
    press_quietly(movers[2], &request, &refuse).await;
    slash(movers[1], "focus takeback", &[]).await;
    let allow = answer_to(&stage, movers[1], "Allow takeback");
    with_button(&people[0], &allow, None).await;
    let refusal = press_old(movers[2], &request, &old).await;
    assert!(refusal.is_ephemeral());
    let request = stage.game(1).take_back.expect("a request");
    assert_eq!(request.waiting.len(), 2, "nobody has agreed to it");
}
