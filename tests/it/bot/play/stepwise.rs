//! Moves made with the button below the board, step by step, and moves written into its form.

use discord_sandbox::{Message, Person, Response};
use focus::{Color, Direction, Mode, Phase};
use focusbot::discord::views::scene;
use focusbot::i18n::{Language, Words};
use serde_json::{Value, json};

use crate::bot::play::computers::own_turn;
use crate::bot::stage::says::says;
use crate::bot::stage::{
    HERE, Stage, answer_to, begin, board, choose_move, do_something_else, hinder, is_left, offered,
    open_form, pick, play_on, play_plies, press, slash, speak_english, submit,
};
use crate::support::players::{Dice, choose};

/// Clicks through the steps from the button to the question whether to play the move.
async fn steps(person: &Person, shown: &Message, mv: &str) -> Message {
    let step = press(person, shown, "f1:move:").await;
    assert!(step.is_ephemeral() && step.attachments().len() == 1);
    let alt = step.attachments()[0]["description"].as_str();
    assert!(alt.is_some_and(|alt| alt.len() > 100), "{alt:?}");
    let id = step.id().to_owned();
    let (asked, choices) = choose_move(person, step, mv).await;
    // With the first press and the one that plays the move, at most four in all.
    assert!((1..=2).contains(&choices), "{choices} choices for {mv}");
    says(&asked, mv);
    assert_eq!(asked.id(), id, "the same private message changes");
    asked
}

/// Plays `plies` plies with the button alone, restarting the bot halfway through each move.
async fn play_with_buttons(names: &[&str], options: &[(&str, &str)], plies: u32) -> Stage {
    let mut stage = Stage::new().await;
    let mut people = Vec::new();
    for name in names {
        people.push(stage.person(name).await);
    }
    begin(&people, options).await;
    let mut dice = Dice(3);
    for ply in 0..plies {
        let mover = stage.to_move(1, &people);
        let shown = board(mover, 1, ply).await;
        let mv = choose(stage.game(1).game.position(), &mut dice, 2).to_string();
        let asked = steps(mover, &shown, &mv).await;
        if ply == 1 {
            stage.restart_bot().await;
        }
        let mover = stage.to_move(1, &people);
        let done = press(mover, &asked, "f1:play:").await;
        says(&done, &mv);
        assert!(done.labels().is_empty());
        board(mover, 1, ply + 1).await;
        assert_eq!(stage.game(1).plies(), ply + 1);
    }
    stage
}

#[tokio::test]
async fn an_exchange_opening_is_played_with_buttons() {
    let options = [("opening", "1")];
    let stage = play_with_buttons(&["anna", "sjoerd"], &options, 3).await;
    assert_eq!(stage.game(1).game.position().phase(), Phase::Play);
}

#[tokio::test]
async fn the_first_round_of_three_is_played_with_buttons() {
    let names = ["anna", "juergen", "lukasz"];
    let stage = play_with_buttons(&names, &[("mode", "1")], 4).await;
    assert_eq!(stage.game(1).game.position().phase(), Phase::Play);
}

#[tokio::test]
async fn four_play_with_buttons_in_four_languages() {
    let names = ["eleonora", "juergen", "lukasz", "sjoerd"];
    for (option, mode) in [("2", Mode::Partners), ("3", Mode::FreeForAll)] {
        let stage = play_with_buttons(&names, &[("mode", option)], 2).await;
        assert_eq!(stage.game(1).game.rules().mode(), mode);
    }
}

#[tokio::test]
async fn every_step_of_a_move_leads_back() {
    let (stage, people) = Stage::with_duel().await;
    let mover = stage.to_move(1, &people);
    let shown = board(mover, 1, 0).await;
    let mv = stage.a_move(1).to_string();
    let asked = steps(mover, &shown, &mv).await;
    let back = press(mover, &asked, "f1:place:").await;
    assert!(offered(&back, "f1:to:").contains(&&*mv));
    let first = press(mover, &back, "f1:move:").await;
    assert_eq!(offered(&first, "f1:from:").len(), 18);
    assert_eq!(stage.game(1).plies(), 0);
    let other = offered(&first, "f1:from:")[1];
    let targets = pick(mover, &first, "f1:from:", &[other]).await;
    let last = offered(&targets, "f1:to:").pop().expect("a move");
    let asked = pick(mover, &targets, "f1:to:", &[last]).await;
    press(mover, &asked, "f1:play:").await;
    assert_eq!(stage.game(1).game.plies()[0].mv.to_string(), last);
}

