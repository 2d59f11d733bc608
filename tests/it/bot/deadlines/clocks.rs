//! Clocks: how they are chosen and shown, and the consequences when time is over.

use std::time::{Duration, Instant};

use discord_sandbox::Message;
use focusbot::metrics::SilentShard;
use focusbot::service::{GameId, Player, Timestamp};
use serde_json::{Value, json};

use crate::bot::deadlines::is_to_move_twice;
use crate::bot::stage::says::{says, says_privately};
use crate::bot::stage::suggestions::suggestions;
use crate::bot::stage::{
    DAY, HERE, HOUR, Stage, answer_to, begin, begun, board, final_board, hinder_posts, messages_in,
    play_on, press_quietly, reads, slash, table, with_button,
};

/// Returns Discord's markup of the time at which the clock runs out.
fn runs_out(stage: &Stage) -> String {
    let at = stage.game(1).clock.expect("clocks").runs_out;
    format!("<t:{}:R>", at.expect("a clock that runs").seconds())
}

#[tokio::test]
async fn a_clock_is_told_at_the_table_and_shown_at_the_board() {
    let (mut stage, people) = Stage::with_people(["anna", "juergen"]).await;
    let options = [
        ("opponent1", "juergen"),
        ("clock", "36H"),
        ("overtime", "1"),
    ];
    slash(&people[0], "focus challenge", &options).await;
    let shown = table(&people[1]).await;
    let told = "Clock: 1 day 12 hours per move · when time runs out: out if claimed";
    says(&shown, told);
    stage.restart_bot().await;
    press_quietly(&people[1], &shown, "Accept").await;
    let first = board(&people[0], 1, 0).await;
    says(&first, &runs_out(&stage));
    let mover = stage.to_move(1, &people);
    let listed = slash(mover, "focus-info games", &[]).await;
    says(&listed, &runs_out(&stage));
    play_on(&stage, &people).await;
    let second = board(&people[0], 1, 1).await;
    says(&second, &runs_out(&stage));
}

#[tokio::test]
async fn times_are_offered_and_others_are_refused() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    let offered = suggestions(&anna, HERE, "focus new", &[("clock", "2h")], "clock").await;
    let offered = format!("{offered:?}");
    assert!(
        offered.contains("2 hours per move") && offered.contains("2h+5m"),
        "{offered}"
    );
    for (options, reason) in [
        (&[("clock", "soon")][..], "I can’t read “soon” as a time"),
        (&[("clock", "4m")][..], "5 minutes to 14 days"),
        (&[("overtime", "2")][..], "there is no clock"),
    ] {
        let refusal = slash(&anna, "focus new", options).await;
        says_privately(&refusal, reason);
    }
}

#[tokio::test]
async fn a_duel_ends_by_itself_when_time_is_over() {
    let stage = Stage::new().await;
    let people = begun(&stage, ["anna", "juergen"], &[("clock", "1d")]).await;
    play_on(&stage, &people).await;
    let winner = stage.waiting(1, &people).id().clone();
    stage.pass(DAY);
    let over = final_board(&people[0], 1).await;
    says(&over, "Time ran out.");
    let game = stage.game(1);
    let Some(focusbot::service::Ending::Decided(outcome)) = game.ending else {
        panic!("expected a result");
    };
    let won = outcome
        .winners
        .iter()
        .next()
        .and_then(|color| game.person(color));
    assert_eq!(won.expect("a winner").id.0.to_string(), winner);
}

#[tokio::test]
async fn next_player_is_called_in_games_of_three_and_four() {
    for (mode, names) in [
        ("1", &["anna", "juergen", "lukasz"][..]),
        ("2", &["anna", "juergen", "lukasz", "eleonora"]),
        ("3", &["anna", "juergen", "lukasz", "eleonora"]),
    ] {
        let stage = Stage::new().await;
        let mut people = Vec::new();
        for name in names {
            people.push(stage.person(name).await);
        }
        begin(&people, &[("mode", mode), ("clock", "1h")]).await;
        stage.pass(HOUR);
        let shown = board(&people[0], 1, 1).await;
        says(&shown, "has run out of time and is out");
        let next = stage.to_move(1, &people);
        assert_eq!(shown.pings(), [next.id()]);
    }
}

