//! Connection failures while people play.

use std::time::Duration;

use discord_sandbox::{Response, SandboxOptions};
use focusbot::discord::Settings;
use serde_json::{Value, json};

use crate::bot::faults::boards;
use crate::bot::stage::says::says;
use crate::bot::stage::{
    HERE, LIMITS, Stage, back_again, board, control, duel, end_faults, has_left, hinder, play_on,
    press_quietly, slash, table,
};
use discord_sandbox::Person;

async fn gateway(person: &Person, action: Value) {
    control(person, "gateway", action).await;
}

#[tokio::test]
async fn a_move_is_played_once_though_the_connection_breaks_in_the_middle() {
    let (stage, people) = Stage::with_duel().await;
    for action in [
        json!({"action": "drop"}),
        json!({"action": "close", "code": 4_000}),
        json!({"action": "reconnect"}),
    ] {
        let plies = stage.game(1).plies();
        let mover = stage.to_move(1, &people);
        hinder(mover, "/callback", 1, json!({"delay_ms": 400})).await;
        let mv = stage.a_move(1).to_string();
        let asked = mover.slash(HERE, "focus move", &[("move", &mv)]).await;
        gateway(mover, action).await;
        let done = mover.answer(&asked.expect("a command")).await;
        done.expect("an answer");
        board(mover, 1, plies + 1).await;
    }
    play_on(&stage, &people).await;
    assert_eq!(boards(&people[0]).len(), 5, "one for each position");
}

#[tokio::test]
async fn a_move_asked_for_while_nobody_listens_can_be_made_again() {
    let (stage, people) = Stage::with_duel().await;
    let mover = stage.to_move(1, &people);
    let mv = stage.a_move(1).to_string();
    mover.look_past();
    gateway(mover, json!({"action": "refuse", "on": true})).await;
    // The session is forgotten, so RESUME is refused, and events sent meanwhile are lost.
    gateway(mover, json!({"action": "drop", "forget": true})).await;
    let asked = mover.slash(HERE, "focus move", &[("move", &mv)]).await;
    stage.end_responses();
    let response = mover.response(&asked.expect("a command")).await;
    assert!(matches!(response.expect("an end"), Response::Failed(_)));
    gateway(mover, json!({"action": "refuse", "on": false})).await;
    back_again(mover).await;
    assert_eq!(stage.game(1).plies(), 0, "nothing was done unasked");
    slash(mover, "focus move", &[("move", &mv)]).await;
    board(mover, 1, 1).await;
    play_on(&stage, &people).await;
    assert_eq!(boards(&people[0]).len(), 3, "one for each position");
}

#[tokio::test]
async fn unanswered_heartbeats_lead_to_another_connection() {
    let options = SandboxOptions {
        rate_limits: false,
        // Discord closes a connection that is silent for twice as long.
        heartbeat_interval: Duration::from_secs(15),
        ..SandboxOptions::default()
    };
    let mut stage = Stage::in_sandbox(options, LIMITS).await;
    stage.start_bot().await;
    let people = duel(&stage).await;
    people[0].look_past();
    gateway(&people[0], json!({"action": "mute", "on": true})).await;
    has_left(&people[0]).await;
    gateway(&people[0], json!({"action": "mute", "on": false})).await;
    let back = people[0].wait_for_bot("focus").await;
    back.expect("the bot again");
    play_on(&stage, &people).await;
    assert_eq!(boards(&people[0]).len(), 2, "one for each position");
}

#[tokio::test]
async fn a_bot_that_stops_waits_for_no_discord_that_hangs() {
    let mut stage = Stage::without_bot(LIMITS).await;
    stage.defer_soon();
    stage.start_bot().await;
    let people = duel(&stage).await;
    let mover = stage.to_move(1, &people);
    let mv = stage.a_move(1).to_string();
    // The delay is longer than any test.
    hinder(mover, "POST /messages", 9, json!({"delay_ms": 3_600_000})).await;
    let done = slash(mover, "focus move", &[("move", &mv)]).await;
    says(&done, &mv);
    stage.stop_bot().await.expect("a good end");
    assert_eq!(stage.game(1).plies(), 1, "what was acknowledged is kept");
    end_faults(mover).await;
    stage.start_bot().await;
    board(mover, 1, 1).await;
    play_on(&stage, &people).await;
}

#[tokio::test]
async fn time_without_discord_is_given_back_to_the_clock_that_runs() {
    let stage = Stage::new().await;
    let people = with_clock(&stage).await;
    let health = stage.metrics.health();
    stage.until("people", || !health.is_away()).await;
    gateway(&people[0], json!({"action": "refuse", "on": true})).await;
    gateway(&people[0], json!({"action": "drop"})).await;
    nobody_loses_time_until_discord_is_back(&stage, &people).await;
}

#[tokio::test]
async fn a_start_without_discord_takes_nobodys_time() {
    let mut stage = Stage::new().await;
    let people = with_clock(&stage).await;
    stage.stop_bot().await.expect("a good end");
    gateway(&people[0], json!({"action": "refuse", "on": true})).await;
    stage.run_bot(Settings::at(
        stage.sandbox.base_url(),
        stage.sandbox.token(),
    ));
    nobody_loses_time_until_discord_is_back(&stage, &people).await;
}

/// Returns a duel in which each has an hour.
async fn with_clock(stage: &Stage) -> [Person; 2] {
    let people = stage.people(["anna", "juergen"]).await;
    slash(&people[0], "focus new", &[("clock", "1h")]).await;
    let joined = table(&people[1]).await;
    press_quietly(&people[1], &joined, "f1:join").await;
    board(&people[0], 1, 0).await;
    people
}

/// Advances the clock by more than that hour once the bot has noticed the failure, before
/// Discord lets it reconnect.
async fn nobody_loses_time_until_discord_is_back(stage: &Stage, people: &[Person]) {
    let shown = board(&people[0], 1, 0).await;
    let runs_out = || {
        let clock = stage.game(1).clock.expect("clocks");
        clock.runs_out.expect("a clock that runs")
    };
    let before = runs_out();
    stage
        .until("the interruption", || stage.metrics.health().is_away())
        .await;
    // Deadlines that fall due while nobody can move wait.
    let pause = Duration::from_secs(2 * 3600);
    stage.pass(pause);
    gateway(&people[0], json!({"action": "refuse", "on": false})).await;
    let mended = people[0].wait_until("the time given back", |view| {
        let board = view.message(shown.id())?;
        let (after, text) = (runs_out(), board.content());
        let is_shown = text.contains(&after.seconds().to_string());
        (after >= before.after(pause) && is_shown).then_some(())
    });
    mended.await.expect("a changed board");
    play_on(stage, people).await;
}
