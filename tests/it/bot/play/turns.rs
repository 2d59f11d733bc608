//! Permissions to act, and actions that take effect only once.

use discord_sandbox::{Message, Person};
use serde_json::json;

use crate::bot::play::computers::own_turn;
use crate::bot::stage::says::{says, says_privately};
use crate::bot::stage::{
    HERE, Stage, board, button_id, changed, control, double_press, hinder, is_board, play_on,
    press, press_more, press_old, press_quietly, reads, slash, three_way, until_in_time,
    with_button,
};

#[tokio::test]
async fn others_are_told_in_private_why_they_cannot_act() {
    let (stage, people) = Stage::with_duel().await;
    let other = stage.waiting(1, &people);
    let lukasz = stage.person("lukasz").await;
    let shown = board(&lukasz, 1, 0).await;
    let mv = stage.a_move(1).to_string();

    let refusal = slash(other, "focus move", &[("move", &mv), ("game", "1")]).await;
    assert!(refusal.is_ephemeral());
    for button in ["f1:draw:1:0", "f1:resign:1:0", "f1:abort:1:0"] {
        let refusal = press_old(&lukasz, &shown, button).await;
        assert!(refusal.is_ephemeral());
        let reason = "tylko osoby, które grają w tej partii";
        says(&refusal, reason);
    }
    assert!(press(&lukasz, &shown, "f1:move:").await.is_ephemeral());
    assert_eq!(stage.game(1).plies(), 0);
}

/// Returns the actions of the buttons of a message.
fn actions(message: &Message) -> Vec<&str> {
    let buttons = message.components().into_iter();
    let ids = buttons.filter_map(|button| button["custom_id"].as_str());
    ids.filter_map(|id| id.split(':').nth(1)).collect()
}

#[tokio::test]
async fn a_running_board_has_no_buttons_but_those_of_every_turn() {
    let (_stage, [anna, _]) = Stage::with_duel().await;
    let shown = board(&anna, 1, 0).await;
    assert_eq!(actions(&shown), ["move", "type", "board", "more"]);
    slash(&anna, "focus new", &[("computer", "0")]).await;
    let (shown, _) = own_turn(&anna, 2, None).await;
    assert_eq!(actions(&shown), ["move", "type", "hint", "board", "more"]);
}

/// Returns the first board of game 1, whose buttons stay because Discord refuses to remove them.
async fn board_that_keeps_its_buttons(person: &Person) -> Message {
    let shown = board(person, 1, 0).await;
    let fault = json!({"status": 403});
    hinder(person, &format!("PATCH {}", shown.id()), 9, fault).await;
    shown
}

/// Checks that a draw offer was refused with the second board of game 1, and had no effect.
fn check_refused_with_newest(stage: &Stage, newest: &Message, refusal: &Message) {
    let text = refusal.content();
    assert!(
        refusal.is_ephemeral() && text.contains(newest.id()),
        "{text}"
    );
    assert_eq!(refusal.attachments()[0]["filename"], "focus-1-1.png");
    assert!(stage.game(1).draw.is_empty());
}

#[tokio::test]
async fn a_press_on_an_old_board_is_refused_with_the_new_one() {
    let (stage, people) = Stage::with_duel().await;
    let shown = board_that_keeps_its_buttons(&people[0]).await;
    play_on(&stage, &people).await;
    let newest = board(&people[0], 1, 1).await;
    stage.noted(1, &newest).await;
    let refusal = press_old(&people[0], &shown, "f1:draw:1:0").await;
    check_refused_with_newest(&stage, &newest, &refusal);
}

#[tokio::test]
async fn a_press_from_before_somebody_left_is_refused_with_the_new_board() {
    let stage = Stage::new().await;
    let people = three_way(&stage).await;
    let shown = board_that_keeps_its_buttons(&people[0]).await;
    let (quitter, other) = (stage.to_move(1, &people), stage.waiting(1, &people));
    let question = press_more(quitter, &shown, "f1:resign:").await;
    press(quitter, &question, "f1:resign!").await;
    let newest = board(other, 1, 1).await;
    stage.noted(1, &newest).await;
    let refusal = press_old(other, &shown, "f1:draw:1:0").await;
    check_refused_with_newest(&stage, &newest, &refusal);
}