#[tokio::test]
async fn only_the_player_to_move_is_asked_for_a_move() {
    let (stage, people) = Stage::with_duel().await;
    let shown = board(&people[0], 1, 0).await;
    let eleonora = stage.person("eleonora").await;
    let instead = ["f1:board:1:0", "f1:plans:1:0"];
    for (person, button, ways) in [
        (stage.waiting(1, &people), "f1:move:", 2),
        (stage.waiting(1, &people), "f1:type:", 2),
        (&eleonora, "f1:move:", 1),
        (&eleonora, "f1:type:", 1),
    ] {
        let refusal = press(person, &shown, button).await;
        assert!(refusal.is_ephemeral() && refusal.attachments().is_empty());
        let offered = refusal.components().into_iter();
        let offered: Vec<_> = offered.map(|button| &button["custom_id"]).collect();
        assert_eq!(offered, instead[..ways]);
        let done = press(person, &refusal, instead[ways - 1]).await;
        assert_eq!(done.id(), refusal.id());
    }
}

#[tokio::test]
async fn a_step_from_before_the_last_move_shows_the_new_board() {
    let (stage, people) = Stage::with_duel().await;
    let mover = stage.to_move(1, &people);
    let shown = board(mover, 1, 0).await;
    let first = press(mover, &shown, "f1:move:").await;
    let mv = stage.a_move(1).to_string();
    do_something_else(mover).await;
    let asked = steps(mover, &shown, &mv).await;
    play_on(&stage, &people).await;
    let source = offered(&first, "f1:from:")[0];
    for stale in [
        pick(mover, &first, "f1:from:", &[source]).await,
        press(mover, &asked, "f1:play:").await,
    ] {
        assert_eq!(stale.attachments()[0]["filename"], "focus-1-1.png");
        assert!(stale.component("f1:").is_none(), "{}", stale.content());
    }
    assert_eq!(stage.game(1).plies(), 1);
}

#[tokio::test]
async fn a_step_from_before_leads_to_the_move_that_is_due() {
    let (stage, people) = Stage::with_duel().await;
    let mover = stage.to_move(1, &people);
    let shown = board(mover, 1, 0).await;
    let first = press(mover, &shown, "f1:move:").await;
    play_plies(&stage, &people, 2).await;
    let source = offered(&first, "f1:from:")[0];
    let answer = pick(mover, &first, "f1:from:", &[source]).await;
    says(&answer, "/channels/");
    assert_eq!(answer.attachments()[0]["filename"], "focus-1-2.png");
    let mv = stage.a_move(1).to_string();
    let asked = steps(mover, &answer, &mv).await;
    assert_eq!(asked.id(), first.id());
    press(mover, &asked, "f1:play:").await;
    board(mover, 1, 3).await;
}

/// Opens the form and submits it with this text.
async fn write(person: &Person, message: &Message, text: &str) -> Response {
    let form = open_form(person, message, "f1:type:").await;
    let sent = person.submit_modal(&form, &[("move", text)]).await;
    person
        .response(&sent.expect("a form that is sent"))
        .await
        .expect("a response")
}

#[tokio::test]
async fn the_form_says_how_moves_are_written() {
    let (stage, people) = Stage::with_duel().await;
    let mover = stage.to_move(1, &people);
    let shown = board(mover, 1, 0).await;
    let form = open_form(mover, &shown, "f1:type:").await;
    let line = &form["components"][0];
    assert_eq!(line["type"], 18, "{form}");
    let description = line["description"].as_str().expect("a description");
    assert!(description.contains("+c5"), "{description}");
}

