//! Stores that several processes share, while they are away.

use std::sync::Arc;
use std::time::Duration;

use discord_sandbox::{LoggedRequest, Response};
use focusbot::service::Timestamp;
use focusbot::store::records::LeaseRecord;
use focusbot::store::records::record::decode;
use focusbot::store::{Keys, Store, Table};

use crate::bot::connection::leases::Gate;
use crate::bot::connection::servers::{begin, runs_out};
use crate::bot::stage::{HERE, LIMITS, Process, Stage, press, slash};

/// Starts a process that has the only shard, on a store as shared ones are.
async fn sharing() -> (Stage, Arc<Gate>, Process) {
    let stage = Stage::without_bot(LIMITS).await;
    let gate = Arc::new(Gate::new(stage.shared_store()));
    let process = stage.run_on(Arc::clone(&gate) as _);
    let anna = stage.person("anna").await;
    anna.wait_for_bot("focus").await.expect("the bot");
    let is_there = || {
        let health = process.metrics.health();
        health.is_connected() && !health.is_away() && !has_away(&*gate)
    };
    stage.until("a process that serves people", is_there).await;
    (stage, gate, process)
}

/// Returns whether a process has noted that people cannot reach a shard of its.
fn has_away(store: &dyn Store) -> bool {
    let leases = store.scan(Table::Leases, &Keys::all()).expect("a store");
    leases.iter().any(|(_, stored)| {
        let record = decode(&stored.bytes).expect("a record");
        matches!(record, LeaseRecord::Process { away, .. } if !away.is_empty())
    })
}

#[tokio::test]
async fn people_are_answered_while_the_store_hangs() {
    let (stage, gate, process) = sharing().await;
    let [anna, juergen] = stage.people(["anna", "juergen"]).await;
    gate.set_closed(true);
    // Nobody has been able to look whether people can reach the bot.
    stage.jumped.send_replace(90_000);
    let mut asked = Vec::new();
    for person in [&anna, &juergen, &anna] {
        asked.push((person, person.slash(HERE, "focus new", &[]).await));
    }
    let is_callback = |request: &LoggedRequest| request.path.contains("/callback");
    let callbacks = || stage.sandbox.requests(0).into_iter().filter(is_callback);
    stage
        .until("answers to all", || callbacks().count() == asked.len())
        .await;
    gate.set_closed(false);
    for (person, asked) in asked {
        let asked = asked.expect("a command");
        let response = person.response(&asked).await.expect("a response");
        assert!(!matches!(response, Response::Failed(_)), "{response:?}");
    }
    process.stop().await;
}

#[tokio::test]
async fn a_late_refusal_leaves_the_panel_as_it_is() {
    let (stage, gate, process) = sharing().await;
    let anna = stage.person("anna").await;
    let panel = slash(&anna, "focus play", &[]).await;
    let panel = press(&anna, &panel, "More options…").await;
    let asked = anna.select(&panel, "p1:x:", &["rated"]).await;
    let panel = anna.answer(&asked.expect("a menu")).await;
    let panel = panel.expect("the panel");
    gate.set_closed(true);
    let asked = anna.press(&panel, "Start").await.expect("a button");
    let response = anna.response(&asked).await.expect("a response");
    assert!(matches!(response, Response::DeferredUpdate), "{response:?}");
    gate.set_closed(false);
    // The panel says so, too.
    let refusal = anna.wait_for_message("a refusal", |message| {
        message.id() != panel.id() && message.content().contains("Play it unrated")
    });
    assert!(refusal.await.expect("a refusal").is_ephemeral());
    let kept = anna.view(|view| view.message(panel.id()));
    let kept = kept.expect("the panel");
    assert!(kept.component("p1:s:").is_some(), "{kept:?}");
    process.stop().await;
}

#[tokio::test]
async fn time_in_which_the_store_was_away_is_given_back() {
    const OUTAGE: Duration = Duration::from_secs(60);
    let (stage, gate, process) = sharing().await;
    let people = stage.people(["anna", "juergen"]).await;
    begin(HERE, 1, &people, &[("clock", "5m")]).await;
    let before = runs_out(&stage, 1);
    let health = process.metrics.health();
    health.note_store_away(Some("the database cannot be reached"));
    stage.until("a note of it", || has_away(&*gate)).await;
    stage.sandbox.clock().advance(OUTAGE);
    health.note_store_away(None);
    let is_given_back = || runs_out(&stage, 1) >= Timestamp::after(before, OUTAGE);
    stage.until("the time given back", is_given_back).await;
    process.stop().await;
}
