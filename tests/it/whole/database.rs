//! Bot whose games are in PostgreSQL.

use std::cell::Cell;
use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use discord_sandbox::{Asked, Person, Response};
use focus::Game;
use rustix::process::{Pid, Signal, kill_process};

use crate::store::postgres::proxy::Proxy;
use crate::store::postgres::{Database, database};
use crate::support::until;
use crate::whole::harness::{
    self, Bot, CHANNEL, Shown, TRIES, Whole, board, bot_is_gone, done, send_move,
};

/// Path that tells whether people are served.
const READY: &str = "/readyz";
/// Path that tells whether a balancer should send interactions.
const BALANCER: &str = "/readyz/balancer";

/// Time for which the bot waits for a database that is away.
const PATIENCE: Duration = Duration::from_secs(10);
/// Time for which posts are received after the sign for the balancer.
const STRAGGLERS: Duration = Duration::from_secs(3);

/// Part of the line that the bot logs for a command to which it says nothing.
const IGNORED: &str = "it is ignored";

/// Returns an empty database with a proxy in front of it; `None` without PostgreSQL.
async fn empty_database() -> Option<(Database, Proxy)> {
    let database = tokio::task::spawn_blocking(database).await;
    let database = database.expect("no panic")?;
    let proxy = Proxy::new(&database);
    Some((database, proxy))
}

/// Starts the bot, and returns it with the address of its monitor and the number of commands to which
/// it says nothing.
fn start(whole: &Whole, database: &Database, proxy: &Proxy) -> (Bot, String, Arc<AtomicUsize>) {
    start_with(whole, database, proxy, &[])
}

/// Starts the bot as [`start`] does, with further settings.
fn start_with(
    whole: &Whole,
    database: &Database,
    proxy: &Proxy,
    settings: &[(&str, &str)],
) -> (Bot, String, Arc<AtomicUsize>) {
    let mut command = whole.command("run");
    command
        .env("FOCUSBOT_STORE_URL", database.url_through(proxy.port()))
        .env("FOCUSBOT_MONITOR_LISTEN", "127.0.0.1:0")
        .env("NO_COLOR", "1")
        .envs(settings.iter().copied())
        .stdin(Stdio::null())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary of this package");
    let log = BufReader::new(child.stderr.take().expect("a pipe"));
    let mut lines = log.lines().map(|line| line.expect("a line of the log"));
    let told = lines.find_map(|line| {
        let (_, address) = line.split_once("monitor address=")?;
        Some(address.trim().to_owned())
    });
    let ignored = Arc::<AtomicUsize>::default();
    let count = Arc::clone(&ignored);
    // A full pipe would stop the bot.
    thread::spawn(move || {
        for _line in lines.filter(|line| line.contains(IGNORED)) {
            count.fetch_add(1, Ordering::Relaxed);
        }
    });
    (Bot(child), told.expect("the monitor's address"), ignored)
}

/// Requests a path of the monitor, and returns the answer; `None` if the bot has ended.
fn try_to_get(address: &str, path: &str) -> Option<String> {
    harness::get(address, "bot", path)
}

/// Requests a path of the monitor, and returns the answer.
fn get(address: &str, path: &str) -> String {
    try_to_get(address, path).expect("an answer")
}

/// Returns whether nothing is wrong according to a path of the monitor.
fn is_ok(address: &str, path: &str) -> bool {
    try_to_get(address, path).is_some_and(|told| told.split(' ').nth(1) == Some("200"))
}

/// Waits until this keeps people from being served.
fn wait_for(address: &str, obstacle: &str) {
    until(obstacle, || get(address, READY).contains(obstacle));
}

/// Waits until a process waits for the shard of another one, or has taken it; returns whether it
/// waits.
fn waits_for_shard(address: &str) -> bool {
    let obstacle = "waits for 1 shard that another process holds";
    let waits = Cell::new(false);
    until("a process that waits for a shard or has taken it", || {
        waits.set(get(address, READY).contains(obstacle));
        waits.get() || get(address, "/metrics").contains("focusbot_shard_connected{shard=\"0\"} 1")
    });
    waits.get()
}

/// Plays the first legal move, and returns the next board.
async fn play(people: &[Person], shown: &Shown, game: &mut Game) -> Shown {
    let asked = ask(people, shown, game).await;
    done(asked.0, &asked.1).await;
    board(&people[0], shown.id, shown.plies + 1).await
}

/// Plays the first legal move while the database is away for a moment, and returns the next board.
/// On a busy machine, that moment may be longer than the bot waits; then the move is played again.
async fn play_without_database(
    people: &[Person],
    shown: &Shown,
    game: &mut Game,
    proxy: &Proxy,
) -> Shown {
    let (before, plies) = (game.clone(), shown.plies + 1);
    for _ in 0..TRIES {
        let begun = Instant::now();
        proxy.set_away(true);
        *game = before.clone();
        let (mover, asked) = ask(people, shown, game).await;
        proxy.set_away(false);
        if is_answered(mover, &asked).await {
            tokio::select! {
                biased;
                next = board(&people[0], shown.id, plies) => return next,
                told = mover.answer(&asked) => match told {
                    Ok(told) if told.all_text().contains('`') => {}
                    Ok(_) | Err(_) => return board(&people[0], shown.id, plies).await,
                },
            }
        }
        assert!(begun.elapsed() >= PATIENCE, "no move after a moment");
    }
    panic!("no move after {TRIES} moments");
}