#[tokio::test]
async fn a_move_is_written_into_a_form() {
    let (stage, people) = Stage::with_duel().await;
    let mover = stage.to_move(1, &people);
    let shown = board(mover, 1, 0).await;
    let mv = stage.a_move(1).to_string();
    let spelled = mv.to_uppercase().replace('-', " > ");
    let Response::Update(old) = write(mover, &shown, &spelled).await else {
        panic!("expected the old board without its buttons");
    };
    assert!(old.id() == shown.id() && old.labels().is_empty());
    // The addresses of the picture are signed anew with each message.
    assert_eq!(old.attachments()[0]["id"], shown.attachments()[0]["id"]);
    let new = board(mover, 1, 1).await;
    is_left(mover, &shown, &new).await;
    assert_eq!(stage.game(1).game.plies()[0].mv.to_string(), mv);
}

#[tokio::test]
async fn a_board_that_has_lost_its_buttons_is_followed_by_the_next_one_after_a_restart() {
    let (mut stage, people) = Stage::with_duel().await;
    let mover = stage.to_move(1, &people);
    let shown = board(mover, 1, 0).await;
    hinder(mover, "POST /messages", 1, json!({"delay_ms": 3_600_000})).await;
    let response = write(mover, &shown, &stage.a_move(1).to_string()).await;
    assert!(matches!(response, Response::Update(_)), "{response:?}");
    stage.restart_bot().await;
    let new = board(mover, 1, 1).await;
    assert_eq!(new.pings(), [stage.to_move(1, &people).id()]);
    is_left(mover, &shown, &new).await;
}

#[tokio::test]
async fn a_board_that_goes_on_in_place_keeps_its_buttons() {
    let (stage, [anna]) = Stage::with_people(["anna"]).await;
    slash(&anna, "focus new", &[("computer", "0")]).await;
    let (shown, _) = own_turn(&anna, 1, None).await;
    let response = write(&anna, &shown, &stage.a_move(1).to_string()).await;
    assert!(matches!(response, Response::DeferredUpdate), "{response:?}");
}

#[tokio::test]
async fn an_illegal_move_is_answered_with_legal_ones_to_press() {
    let (mut stage, people) = Stage::with_duel().await;
    let mover = stage.to_move(1, &people);
    let shown = board(mover, 1, 0).await;
    let source = stage.a_move(1).to_string()[..2].to_owned();
    let wrong = format!(
        "{source}-{}",
        if source.starts_with('d') { "e7" } else { "d6" }
    );
    let Response::Message(refusal) = write(mover, &shown, &wrong).await else {
        panic!("expected a private answer");
    };
    let offered = refusal.labels().len();
    assert!(
        refusal.is_ephemeral() && offered > 2,
        "{}",
        refusal.content()
    );
    says(&refusal, &source);
    // Every other way to enter the move gives the same answer.
    let options = [("move", wrong.as_str())];
    let typed = slash(mover, "focus move", &options).await;
    assert_eq!(typed.content(), refusal.content());
    assert_eq!(typed.labels().len(), offered);
    let reply = mover.reply(&shown, &wrong).await.expect("a reply");
    let below = answer_to(mover, &reply).await;
    assert!(below.content().lines().count() > 2 && below.labels().len() == offered);

    stage.restart_bot().await;
    let done = press(stage.to_move(1, &people), &refusal, "f1:play:").await;
    let played = stage.game(1).game.plies()[0].mv.to_string();
    says(&done, &played);
    says(&refusal, &played);
}

#[tokio::test]
async fn a_refused_move_is_corrected_in_the_form() {
    let (stage, people) = Stage::with_duel().await;
    let mover = stage.to_move(1, &people);
    let shown = board(mover, 1, 0).await;
    let mv = stage.a_move(1).to_string();
    let filled = |form: &Value| {
        let value = form["components"][0]["component"]["value"].as_str();
        value.unwrap_or_default().to_owned()
    };
    let source = &mv[..2];
    let target = if source.starts_with('d') { "e7" } else { "d6" };
    let illegal = format!("{source}-{target}");
    for wrong in ["to the left", illegal.as_str()] {
        let Response::Message(refusal) = write(mover, &shown, wrong).await else {
            panic!("expected a private answer");
        };
        assert_eq!(filled(&open_form(mover, &refusal, "f1:type:").await), wrong);
    }
    let Response::Message(refusal) = write(mover, &shown, "to the left").await else {
        panic!("expected a private answer");
    };
    assert_eq!(refusal.labels().len(), 1);
    let form = open_form(mover, &refusal, "f1:type:").await;
    says(&submit(mover, &form, &[("move", &mv)]).await, &mv);
    board(mover, 1, 1).await;
}

