//! Ways to run several processes on one database, other than to let them share out the shards.

use std::time::Duration;

use focusbot::discord::Settings;
use focusbot::discord::gateway::Shards;
use focusbot::store::records::LeaseRecord;
use focusbot::store::records::record::decode;
use focusbot::store::{Keys, Store, Table};

use crate::bot::connection::leases::Scene;
use crate::bot::connection::posts::{endpoint_for, post_to};
use crate::bot::connection::servers::{HERE, THERE, begin};
use crate::bot::stage::{Process, board, slash_in};

/// Starts a process with one of two shards, and waits until it serves it.
async fn with_shard(scene: &Scene, number: u32) -> Process {
    let shards = Shards {
        first: number,
        last: number,
        total: 2,
    };
    let settings = Settings {
        shards: Some(shards),
        ..scene.stage.settings()
    };
    let process = scene.stage.run_with(settings, scene.store());
    scene.serves(&process, 1).await;
    assert_eq!(process.shards(), [number]);
    process
}

#[tokio::test]
async fn processes_with_shards_of_their_own_serve_the_games_of_one_database() {
    let Some(scene) = Scene::new().await else {
        return;
    };
    let [first, second] = [with_shard(&scene, 0).await, with_shard(&scene, 1).await];
    for process in [&first, &second] {
        scene.may_send(process, 25).await;
    }
    for person in &scene.people {
        person.wait_for_bot("focus").await.expect("the bot");
    }
    let clock = [("clock", "5m")];
    begin(HERE, 1, &scene.people, &clock).await;
    begin(THERE, 2, &scene.people, &clock).await;
    scene.play_on(HERE, 1).await;
    // Nobody else takes the shard of one that stops.
    first.stop().await;
    scene.may_send(&second, 50).await;
    assert_eq!(second.shards(), [1]);
    let first = with_shard(&scene, 0).await;
    scene.play_on(HERE, 1).await;
    scene.play_on(THERE, 2).await;
    let over = Duration::from_secs(600);
    scene.stage.sandbox.clock().advance(over);
    scene.are_over().await;
    first.stop().await;
    second.stop().await;
}

/// Returns the number of the process that does the unprompted work.
fn holder(store: &dyn Store) -> Option<u64> {
    let leases = store.scan(Table::Leases, &Keys::all());
    let mut leases = leases.expect("a store").into_iter();
    leases.find_map(
        |(_, stored)| match decode(&stored.bytes).expect("a record") {
            LeaseRecord::Shard { owner, .. } => owner,
            LeaseRecord::Total { .. }
            | LeaseRecord::Process { .. }
            | LeaseRecord::Start { .. }
            | LeaseRecord::Session(_) => None,
        },
    )
}

#[tokio::test]
async fn every_process_answers_over_http_and_one_at_a_time_does_what_nobody_asks_for() {
    let Some(scene) = Scene::new().await else {
        return;
    };
    let store = scene.store();
    let endpoints = [(); 2].map(|()| endpoint_for(&scene.stage));
    let start = |number: usize| {
        let settings = Settings {
            endpoint: Some(endpoints[number].clone()),
            ..scene.stage.settings()
        };
        scene.stage.run_with(settings, scene.store())
    };
    let first = start(0);
    scene
        .stage
        .until("a process that acts", || holder(&*store).is_some())
        .await;
    let acts = holder(&*store);
    let second = start(1);
    for process in [&first, &second] {
        scene.may_send(process, 25).await;
    }
    assert_eq!(holder(&*store), acts);
    let (stage, anna) = (&scene.stage, &scene.people[0]);
    post_to(stage, &endpoints[0]).await;
    anna.wait_for_bot("focus").await.expect("the bot");
    begin(HERE, 1, &scene.people, &[]).await;
    scene.play_on(HERE, 1).await;
    post_to(stage, &endpoints[1]).await;
    scene.play_on(HERE, 1).await;
    scene.play_on(HERE, 1).await;
    // Both have answered; then the one dies that would move for computers.
    first.kill().await;
    slash_in(anna, HERE, "focus new", &[("computer", "0")]).await;
    let begun = scene.game(2);
    let mut plies = begun.plies() + 1;
    if begun
        .to_move()
        .and_then(|color| begun.person(color))
        .is_some()
    {
        let mv = begun.game.position().legal_moves()[0].to_string();
        let options = [("move", mv.as_str()), ("game", "2")];
        slash_in(anna, HERE, "focus move", &options).await;
        plies += 1;
    }
    stage
        .until("another process that acts", || {
            holder(&*store).is_some_and(|now| Some(now) != acts)
        })
        .await;
    board(anna, 2, plies).await;
    second.stop().await;
}
