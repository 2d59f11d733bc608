//! Restarts of the bot: nothing is lost or doubled.

use std::time::Instant;

use discord_sandbox::{Clock, LoggedRequest, Message, SandboxOptions};
use focusbot::service::{LeaseHolder, ProcessId, ShardQuota};
use focusbot::store::{Keys, Store, Table};
use serde_json::json;

use crate::bot::connection::servers::{HERE, THERE, begin, runs_out};
use crate::bot::stage::says::says;
use crate::bot::stage::{
    DAY, LIMITS, Stage, board, changed, control, duel, hinder, pick, press, press_more,
    press_quietly, slash, slash_in, table, with_button,
};

#[tokio::test]
async fn every_button_works_after_a_restart() {
    let (mut stage, people) = Stage::with_people(["anna", "juergen"]).await;
    let [anna, juergen] = &people;
    slash(anna, "focus new", &[("mode", "1")]).await;
    let shown = table(juergen).await;
    stage.restart_bot().await;
    let joined = press(juergen, &shown, "Join").await;
    says(&joined, "2 of 3");
    stage.restart_bot().await;
    press_quietly(anna, &shown, "Start").await;
    let shown = board(anna, 1, 0).await;

    stage.restart_bot().await;
    let looked = press(anna, &shown, "f1:board:").await;
    stage.restart_bot().await;
    press(anna, &looked, "Flip").await;
    press_more(anna, &shown, "f1:draw:").await;
    let offer = with_button(juergen, "Accept draw").await;
    stage.restart_bot().await;
    press_quietly(juergen, &offer, "Decline draw").await;
    let is_calm = |board: &Message| !board.labels().contains(&"Accept draw");
    let calm = changed(anna, &offer, "a board without offer", is_calm).await;
    let question = press_more(anna, &calm, "Resign").await;
    stage.restart_bot().await;
    let done = press(anna, &question, "Resign").await;
    says(&done, "You have resigned");
}

#[tokio::test]
async fn menus_work_after_a_restart() {
    let (mut stage, people) = Stage::with_duel().await;
    let mover = stage.to_move(1, &people);
    let shown = board(mover, 1, 0).await;
    let mv = stage.a_move(1).to_string();
    stage.restart_bot().await;
    let first = press(mover, &shown, "f1:move:").await;
    stage.restart_bot().await;
    let question = pick(mover, &first, "f1:from", &[&mv[..2]]).await;
    stage.restart_bot().await;
    let last = pick(mover, &question, "f1:to", &[&mv]).await;
    stage.restart_bot().await;
    press(mover, &last, "f1:play:").await;
    board(mover, 1, 1).await;
}

#[tokio::test]
async fn committed_move_that_was_not_shown_is_shown_after_a_restart() {
    let (mut stage, people) = Stage::with_duel().await;
    let mover = stage.to_move(1, &people);
    let mv = stage.a_move(1).to_string();
    // The board is rejected permanently, while the response arrives.
    hinder(mover, "POST /messages", 1, json!({"status": 400})).await;
    let done = slash(mover, "focus move", &[("move", &mv)]).await;
    says(&done, &mv);
    stage.stop_bot().await.expect("a good end");
    assert_eq!(stage.game(1).plies(), 1);
    stage.start_bot().await;
    let shown = board(mover, 1, 1).await;
    assert_eq!(shown.pings(), [stage.to_move(1, &people).id()]);
}

#[tokio::test]
async fn commands_are_registered_once() {
    let mut stage = Stage::new().await;
    let registrations = |stage: &Stage| {
        let requests = stage.sandbox.requests(0);
        let puts = requests.iter().filter(|request| request.method == "PUT");
        puts.filter(|request| request.path.ends_with("/commands"))
            .count()
    };
    assert_eq!(registrations(&stage), 1);
    let before = stage.last_request();
    stage.restart_bot().await;
    let anna = stage.person("anna").await;
    slash(&anna, "focus-info help", &[]).await;
    // The new bot has read the registered commands, and found them unchanged.
    let is_look =
        |request: &LoggedRequest| request.method == "GET" && request.path.contains("/commands");
    stage.request(before, is_look).await;
    slash(&anna, "focus-info help", &[]).await;
    assert_eq!(registrations(&stage), 1);
}

#[tokio::test]
async fn a_move_written_during_a_restart_is_played_after_it() {
    let (mut stage, people) = Stage::with_duel().await;
    let mover = stage.to_move(1, &people);
    let shown = board(mover, 1, 0).await;
    let mv = stage.a_move(1).to_string();
    stage.stop_bot().await.expect("a good end");
    mover.reply(&shown, &mv).await.expect("a reply");
    stage.start_bot().await;
    board(mover, 1, 1).await;
    assert_eq!(stage.game(1).game.plies()[0].mv.to_string(), mv);
}

#[tokio::test]
async fn a_command_during_a_restart_is_carried_out_while_it_can_be_answered() {
    // Discord's clock is ahead of the bot's and stands still, so that no command becomes too old.
    let options = SandboxOptions {
        rate_limits: false,
        clock: Clock::frozen(SandboxOptions::default().clock.now_ms() + 3_600_000),
        ..SandboxOptions::default()
    };
    let mut stage = Stage::in_sandbox(options, LIMITS).await;
    stage.start_bot().await;
    let people = duel(&stage).await;
    let mover = stage.to_move(1, &people);
    let mv = stage.a_move(1).to_string();
    stage.stop_bot().await.expect("a good end");
    let asked = mover.slash(HERE, "focus move", &[("move", &mv)]).await;
    stage.start_bot().await;
    let done = mover.answer(&asked.expect("a command")).await;
    done.expect("an answer");
    board(mover, 1, 1).await;
}

#[tokio::test]
async fn outage_of_a_server_around_a_restart_takes_no_time() {
    let (mut stage, people) = Stage::with_people(["anna", "juergen"]).await;
    begin(HERE, 1, &people, &[("clock", "7d")]).await;
    let before = runs_out(&stage, 1);
    control(&people[0], "outage", json!({"on": true})).await;
    // A later answer shows that the bot has received the event.
    slash_in(&people[0], THERE, "focus-info games", &[]).await;
    let days = DAY * 3;
    stage.pass(days);
    stage.restart_bot().await;
    control(&people[0], "outage", json!({"on": false})).await;
    let is_given_back = || runs_out(&stage, 1) >= before.after(days);
    stage.until("the time given back", is_given_back).await;
}

#[tokio::test]
async fn leases_of_processes_that_shared_the_store_before_are_forgotten() {
    let mut stage = Stage::without_bot(LIMITS).await;
    let before = stage.service();
    before.begin_sharing();
    let mut holder = LeaseHolder::new(ProcessId(1));
    let quota = ShardQuota::Fair {
        recommended: 1,
        is_refused: false,
    };
    let times = (stage.now(), Instant::now());
    let joined = before.renew_and_assign(&mut holder, times, quota);
    assert!(joined.expect("a store").has_taken);
    before.leave(&holder, stage.now()).expect("a store");
    let leases = |stage: &Stage| {
        let leases = stage.store().scan(Table::Leases, &Keys::all());
        leases.expect("a store").len()
    };
    assert!(leases(&stage) > 0);
    stage.start_bot().await;
    assert_eq!(leases(&stage), 0);
}