#[tokio::test]
async fn a_double_click_acts_once() {
    until_in_time(async || {
        let (_stage, [anna, juergen]) = Stage::with_duel().await;
        let shown = board(&anna, 1, 0).await;
        let menu = press(&anna, &shown, "f1:more:").await;
        let said = double_press(&anna, &menu, "f1:draw:1:0").await;
        let offered = with_button(&juergen, "Accept draw").await;
        assert_eq!(offered.id(), shown.id(), "nobody's turn has come");
        let [done] = &said[..] else {
            return false;
        };
        says(done, "your agreement to a draw is recorded");
        true
    })
    .await;
}

#[tokio::test]
async fn a_response_that_cannot_replace_a_deleted_message_is_sent_anew() {
    let (_stage, [anna, _]) = Stage::with_duel().await;
    let shown = board(&anna, 1, 0).await;
    let menu = press(&anna, &shown, "f1:more:").await;
    let deleted = json!({"status": 404, "code": 10_008});
    hinder(&anna, "POST /callback", 1, deleted).await;
    let question = press(&anna, &menu, "f1:resign:").await;
    assert!(question.is_ephemeral(), "{}", question.content());
    assert_ne!(question.id(), menu.id());
    press(&anna, &question, "f1:resign!").await;
}

#[tokio::test]
async fn an_interaction_delivered_twice_acts_once() {
    let (stage, people) = Stage::with_duel().await;
    let mover = stage.to_move(1, &people);
    let before = stage.last_request();
    control(mover, "duplicate", json!({"count": 1})).await;
    let mv = stage.a_move(1).to_string();
    slash(mover, "focus move", &[("move", &mv)]).await;
    board(mover, 1, 1).await;
    play_on(&stage, &people).await;
    let requests = stage.sandbox.requests(before);
    let callbacks = requests
        .iter()
        .filter(|request| request.path.ends_with("/callback"));
    assert_eq!(callbacks.count(), 2, "one for each of two moves");
    let posts = requests
        .iter()
        .filter(|request| request.method == "POST" && request.path.ends_with("/messages"));
    assert_eq!(posts.count(), 2, "one board for each of two moves");
}

#[tokio::test]
async fn actions_are_carried_out_in_the_order_they_came() {
    let (stage, people) = Stage::with_duel().await;
    let mut game = stage.game(1).game;
    let mut asked = Vec::new();
    for _ in 0..40 {
        let color = game.position().side();
        let view = stage.game(1);
        let player = view.person(color).expect("a person").id;
        let mover = crate::bot::stage::person_of(&people, player);
        let mv = game.position().legal_moves()[0];
        game.play(mv).expect("a legal move");
        // Commands are sent without waiting for answers; one that arrives early is out of turn.
        let options = [("move", &*mv.to_string()), ("game", "1")].map(|(n, v)| (n, v.to_owned()));
        let options: Vec<_> = options.iter().map(|(n, v)| (*n, v.as_str())).collect();
        asked.push((
            mover,
            mover
                .slash(HERE, "focus move", &options)
                .await
                .expect("a command"),
        ));
    }
    for (mover, asked) in asked {
        let done = mover.answer(&asked).await.expect("an answer");
        // At Discord's limit of requests, the board itself is the answer; otherwise there is none but
        // the board in the channel, unless that takes long.
        let is_shown = is_board(&done) || done.is_loading();
        let is_played = is_shown || done.content().contains("Played");
        assert!(
            is_played || done.content().contains("Gespielt"),
            "{}",
            done.content()
        );
    }
    assert_eq!(stage.game(1).plies(), 40);
    let last = board(&people[0], 1, 40).await;
    reads(&people[0], &last, "40").await;
}

