//! Games with computers, as people see them.

use discord_sandbox::Person;
use focus::{Direction, Mode};
use focus_render::TurnSign;
use focusbot::discord::views;
use focusbot::i18n::{Language, Words};
use focusbot::service::Ending;
use focusbot::store::StoreError;

use super::{Gate, board_from, own_turn, stage_behind, stage_of_six_moves, watched_computers};
use crate::bot::stage::says::says;
use crate::bot::stage::{
    HERE, Stage, board, call_off, final_board, id_of, is_board, press, press_more, reads, slash,
    table,
};

#[tokio::test]
async fn one_command_begins_a_game_against_computers_in_every_mode() {
    let (stage, [anna]) = Stage::with_people(["anna"]).await;
    for (number, mode) in (1..).zip(Mode::ALL) {
        let choice = (number - 1).to_string();
        let options = [("mode", choice.as_str()), ("computer", "0")];
        let answer = slash(&anna, "focus new", &options).await;
        says(&answer, "begins");
        let mut seen = None;
        for _ in 0..5 {
            let (shown, step) = own_turn(&anna, number, seen).await;
            says(&shown, "Focusbot · Beginner");
            seen = Some(step);
            let (game, mv) = (number.to_string(), stage.a_move(number).to_string());
            slash(&anna, "focus move", &[("move", &mv), ("game", &game)]).await;
        }
        own_turn(&anna, number, seen).await;
        assert_eq!(stage.game(number).game.rules().mode(), mode);
        assert_eq!(stage.game(number).players.len(), mode.seats());
    }
}

#[tokio::test]
async fn a_game_is_over_when_the_last_person_resigns() {
    let (stage, [anna]) = Stage::with_people(["anna"]).await;
    let options = [("mode", "3"), ("computer", "0"), ("computer2", "4")];
    slash(&anna, "focus new", &options).await;
    let (shown, _) = own_turn(&anna, 1, None).await;
    let question = press_more(&anna, &shown, "Resign").await;
    press(&anna, &question, "Resign").await;
    let over = final_board(&anna, 1).await;
    says(&over, "Only computers are left");
    assert_eq!(stage.thinking(), []);
}

#[tokio::test]
async fn people_and_computers_share_a_table() {
    let (stage, [anna, juergen]) = Stage::with_people(["anna", "juergen"]).await;
    let options = [("mode", "2"), ("computer", "2"), ("people", "2")];
    slash(&anna, "focus new", &options).await;
    let shown = table(&juergen).await;
    says(&shown, "3 of 4");
    says(&shown, "Focusbot · Casual");
    slash(&juergen, "focus join", &[]).await;
    let color = |person: &Person| {
        let view = stage.game(1);
        view.color_of(id_of(person)).expect("a color")
    };
    assert_eq!(color(&anna).opposite(), color(&juergen));
}

#[tokio::test]
async fn computers_play_each_other_for_people_to_watch() {
    let stage = stage_of_six_moves().await;
    let [anna, juergen] = stage.people(["anna", "juergen"]).await;
    let options = [("people", "0"), ("computer", "0"), ("computer2", "3")];
    slash(&anna, "focus new", &options).await;
    let shown = board(&juergen, 1, 6).await;
    assert!(shown.pings().is_empty(), "nobody is called");
    assert_eq!(shown.labels(), ["Look", "Call off"]);
    let refusal = press(&juergen, &shown, "f1:abort").await;
    assert!(refusal.is_ephemeral());
    call_off(&anna, &shown).await;
    final_board(&anna, 1).await;
    let view = stage.game(1);
    assert_eq!(view.ending, Some(Ending::Aborted));
    let scene = views::scene(&view, Direction::South, Words::new(Language::English));
    assert_eq!(scene.outcome, None, "no draw");
    assert_eq!(scene.turn, TurnSign::None);
}

#[tokio::test]
async fn the_channel_shows_that_a_computer_thinks() {
    let gate = Gate::default();
    let stage = stage_behind(&gate).await;
    let anna = stage.person("anna").await;
    slash(&anna, "focus new", &[("computer", "0")]).await;
    let mut plies = 0;
    if stage.game(1).thinking().is_none() {
        board(&anna, 1, 0).await;
        let mv = stage.a_move(1).to_string();
        slash(&anna, "focus move", &[("move", &mv)]).await;
        plies = 1;
    }
    let shown = board(&anna, 1, plies).await;
    says(&shown, "is thinking");
    let typing = anna.wait_for("typing", |event| (event.kind == "typing").then_some(()));
    typing.await.expect("typing");
    gate.open();
    board(&anna, 1, plies + 1).await;
}

#[tokio::test]
async fn computers_among_themselves_change_one_message_and_nobody_types() {
    let stage = stage_of_six_moves().await;
    let anna = stage.person("anna").await;
    slash(&anna, "focus new", &[("people", "0"), ("computer", "0")]).await;
    let shown = board(&anna, 1, 6).await;
    let channel = shown.channel().to_owned();
    let messages = anna.view(|view| view.messages(&channel));
    let public = messages.iter().filter(|message| !message.is_ephemeral());
    assert_eq!(public.count(), 1);
    let requests = stage.sandbox.requests(0);
    assert!(
        !requests
            .iter()
            .any(|request| request.path.ends_with("/typing"))
    );
}

#[tokio::test]
async fn a_board_below_which_people_talk_is_posted_anew() {
    let (_stage, gate, anna, first) = watched_computers().await;
    anna.say(HERE, "Who will win?").await.expect("a message");
    // A later command is handled after it.
    slash(&anna, "focus-info games", &[]).await;
    gate.open();
    let next = anna.wait_for_message("another board", |message| {
        is_board(message) && message.id() != first.id()
    });
    next.await.expect("another board");
    let old = reads(&anna, &first, "[#1](https://").await;
    assert!(old.labels().is_empty() && old.attachments().is_empty());
}

#[tokio::test]
async fn a_computer_moves_though_its_move_could_not_be_kept_at_first() {
    let (stage, gate, anna, shown) = watched_computers().await;
    stage.noted(1, &shown).await;
    let full = StoreError::Database("no space left".to_owned());
    stage.store().fail_commits(Some(full));
    gate.open();
    let faults = || {
        let text = stage.metrics.to_text();
        let mut lines = text.lines().filter(|line| line.contains("faults"));
        lines.any(|line| line.contains("store") && !line.ends_with(" 0"))
    };
    stage.until("a move that is not kept", faults).await;
    stage.store().fail_commits(None);
    board_from(&anna, 1, 2).await;
}

#[tokio::test]
async fn a_game_filled_by_computers_has_its_thread() {
    let (stage, [anna]) = Stage::with_people(["anna"]).await;
    let options = [("computer", "0"), ("thread", "true")];
    slash(&anna, "focus new", &options).await;
    let (shown, _) = own_turn(&anna, 1, None).await;
    assert_eq!(stage.game(1).place.channel.0.to_string(), shown.channel());
    assert!(
        !shown.content().contains("not allowed to open"),
        "{}",
        shown.content()
    );
}