#[tokio::test]
async fn a_forged_press_plays_nothing() {
    let (stage, people) = Stage::with_duel().await;
    let mover = stage.to_move(1, &people);
    let shown = board(mover, 1, 0).await;
    let first = press(mover, &shown, "f1:move:").await;
    for value in ["a1", "+", "+9", "e1-e9"] {
        let sent = mover.select(&first, "f1:from:", &[value]).await;
        assert!(sent.is_err(), "{value} was not offered");
    }
    assert_eq!(stage.game(1).plies(), 0);
    let empty = slash(mover, "focus move", &[("move", "c1")]).await;
    assert!(empty.is_ephemeral(), "{}", empty.content());
}

#[tokio::test]
async fn few_moves_are_one_menu_and_a_reserve_has_every_square() {
    for (position, mv, menu) in [
        (BEFORE_A_PASS, "d4-d5", "f1:to:"),
        (ONLY_RESERVES, "+a3", "f1:drop:1:0:+5"),
    ] {
        let (stage, people) = Stage::with_people(["anna", "juergen", "lukasz", "sjoerd"]).await;
        begin(&people, &[("position", position)]).await;
        let mover = stage.to_move(1, &people);
        let shown = board(mover, 1, 0).await;
        let step = press(mover, &shown, "f1:move:").await;
        assert!(offered(&step, menu).iter().all(|value| value.len() > 2));
        let (question, choices) = choose_move(mover, step, mv).await;
        assert_eq!(choices, 1, "three presses in all");
        press(mover, &question, "f1:play:").await;
        board(mover, 1, stage.game(1).steps).await;
        assert_eq!(stage.game(1).game.plies()[0].mv.to_string(), mv);
    }
}

/// Orange has reserves alone.
pub(super) const ONLY_RESERVES: &str = "4t x4/x6/x5,B,x2/x3,G,x4/P,x2,B,x4/x8/x6/x4 O O2 \
                             O:P12,G:O11,B:G12,P:B11 - 0 100";

/// Orange covers the only piece of green.
const BEFORE_A_PASS: &str = "4t x4/x6/x5,B,x2/x3,G,x4/P,x2,O,x4/x8/x6/x4 O - \
                             O:P12,G:O12,B:G12,P:B12 - 0 100";

#[tokio::test]
async fn a_pass_that_a_move_forces_is_told_before_and_counted_with_it() {
    let stage = Stage::new().await;
    let names = ["anna", "juergen", "lukasz", "sjoerd"];
    let people = stage.people(names).await;
    for person in &people {
        speak_english(person).await;
    }
    begin(&people, &[("position", BEFORE_A_PASS)]).await;
    let mover = stage.to_move(1, &people);
    let shown = board(mover, 1, 0).await;
    let asked = steps(mover, &shown, "d4-d5").await;
    let passes = "cannot move and passes.";
    let green = stage.game(1).person(Color::Green).cloned();
    let expected = format!("Green ({}) {passes}", green.expect("a person").name);
    says(&asked, &expected);
    let alt = asked.attachments()[0]["description"].as_str();
    assert!(alt.is_some_and(|alt| alt.contains("Blue")), "{alt:?}");
    assert!(alt.is_some_and(|alt| alt.starts_with("Blue")), "{alt:?}");
    press(mover, &asked, "f1:play:").await;
    let shown = scene(
        &stage.game(1),
        Direction::South,
        Words::new(Language::English),
    );
    let played = shown.recent.last().map(|last| last.mv.to_string());
    assert_eq!(played.as_deref(), Some("d4-d5"), "not the pass after it");
    let after = board(mover, 1, 2).await;
    says(&after, &expected);
    let count = "2 moves played";
    says(&after, count);
    slash(mover, "focus takeback", &[]).await;
    let back = mover.wait_until("the board before", |view| {
        let messages = view.messages(&view.channel(HERE)?).into_iter();
        let taken = "takes back the last 2 moves, forced passes included.";
        messages
            .rev()
            .find(|message| message.content().contains(taken))
    });
    back.await.expect("a board");
    assert_eq!(stage.game(1).plies(), 0);
}
