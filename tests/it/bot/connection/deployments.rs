//! Several processes on one database that do not share out the shards: fixed shards, or none.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use discord_sandbox::{Message, Person, SandboxOptions};
use focusbot::discord::gateway::endpoint::Endpoint;
use focusbot::service::{GameId, Request, Service, Timestamp};
use focusbot::store::records::LeaseRecord;
use focusbot::store::records::record::decode;
use focusbot::store::{Keys, Store, Table};
use serde_json::json;

use crate::bot::connection::gated_store::GatedStore;
use crate::bot::connection::leases::{Scene, no_login_is_refused};
use crate::bot::connection::posts::{endpoint_for, post_to, settings_at};
use crate::bot::connection::servers::{HERE, THERE, begin, followed};
use crate::bot::play::computers::{Gate, players};
use crate::bot::stage::{
    HOUR, LIMITS, Process, Stage, board, changed, duel, hinder, nameless, person_of, play_on,
    slash_in, told,
};
use crate::bot::user_install::{GROUP, group, set_up, sit_down};

/// Starts a process with one of two shards, and waits until it serves it.
async fn with_shard(scene: &Scene, number: u32, store: Arc<dyn Store>) -> Process {
    let settings = scene.stage.settings_of(number..=number, 2);
    let process = scene.stage.run_with(settings, store);
    scene.serves(&process, 1).await;
    assert_eq!(process.shards(), [number]);
    process
}

#[tokio::test]
async fn processes_with_shards_of_their_own_serve_the_games_of_one_database() {
    let Some(scene) = Scene::new().await else {
        return;
    };
    let first = with_shard(&scene, 0, scene.store()).await;
    let second = with_shard(&scene, 1, scene.store()).await;
    for process in [&first, &second] {
        scene.stage.may_send(process, 25).await;
    }
    for person in &scene.people {
        person.wait_for_bot("focus").await.expect("the bot");
    }
    let clock = [("clock", "1h")];
    begin(HERE, 1, &scene.people, &clock).await;
    begin(THERE, 2, &scene.people, &clock).await;
    scene.play_on(HERE, 1).await;
    // The other process does not take the shard of one that stops.
    first.stop().await;
    scene.stage.may_send(&second, 50).await;
    assert_eq!(second.shards(), [1]);
    let first = with_shard(&scene, 0, scene.store()).await;
    scene.play_on(HERE, 1).await;
    scene.play_on(THERE, 2).await;
    scene.stage.pass(HOUR * 2);
    scene.are_over().await;
    first.stop().await;
    second.stop().await;
}

/// Returns the number of logins of two processes that start together, each with eight shards of the
/// same eight buckets, of which Discord has sixteen; `None` where there is no PostgreSQL.
async fn logins_of_the_same_buckets() -> Option<u64> {
    let options = SandboxOptions {
        concurrency: 16.try_into().expect("sixteen"),
        ..SandboxOptions::default()
    };
    let scene = Scene::with(options).await?;
    let processes = [0..=7, 16..=23].map(|shards| {
        let settings = scene.stage.settings_of(shards, 24);
        scene.stage.run_with(settings, scene.store())
    });
    for process in &processes {
        let serves = || process.shards().len() == 8;
        scene.stage.until("the shards", serves).await;
    }
    let leases = scene.store().scan(Table::Leases, &Keys::all());
    let leases = leases.expect("a store").into_iter();
    let leases = leases.map(|(_, stored)| decode::<LeaseRecord>(&stored.bytes).expect("a record"));
    let buckets = leases.filter(|lease| matches!(lease, LeaseRecord::Start { .. }));
    assert_eq!(buckets.count(), 8);
    let logins = scene.logins().await;
    for process in processes {
        process.stop().await;
    }
    Some(logins)
}

#[tokio::test]
async fn processes_begin_the_sessions_of_each_bucket_in_turn() {
    no_login_is_refused(16, logins_of_the_same_buckets).await;
}

/// Starts a process without shards.
fn at_endpoint(scene: &Scene, endpoint: &Endpoint) -> Process {
    let settings = settings_at(&scene.stage, endpoint);
    scene.stage.run_with(settings, scene.store())
}