#[tokio::test]
async fn time_is_claimed_by_a_button_of_the_others() {
    let mut stage = Stage::new().await;
    let options = [("clock", "1h"), ("overtime", "1")];
    let people = begun(&stage, ["anna", "juergen"], &options).await;
    let late = stage.to_move(1, &people).id().clone();
    stage.pass(HOUR);
    let shown = with_button(&people[0], "f1:claim").await;
    assert_eq!(shown.pings(), [stage.waiting(1, &people).id()]);
    assert!(stage.game(1).ending.is_none());
    stage.restart_bot().await;
    let (late, other) = match &people {
        [anna, juergen] if anna.id() == late => (anna, juergen),
        [anna, juergen] => (juergen, anna),
    };
    let own = late.press(&shown, "f1:claim").await.expect("a button");
    assert!(late.answer(&own).await.expect("an answer").is_ephemeral());
    press_quietly(other, &shown, "f1:claim").await;
    final_board(other, 1).await;
    assert!(stage.game(1).ending.is_some());
}

#[tokio::test]
async fn a_game_in_which_nobody_claims_the_time_ends_after_a_week() {
    let mut stage = Stage::new().await;
    let options = [("clock", "1h"), ("overtime", "1")];
    let people = begun(&stage, ["anna", "juergen"], &options).await;
    stage.pass(HOUR);
    let shown = with_button(&people[0], "f1:claim").await;
    let until = stage.game(1).clock.and_then(|clock| clock.claimable_until);
    let until = until.expect("an end of the time to claim");
    says(&shown, &format!("<t:{}:R>", until.seconds()));
    stage.noted(1, &shown).await;
    stage.restart_bot().await;
    stage.pass(DAY * 7);
    let over = final_board(&people[0], 1).await;
    says(&over, "Time ran out.");
    assert!(stage.game(1).ending.is_some());
}

#[tokio::test]
async fn a_computer_plays_on_for_a_player_out_of_time() {
    let stage = Stage::new().await;
    let options = [("clock", "1h"), ("overtime", "2")];
    let people = begun(&stage, ["anna", "juergen"], &options).await;
    let color = stage.game(1).to_move().expect("a color");
    let other = stage.waiting(1, &people);
    stage.pass(HOUR);
    // The handover counts as a step as well.
    let shown = board(other, 1, 2).await;
    assert_eq!(shown.pings(), [other.id()]);
    assert!(matches!(
        stage.game(1).player(color),
        Some(Player::Computer(_))
    ));
    assert_eq!(stage.game(1).plies(), 1);
}

#[tokio::test]
async fn time_in_which_the_bot_was_away_is_given_back() {
    let mut stage = Stage::new().await;
    let people = begun(&stage, ["anna", "juergen"], &[("clock", "1d")]).await;
    let shown = board(&people[0], 1, 0).await;
    stage.stop_bot().await.expect("a good end");
    let before = runs_out(&stage);
    stage.pass(DAY * 3);
    stage.start_bot().await;
    let after = runs_out(&stage);
    assert_ne!(before, after);
    // The existing board reports it instead, and calls nobody again.
    let edited = reads(&people[0], &shown, &after).await;
    assert!(!edited.labels().is_empty() && !edited.attachments().is_empty());
    assert!(stage.game(1).ending.is_none());
    play_on(&stage, &people).await;
}