#[tokio::test]
async fn a_draw_needs_everybody_and_can_be_refused() {
    let (_stage, [anna, juergen]) = Stage::with_duel().await;
    let shown = board(&anna, 1, 0).await;
    press_more(&anna, &shown, "f1:draw:").await;
    let is_offer = |message: &Message| message.labels().contains(&"Accept draw");
    let offer = with_button(&juergen, "Accept draw").await;
    press_quietly(&juergen, &offer, "Decline draw").await;
    let again = changed(&juergen, &offer, "no offer", |message| !is_offer(message)).await;
    press_more(&juergen, &again, "f1:draw:").await;
    // Anna's view may still show the first offer, which was declined.
    let offer = changed(&juergen, &again, "a second offer", is_offer).await;
    press_quietly(&anna, &offer, "Accept draw").await;
    let over = anna.wait_for_message("the end", |message| message.content().contains("Draw."));
    assert_eq!(over.await.expect("the end").labels(), ["Rematch"]);
}

#[tokio::test]
async fn among_three_an_answer_to_a_draw_names_whose_offer_it_is_and_is_for_no_other() {
    let stage = Stage::new().await;
    let [anna, juergen, lukasz] = three_way(&stage).await;
    let shown = board(&anna, 1, 0).await;
    press_more(&anna, &shown, "f1:draw:").await;
    let is_of_anna = |message: &Message| message.labels().contains(&"Decline draw (Anna)");
    let offer = juergen.wait_for_message("an offer", is_of_anna).await;
    let offer = offer.expect("an offer");
    let old = button_id(&offer, "Accept draw (Anna)");
    press_quietly(&juergen, &offer, "Decline draw (Anna)").await;
    let calm = changed(&juergen, &offer, "no offer", |message| !is_of_anna(message)).await;
    press_more(&juergen, &calm, "f1:draw:").await;
    let is_offer = |message: &Message| message.labels().contains(&"Accept draw (Jürgen)");
    let offer = changed(&lukasz, &calm, "another offer", is_offer).await;
    let refusal = press_old(&lukasz, &offer, &old).await;
    assert!(refusal.is_ephemeral());
    assert_eq!(stage.game(1).draw.len(), 1, "nobody has agreed to it");
}

#[tokio::test]
async fn accepting_a_draw_that_was_withdrawn_offers_none() {
    let (stage, [anna, juergen]) = Stage::with_duel().await;
    let shown = board(&anna, 1, 0).await;
    press_more(&anna, &shown, "f1:draw:").await;
    let offer = with_button(&juergen, "Accept draw").await;
    let accept = button_id(&offer, "Accept draw");
    press_quietly(&anna, &offer, "Decline draw").await;
    let refusal = press_old(&juergen, &offer, &accept).await;
    says_privately(&refusal, "kein Remisangebot, auf das du antworten");
    assert!(stage.game(1).draw.is_empty());
}

#[tokio::test]
async fn resignation_asks_for_confirmation() {
    let (stage, [anna, _juergen]) = Stage::with_duel().await;
    let shown = board(&anna, 1, 0).await;
    let question = press_more(&anna, &shown, "Resign").await;
    assert!(question.is_ephemeral() && stage.game(1).ending.is_none());
    let stays = press(&anna, &question, "No").await;
    assert_eq!(
        (stays.id(), stays.content()),
        (question.id(), "Game #1 goes on.")
    );
    assert!(stays.labels().is_empty() && stage.game(1).ending.is_none());
    let question = slash(&anna, "focus resign", &[]).await;
    let done = press(&anna, &question, "Resign").await;
    says(&done, "You have resigned");
    assert!(done.labels().is_empty());
    let over = anna.wait_for_message("the end", |message| message.content().contains("wins!"));
    let over = over.await.expect("the end");
    assert!(
        over.content().contains("Jürgen") && over.pings().is_empty(),
        "{}",
        over.content()
    );
    let late = slash(&anna, "focus draw", &[("game", "1")]).await;
    says(&late, "has ended");
}

#[tokio::test]
async fn a_game_is_called_off_only_before_its_second_move() {
    let (stage, people) = Stage::with_duel().await;
    play_on(&stage, &people).await;
    let shown = board(&people[0], 1, 1).await;
    let question = press_more(&people[0], &shown, "Call off").await;
    assert!(question.is_ephemeral() && stage.game(1).ending.is_none());
    press(&people[0], &question, "Call off").await;
    let over = people[0].wait_for_message("the end", |message| {
        message.content().contains("Called off") && message.labels() == ["Rematch"]
    });
    over.await.expect("the end");
}