/// Returns whether there is a response other than Discord's "did not respond".
async fn is_answered(person: &Person, asked: &Asked) -> bool {
    let response = person.response(asked).await;
    response.is_ok_and(|response| !matches!(response, Response::Failed(_)))
}

/// Sends the first legal move.
async fn ask<'p>(people: &'p [Person], shown: &Shown, game: &mut Game) -> (&'p Person, Asked) {
    let mover = shown.mover(people).expect("somebody is called to move");
    let mv = game.position().legal_moves()[0];
    let asked = send_move(mover, CHANNEL, mv).await;
    game.play(mv).expect("a legal move");
    (mover, asked)
}

#[tokio::test(flavor = "multi_thread")]
async fn bot_waits_for_its_database_and_outlives_its_absence() {
    let Some((database, proxy)) = empty_database().await else {
        return;
    };
    proxy.set_away(true);
    let whole = Whole::start().await;
    let (bot, address, _) = start(&whole, &database, &proxy);
    wait_for(&address, "the database cannot be reached: ");
    proxy.set_away(false);
    let (people, mut shown, mut game) = whole.duel().await;
    shown = play(&people, &shown, &mut game).await;

    shown = play_without_database(&people, &shown, &mut game, &proxy).await;
    assert_eq!(shown.plies, 2);

    bot.terminate();
    assert!(bot.ended().success());
    assert!(
        !whole.data().join("store").exists(),
        "nothing in the folder"
    );
    bot_is_gone(&people[0]).await;
    let (_bot, _, _) = start(&whole, &database, &proxy);
    people[0].wait_for_bot("focus").await.expect("the bot");
    shown = play(&people, &shown, &mut game).await;
    assert_eq!(shown.plies, 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn people_are_told_while_the_database_stays_away() {
    let Some((database, proxy)) = empty_database().await else {
        return;
    };
    let whole = Whole::start().await;
    let (_bot, address, ignored) = start(&whole, &database, &proxy);
    let (people, shown, mut game) = whole.duel().await;
    proxy.set_away(true);
    // By now, no lease is valid any more.
    wait_for(&address, "the database cannot be reached: ");
    // Nothing is said to a command that may have waited in a frozen process, as on a busy machine.
    let text = loop {
        let before = ignored.load(Ordering::Relaxed);
        let (mover, asked) = ask(&people, &shown, &mut game.clone()).await;
        if let Ok(told) = mover.answer(&asked).await {
            break told.all_text();
        }
        let is_ignored = || ignored.load(Ordering::Relaxed) > before;
        until("an answer, or a reason for none", is_ignored);
    };
    assert!(text.contains('`'), "expected a fault in: {text}");
    proxy.set_away(false);
    until("nothing in the way", || is_ok(&address, READY));
    assert_eq!(play(&people, &shown, &mut game).await.plies, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn bot_that_is_started_again_waits_for_the_shards_of_the_one_before() {
    let Some((database, proxy)) = empty_database().await else {
        return;
    };
    let whole = Whole::start().await;
    let (mut frozen, _, _) = start(&whole, &database, &proxy);
    let (people, shown, mut game) = whole.duel().await;
    let mut tries = 0..TRIES;
    let (_again, address) = loop {
        tries.next().expect("a process that waits");
        // A frozen process stays connected.
        kill_process(Pid::from_child(&frozen.0), Signal::STOP).expect("a process");
        let (again, address, _) = start(&whole, &database, &proxy);
        if waits_for_shard(&address) {
            break (again, address);
        }
        // On a busy machine, nobody may have looked before the frozen one counted as dead.
        frozen = again;
    };
    drop(frozen);
    until("nothing in the way", || is_ok(&address, READY));
    assert_eq!(play(&people, &shown, &mut game).await.plies, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn posts_go_to_a_process_whose_database_is_away_but_not_to_one_that_starts_or_stops() {
    let Some((database, proxy)) = empty_database().await else {
        return;
    };
    proxy.set_away(true);
    let whole = Whole::start().await;
    let key = whole.sandbox.public_key();
    let settings = [
        ("FOCUSBOT_DISCORD_INTERACTIONS", "http"),
        ("FOCUSBOT_DISCORD_PUBLIC_KEY", key.as_str()),
        ("FOCUSBOT_DISCORD_LISTEN", "127.0.0.1:0"),
    ];
    let (bot, address, _) = start_with(&whole, &database, &proxy, &settings);
    wait_for(&address, "the database cannot be reached: ");
    assert!(!is_ok(&address, BALANCER), "no post is answered yet");
    proxy.set_away(false);
    let is_served = || is_ok(&address, READY) && is_ok(&address, BALANCER);
    until("a bot that serves people", is_served);
    proxy.set_away(true);
    wait_for(&address, "the database cannot be reached: ");
    assert!(is_ok(&address, BALANCER));
    proxy.set_away(false);
    until("a bot that serves people", is_served);
    let last = Cell::new(Instant::now());
    bot.terminate();
    until("a sign for the balancer", || {
        let begun = Instant::now();
        let Some(told) = try_to_get(&address, READY) else {
            let unseen = last.get().elapsed();
            // On a busy machine, nobody may have looked for that long.
            assert!(unseen >= STRAGGLERS, "an end after {unseen:?} at most");
            return true;
        };
        last.set(begun);
        told.contains("the bot is stopping") && !is_ok(&address, BALANCER)
    });
    assert!(bot.ended().success());
}