#[tokio::test]
async fn time_in_which_discord_was_away_is_given_back_though_the_bot_stops_in_it() {
    let mut stage = Stage::new().await;
    let people = begun(&stage, ["anna", "juergen"], &[("clock", "1d")]).await;
    let shown = board(&people[0], 1, 0).await;
    let gateway = |action: Value| people[0].control("gateway", action);
    let refuse = |on: bool| gateway(json!({"action": "refuse", "on": on}));
    refuse(true).await.expect("a control");
    let drop = gateway(json!({"action": "drop", "forget": true}));
    drop.await.expect("a control");
    let is_away = || stage.metrics.health().is_away();
    stage.until("a bot without Discord", is_away).await;
    stage.pass(DAY * 3);
    stage.stop_bot().await.expect("a good end");
    refuse(false).await.expect("a control");
    let before = runs_out(&stage);
    stage.start_bot().await;
    let after = runs_out(&stage);
    assert_ne!(before, after);
    reads(&people[0], &shown, &after).await;
    assert!(stage.game(1).ending.is_none());
    play_on(&stage, &people).await;
}

#[tokio::test]
async fn time_in_which_a_connection_was_silent_is_given_back() {
    const SILENCE: Duration = Duration::from_secs(50);
    let Some(since) = Instant::now().checked_sub(SILENCE) else {
        return;
    };
    let stage = Stage::new().await;
    let people = begun(&stage, ["anna", "juergen"], &[("clock", "1h")]).await;
    let shown = board(&people[0], 1, 0).await;
    stage.noted(1, &shown).await;
    stage.pass(2 * SILENCE);
    let runs_out = || stage.game(1).clock.expect("clocks").runs_out;
    let before = runs_out().expect("a clock that runs");
    let health = stage.metrics.health();
    let [shard] = health.shards()[..] else {
        panic!("expected one shard");
    };
    // It is connected again before anybody has looked.
    health.note_silent(SilentShard {
        number: shard.number,
        total: shard.total,
        since,
    });
    let given_back = || runs_out() >= Some(before.after(SILENCE));
    stage.until("the time given back", given_back).await;
}

#[tokio::test]
async fn frozen_process_flags_nobody() {
    const FREEZE: Duration = Duration::from_secs(400);
    let stage = Stage::new().await;
    let people = begun(&stage, ["anna", "juergen"], &[("clock", "1h")]).await;
    let other = stage.people(["lukasz"]).await;
    let shown = board(&people[0], 1, 0).await;
    stage.noted(1, &shown).await;
    let runs_out = || stage.game(1).clock.expect("clocks").runs_out;
    let over = runs_out().expect("a clock that runs");
    let (clock, left) = (stage.sandbox.clock(), FREEZE * 3 / 4);
    clock.advance(over.before(left).since(Timestamp(clock.now_ms())));
    // Neither another due deadline nor a move just after ends the game.
    stage.jumped.send_replace(400_000);
    slash(&other[0], "focus new", &[("clock", "5m")]).await;
    play_on(&stage, &people).await;
    assert!(stage.game(1).ending.is_none());
    let before = runs_out().expect("a clock that runs");
    stage.jumped.send_replace(800_000);
    let mended = people[0].wait_until("the time given back", |view| {
        let name = "focus-1-1.png";
        let channel = view.channel(HERE)?;
        let boards = view.messages(&channel).into_iter();
        let mut boards = boards.filter(|message| {
            message
                .attachments()
                .iter()
                .any(|file| file["filename"] == name)
        });
        let (after, text) = (runs_out()?, boards.next()?.content().to_owned());
        let is_shown = text.contains(&after.seconds().to_string());
        (after >= before.after(FREEZE) && is_shown).then_some(())
    });
    mended.await.expect("a changed board");
    assert!(stage.game(1).ending.is_none());
}

#[tokio::test]
async fn freeze_that_is_too_short_to_be_given_back_to_all_flags_nobody() {
    const FREEZE: Duration = Duration::from_secs(27);
    let stage = Stage::new().await;
    let people = begun(&stage, ["anna", "juergen"], &[("clock", "5m")]).await;
    let other = stage.people(["lukasz"]).await;
    let shown = board(&people[0], 1, 0).await;
    stage.noted(1, &shown).await;
    let runs_out = || stage.game(1).clock.expect("clocks").runs_out;
    let over = runs_out().expect("a clock that runs");
    let clock = stage.sandbox.clock();
    let left = Duration::from_secs(24);
    clock.advance(over.before(left).since(Timestamp(clock.now_ms())));
    stage.jumped.send_replace(27_000);
    // Another deadline makes the bot look at all of them.
    slash(&other[0], "focus new", &[("clock", "5m")]).await;
    let is_decided = || stage.game(1).ending.is_some() || runs_out() > Some(over);
    stage.until("a decision about the time", is_decided).await;
    assert!(stage.game(1).ending.is_none());
    assert!(runs_out() >= Some(over.after(FREEZE)));
}