/// Moves for this person if it is not the computer's turn; returns the number of plies when it
/// is.
async fn before_computer(scene: &Scene, person: &Person, channel: &str, game: u32) -> u32 {
    let begun = scene.game(game);
    let color = begun.to_move().expect("a game that goes on");
    if begun.person(color).is_none() {
        return begun.plies();
    }
    let (number, mv) = (game.to_string(), begun.game.position().legal_moves()[0]);
    let options = [("move", mv.to_string()), ("game", number)];
    let options = options
        .each_ref()
        .map(|(name, value)| (*name, value.as_str()));
    slash_in(person, channel, "focus move", &options).await;
    begun.plies() + 1
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
async fn every_process_answers_over_http_and_one_at_a_time_does_the_unprompted_work() {
    let Some(scene) = Scene::new().await else {
        return;
    };
    let store = scene.store();
    let endpoints = [(); 2].map(|()| endpoint_for(&scene.stage));
    let first = at_endpoint(&scene, &endpoints[0]);
    scene
        .stage
        .until("a process that acts", || holder(&*store).is_some())
        .await;
    let acts = holder(&*store);
    let second = at_endpoint(&scene, &endpoints[1]);
    for process in [&first, &second] {
        scene.stage.may_send(process, 25).await;
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
    // Both have answered; then the one that moves for computers is killed.
    first.kill().await;
    slash_in(anna, HERE, "focus new", &[("computer", "0")]).await;
    let plies = before_computer(&scene, anna, HERE, 2).await;
    stage
        .until("another process that acts", || {
            holder(&*store).is_some_and(|now| Some(now) != acts)
        })
        .await;
    board(anna, 2, plies + 1).await;
    second.stop().await;
}

#[tokio::test]
async fn a_computer_moves_although_the_process_of_its_search_ended() {
    let Some(mut scene) = Scene::new().await else {
        return;
    };
    let store = scene.store();
    let endpoints = [(); 2].map(|()| endpoint_for(&scene.stage));
    let first = at_endpoint(&scene, &endpoints[0]);
    let has_holder = || holder(&*store).is_some();
    scene.stage.until("a process that acts", has_holder).await;
    // In the other one, computers take their time.
    scene.stage.pool.min_move_time = Duration::from_secs(3_600);
    let second = at_endpoint(&scene, &endpoints[1]);
    post_to(&scene.stage, &endpoints[1]).await;
    let anna = &scene.people[0];
    anna.wait_for_bot("focus").await.expect("the bot");
    slash_in(anna, HERE, "focus new", &[("computer", "0")]).await;
    let plies = before_computer(&scene, anna, HERE, 1).await;
    second.kill().await;
    scene.stage.pass(Duration::from_secs(60));
    board(anna, 1, plies + 1).await;
    first.stop().await;
}

#[tokio::test]
async fn a_computers_move_is_shown_by_the_process_that_was_asked_though_another_one_made_it() {
    let Some(mut scene) = Scene::new().await else {
        return;
    };
    let store = scene.store();
    let endpoints = [(); 2].map(|()| endpoint_for(&scene.stage));
    let acting = at_endpoint(&scene, &endpoints[0]);
    let has_holder = || holder(&*store).is_some();
    scene.stage.until("a process that acts", has_holder).await;
    let (gate, has_begun) = (Gate::default(), Arc::new(AtomicBool::new(false)));
    let (held, begun) = (gate.clone(), Arc::clone(&has_begun));
    scene.stage.pool.players = players(move |stop| {
        begun.store(true, Relaxed);
        held.wait(stop);
    });
    scene.stage.pool.longest = Duration::from_secs(3_600);
    let asked = at_endpoint(&scene, &endpoints[1]);
    post_to(&scene.stage, &endpoints[1]).await;
    scene.people[0]
        .wait_for_bot("focus")
        .await
        .expect("the bot");
    let [anna, _juergen] = group(&scene.stage, ["anna", "juergen"]).await;
    let options = [("computer", "0"), ("people", "1")];
    slash_in(&anna, GROUP, "focus new", &options).await;
    let plies = before_computer(&scene, &anna, GROUP, 1).await;
    board(&anna, 1, plies).await;
    let has_begun = || has_begun.load(Relaxed);
    scene.stage.until("a search", has_begun).await;
    scene.stage.pass(Duration::from_secs(60));
    let has_moved = || scene.game(1).plies() > plies;
    scene.stage.until("the computer's move", has_moved).await;
    // The process that was asked finds out when its own move is refused.
    gate.open();
    board(&anna, 1, plies + 1).await;
    for process in [acting, asked] {
        process.stop().await;
    }
}

#[tokio::test]
async fn an_old_board_becomes_a_line_though_another_process_holds_the_shard() {
    let stage = Stage::without_bot(LIMITS).await;
    let store: Arc<dyn Store> = Arc::new(GatedStore::new(stage.shared_store()));
    let start = |endpoint| stage.run_with(settings_at(&stage, endpoint), Arc::clone(&store));
    let endpoints = [(); 2].map(|()| endpoint_for(&stage));
    let acting = start(&endpoints[0]);
    let has_holder = || holder(&*store).is_some();
    stage.until("a process that acts", has_holder).await;
    let asked = start(&endpoints[1]);
    post_to(&stage, &endpoints[1]).await;
    let anna = stage.person("anna").await;
    anna.wait_for_bot("focus").await.expect("the bot");
    let people = duel(&stage).await;
    let old = board(&people[0], 1, 0).await;
    play_on(&stage, &people).await;
    let is_line = |old: &Message| old.labels().is_empty() && old.attachments().is_empty();
    changed(&people[0], &old, "the old board as a line", is_line).await;
    for process in [acting, asked] {
        process.stop().await;
    }
}

#[tokio::test]
async fn a_message_that_cannot_be_changed_yet_is_not_tried_at_every_look() {
    let stage = Stage::without_bot(LIMITS).await;
    let store = Arc::new(GatedStore::new(stage.shared_store()));
    let endpoint = endpoint_for(&stage);
    let settings = settings_at(&stage, &endpoint);
    let process = stage.run_with(settings, Arc::clone(&store) as _);
    post_to(&stage, &endpoint).await;
    let anna = stage.person("anna").await;
    anna.wait_for_bot("focus").await.expect("the bot");
    let people = group(&stage, ["anna", "juergen"]).await;
    let table = set_up(&people[0], GROUP, &[]).await;
    sit_down(&people[1], &table).await;
    let old = board(&people[0], 1, 0).await;
    let refused = json!({"status": 403, "code": 50_013});
    hinder(&anna, &format!("PATCH {}", old.id()), 99, refused).await;
    let (mover, mv) = (stage.to_move(1, &people), stage.a_move(1).to_string());
    slash_in(mover, GROUP, "focus move", &[("move", &mv)]).await;
    board(mover, 1, 1).await;
    let tries = || {
        let mut requests = stage.sandbox.requests(0);
        requests.retain(|asked| asked.method == "PATCH" && asked.path.contains(old.id()));
        requests.len()
    };
    stage.until("an attempt", || tries() > 0).await;
    let looks = || store.looks(Table::Leftovers);
    let (looked, before) = (looks(), tries());
    let has_looked = || looks() >= looked + 12;
    stage.until("twelve more looks", has_looked).await;
    let more = tries() - before;
    // Some attempts may still be due to changes in the game.
    assert!(more <= 6, "{more} attempts at twelve looks");
    process.stop().await;
}

/// Makes a move as another process would, without showing it.
fn move_unseen(scene: &Scene, game: u32, now: Timestamp) {
    let view = scene.game(game);
    let mover = view.to_move().and_then(|color| view.person(color));
    let actor = nameless(mover.expect("a person").id);
    let text = view.game.position().legal_moves()[0].to_string();
    let (game, seen) = (GameId(game), None);
    let request = Request::Move {
        game,
        seen,
        asked: None,
        text,
    };
    let done = Service::new(scene.store(), LIMITS).handle(now, &actor, request, 0);
    done.expect("a move");
}

/// Waits until the person to move in a game has been told of the turn in private.
async fn is_told(scene: &Scene, people: &[Person], game: u32) {
    let view = scene.game(game);
    let next = view.to_move().and_then(|color| view.person(color));
    let next = person_of(people, next.expect("a person").id);
    told(next, &format!("#{game}")).await;
}

#[tokio::test]
async fn notice_of_a_recent_move_is_left_to_the_process_that_may_be_showing_it() {
    let Some(scene) = Scene::new().await else {
        return;
    };
    let (clock, hour) = (scene.stage.sandbox.clock(), Duration::from_secs(3_600));
    let endpoint = endpoint_for(&scene.stage);
    let process = at_endpoint(&scene, &endpoint);
    post_to(&scene.stage, &endpoint).await;
    scene.people[0]
        .wait_for_bot("focus")
        .await
        .expect("the bot");
    let people = group(&scene.stage, ["anna", "juergen"]).await;
    for game in 1..=2 {
        // A table that takes long follows an answer that its host alone sees.
        slash_in(&people[0], GROUP, "focus new", &[]).await;
        slash_in(&people[1], GROUP, "focus join", &[]).await;
        board(&people[1], game, 0).await;
    }
    process.stop().await;
    let now = Timestamp(clock.now_ms());
    // However long everything takes, the move in the first game is a new one.
    move_unseen(&scene, 1, now.after(hour * 2));
    move_unseen(&scene, 2, now);
    clock.advance(hour);
    let process = at_endpoint(&scene, &endpoint);
    is_told(&scene, &people, 2).await;
    for person in &people {
        let direct = person.open_dm().await.expect("a conversation");
        let mut messages = person.view(|view| view.messages(&direct)).into_iter();
        let is_told = messages.any(|message| message.content().contains("#1"));
        assert!(!is_told, "told too early");
    }
    process.stop().await;
    clock.advance(hour * 2);
    let process = at_endpoint(&scene, &endpoint);
    is_told(&scene, &people, 1).await;
    process.stop().await;
}

#[tokio::test]
async fn a_process_that_stops_still_answers_what_is_posted_to_it() {
    let Some(scene) = Scene::new().await else {
        return;
    };
    let endpoint = endpoint_for(&scene.stage).with_stragglers(Duration::from_secs(3_600));
    let mut process = at_endpoint(&scene, &endpoint);
    post_to(&scene.stage, &endpoint).await;
    let anna = &scene.people[0];
    anna.wait_for_bot("focus").await.expect("the bot");
    process.tell_to_stop();
    let health = process.metrics.health();
    let is_left_out = || {
        let told = [health.obstacles(), health.reasons_to_leave_out()];
        let stopping = "the bot is stopping".to_owned();
        told.iter().all(|reasons| reasons.contains(&stopping))
    };
    scene
        .stage
        .until("a sign for the balancer", is_left_out)
        .await;
    begin(HERE, 1, &scene.people, &[]).await;
    process.kill().await;
}

#[tokio::test]
async fn moves_are_soon_followed_on_a_server_that_another_process_serves() {
    let Some(scene) = Scene::new().await else {
        return;
    };
    let store = Arc::new(GatedStore::new(scene.store()));
    let processes = [
        with_shard(&scene, 0, scene.store()).await,
        with_shard(&scene, 1, Arc::clone(&store) as _).await,
    ];
    for process in &processes {
        scene.stage.may_send(process, 25).await;
    }
    for person in &scene.people {
        person.wait_for_bot("focus").await.expect("the bot");
    }
    begin(HERE, 1, &scene.people, &[]).await;
    let anna = &scene.people[0];
    slash_in(anna, THERE, "focus-info watch", &[("game", "1")]).await;
    followed(anna, 0).await;
    scene.play_on(HERE, 1).await;
    followed(anna, 1).await;
    // At the interval of a process that is alone, five looks would exceed every time limit here.
    let looks = || store.looks(Table::Behind);
    let before = looks();
    let has_looked = || looks() >= before + 5;
    scene.stage.until("five more looks", has_looked).await;
    for process in processes {
        process.stop().await;
    }
}
