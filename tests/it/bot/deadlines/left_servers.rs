//! Clocks on servers that have removed the bot.

use std::time::Instant;

use focusbot::service::Timestamp;
use focusbot::store::{StoreError, Table};
use serde_json::json;

use crate::bot::stage::{
    DAY, GRACE, HOUR, Stage, begun, control, forgetful_stage, slash_in, until_removed,
};

/// Returns the time when the bot left the server of the game, if that is recorded.
fn left_at(stage: &Stage) -> Option<Timestamp> {
    let server = stage.game(1).place.guild.expect("a server");
    stage.service().left_at(server).expect("a store")
}

#[tokio::test]
async fn clock_runs_once_the_data_of_its_server_is_removed() {
    let since = Instant::now();
    let mut stage = forgetful_stage().await;
    stage.start_bot().await;
    let [anna, _] = begun(&stage, ["anna", "juergen"], &[("clock", "14d")]).await;
    control(&anna, "remove_bot", json!({})).await;
    let is_left = || left_at(&stage).is_some();
    stage.until("a note of the removal", is_left).await;
    // Six hours before the end of the grace period: the clock is paused for more than the rest, so
    // that nothing is due during the removal.
    assert_eq!(GRACE, DAY * 30);
    stage.pass(DAY * 29 + HOUR * 18);
    let is_paused = || {
        let clock = stage.game(1).clock;
        clock.and_then(|clock| clock.runs_out) > Some(stage.now())
    };
    stage.until("a paused clock", is_paused).await;
    // If the machine stalls, the process counts as frozen, and removes nothing for a while.
    let is_put_off = || stage.metrics.health().was_frozen_since(since);
    let is_over = || !is_left() || is_put_off();
    until_removed(&stage, "the end of the removal", is_over).await;
    if is_put_off() {
        return;
    }
    stage.pass(15 * DAY);
    let is_out = || stage.game(1).ending.is_some();
    stage.until("a player who is out", is_out).await;
    assert_eq!(left_at(&stage), None);
}

#[tokio::test]
async fn who_looks_from_elsewhere_sees_no_deadline_while_the_clock_is_paused() {
    let stage = Stage::new().await;
    let people = begun(&stage, ["anna", "juergen"], &[("clock", "1d")]).await;
    let mover = stage.to_move(1, &people);
    let direct = mover.open_dm().await.expect("a conversation");
    let deadlines = async || {
        let listed = slash_in(mover, &direct, "focus-info games", &[]).await;
        let looked_at = slash_in(mover, &direct, "focus board", &[]).await;
        [listed, looked_at].map(|message| message.all_text().contains("<t:"))
    };
    assert_eq!(deadlines().await, [true, true]);
    control(mover, "remove_bot", json!({})).await;
    let is_left = || left_at(&stage).is_some();
    stage.until("a note of the removal", is_left).await;
    assert_eq!(deadlines().await, [false, false]);
}

#[tokio::test]
async fn removal_that_the_store_misses_puts_nobody_out() {
    let stage = Stage::new().await;
    let [anna, _] = begun(&stage, ["anna", "juergen"], &[("clock", "1d")]).await;
    // The removal is not as old as the connection.
    stage.pass(2 * HOUR);
    let removed = stage.now();
    let away = StoreError::Unavailable("away".to_owned());
    stage.store().fail_commits_to(Table::Guilds, away);
    control(&anna, "remove_bot", json!({})).await;
    let has_failed = || stage.store().failed() > 0;
    stage.until("a note that fails", has_failed).await;
    let failed = stage.store().failed();
    stage.pass(3 * DAY);
    let is_tried_again = || {
        assert!(stage.game(1).ending.is_none(), "a player is out");
        stage.store().failed() >= failed + 2
    };
    stage.until("another attempt", is_tried_again).await;
    stage.store().fail_commits(None);
    let is_left = || left_at(&stage).is_some();
    stage.until("a note of the removal", is_left).await;
    let left = left_at(&stage).expect("a time");
    let expected = removed.before(HOUR)..removed.after(HOUR);
    assert!(expected.contains(&left), "{left:?}, removed at {removed:?}");
    assert!(stage.game(1).ending.is_none(), "a player is out");
}