#[tokio::test]
async fn the_person_to_move_is_reminded_below_the_board_and_once() {
    let mut stage = Stage::new().await;
    let people = begun(&stage, ["anna", "juergen"], &[("clock", "1d")]).await;
    let shown = board(&people[0], 1, 0).await;
    stage.noted(1, &shown).await;
    let mover = stage.to_move(1, &people);
    stage.pass(DAY * 3 / 4);
    let is_reminder = |message: &Message| message.content().contains("it is your turn in game #1");
    let reminder = mover.wait_for_message("a reminder", is_reminder).await;
    let reminder = reminder.expect("a reminder");
    assert_eq!(reminder.pings(), [mover.id()]);
    says(&reminder, &runs_out(&stage));
    let answered = reminder.0["message_reference"]["message_id"].as_str();
    assert_eq!(answered, Some(shown.id()));
    stage.restart_bot().await;
    // A move in reply to it is played in that game.
    let mv = stage.a_move(1).to_string();
    mover.reply(&reminder, &mv).await.expect("a reply");
    board(mover, 1, 1).await;
    let messages = messages_in(&people[0], HERE);
    assert_eq!(
        messages
            .iter()
            .filter(|message| is_reminder(message))
            .count(),
        1
    );
}

#[tokio::test]
async fn a_reminder_that_would_come_after_the_end_does_not_come() {
    let stage = Stage::new().await;
    let options = [("clock", "1h"), ("overtime", "1")];
    let people = begun(&stage, ["anna", "juergen"], &options).await;
    let channel = people[0].channel(HERE).expect("a channel");
    let limit = json!({"status": 429, "retry_after": 55.0});
    hinder_posts(&people[0], &channel, 1, limit).await;
    let (clock, last) = (stage.sandbox.clock(), Duration::from_secs(50));
    let over = stage.game(1).clock.and_then(|clock| clock.runs_out);
    let over = over.expect("a clock that runs");
    clock.advance(over.before(last).since(Timestamp(clock.now_ms())));
    stage.limit().await;
    clock.advance(last);
    let is_dropped = || {
        let due = stage.service().reminder_of(GameId(1), over);
        due.expect("a store").is_none()
    };
    stage.until("the end of the reminder", is_dropped).await;
    for message in people[0].view(|view| view.messages(&channel)) {
        let text = message.content();
        assert!(!text.contains("it is your turn in game #1"), "{text}");
    }
}

#[tokio::test]
async fn a_move_below_a_reminder_is_for_its_game_and_step() {
    let stage = Stage::new().await;
    let people = begun(&stage, ["anna", "juergen"], &[("clock", "1d")]).await;
    let mover = stage.to_move(1, &people);
    stage.pass(DAY * 3 / 4);
    let reminder = mover.wait_for_message("a reminder", |message| {
        message.content().contains("it is your turn in game #1")
    });
    let reminder = reminder.await.expect("a reminder");

    is_to_move_twice(&stage, &people, mover).await;
    let mv = stage.a_move(1).to_string();
    slash(mover, "focus move", &[("move", &mv), ("game", "1")]).await;
    board(mover, 1, 1).await;

    let before = stage.game(2).plies();
    let mv = stage.a_move(2).to_string();
    let reply = mover.reply(&reminder, &mv).await.expect("a reply");
    says(&answer_to(mover, &reply).await, "not the latest board");
    assert_eq!((stage.game(1).plies(), stage.game(2).plies()), (1, before));
}
