//! Rounds of faults: people play on while processes and databases are killed, frozen or replaced.

mod playing;
mod scene;

use std::env;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::store::postgres::pair::Pair;
use crate::support::players::Dice;
use crate::whole::rounds::scene::Scene;

/// Longest time for which a process or a database is left alone after a fault, in milliseconds.
const LATEST_MS: usize = 4_000;
/// Time for which the database is away in every other round, so that all clocks get it back.
const LONG: Duration = Duration::from_secs(31);

/// Returns the number of rounds: `FOCUSBOT_ROUNDS`, or else the usual number.
fn count(usual: usize) -> usize {
    env::var("FOCUSBOT_ROUNDS").map_or(usual, |text| text.parse().expect("a number of rounds"))
}

/// Returns the dice of a test, which `FOCUSBOT_SEED` repeats.
fn dice() -> Dice {
    let random = || u64::from(std::process::id());
    let seed =
        env::var("FOCUSBOT_SEED").map_or_else(|_| random(), |text| text.parse().expect("a number"));
    eprintln!("FOCUSBOT_SEED={seed}");
    Dice(seed)
}

fn moment(dice: &mut Dice) -> Duration {
    Duration::from_millis(dice.below(LATEST_MS) as u64)
}

async fn pause(dice: &mut Dice) {
    tokio::time::sleep(moment(dice)).await;
}

/// Returns the time for which the database is away in a round.
fn absence(round: usize, dice: &mut Dice) -> Duration {
    if round.is_multiple_of(2) {
        LONG
    } else {
        moment(dice)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn games_go_on_whichever_process_is_killed_or_frozen() {
    let Some(mut scene) = Scene::new().await else {
        return;
    };
    let mut dice = dice();
    for round in 0..count(2) {
        scene.begin_round().await;
        scene.have_moved(dice.below(8)).await;
        let victim = dice.below(scene.processes().len());
        let lost = scene.shards_of(victim);
        scene.ask_for_tables().await;
        let fault = Instant::now();
        let what = match dice.below(3) {
            0 => {
                scene.kill(victim);
                pause(&mut dice).await;
                scene.start(victim);
                scene.are_served(fault).await;
                "killed, started again"
            }
            1 => {
                scene.kill(victim);
                scene.are_served(fault).await;
                scene.start(victim);
                "killed"
            }
            _ => {
                scene.freeze(victim);
                let is_short = dice.below(3) == 0;
                if is_short {
                    pause(&mut dice).await;
                } else {
                    scene.are_served(fault).await;
                    // A game that has just ended waits for nobody.
                    scene.are_taken(victim, &lost).await;
                }
                scene.thaw(victim);
                scene.are_served(fault).await;
                if is_short {
                    "frozen for a moment"
                } else {
                    "frozen"
                }
            }
        };
        let lost = if what == "frozen for a moment" {
            Vec::new()
        } else {
            lost
        };
        scene.end_round(round, what, fault, &lost).await;
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_go_on_after_their_database_has_crashed() {
    let Some(mut scene) = Scene::new().await else {
        return;
    };
    let mut dice = dice();
    for round in 0..count(2) {
        scene.begin_round().await;
        scene.have_moved(dice.below(8)).await;
        scene.ask_for_tables().await;
        let fault = Instant::now();
        let absence = absence(round, &mut dice);
        scene.crash_database(absence, |pair| pair.start()).await;
        scene.are_served(fault).await;
        scene.end_round(round, "database crashed", fault, &[]).await;
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_go_on_with_the_standby_after_the_primary_has_crashed() {
    let Some(mut scene) = Scene::new().await else {
        return;
    };
    let mut dice = dice();
    for round in 0..count(1) {
        scene.begin_round().await;
        scene.have_moved(dice.below(8)).await;
        scene.ask_for_tables().await;
        let fault = Instant::now();
        let absence = absence(round, &mut dice);
        scene.crash_database(absence, Pair::promote).await;
        scene.are_served(fault).await;
        scene.database(|pair| pair.add_standby()).await;
        scene.end_round(round, "failed over", fault, &[]).await;
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_go_on_while_processes_are_replaced_one_by_one() {
    let Some(mut scene) = Scene::new().await else {
        return;
    };
    let mut dice = dice();
    let previous = env::var_os("FOCUSBOT_PREVIOUS").map(|program| {
        let program = Path::new(&program).canonicalize();
        program.expect("an earlier program")
    });
    // Down to the earlier program, and up again.
    let usual = if previous.is_some() { 2 } else { 1 };
    for round in 0..count(usual) {
        scene.program = previous.clone().filter(|_| round % 2 == 0);
        for bot in scene.processes() {
            scene.begin_round().await;
            scene.have_moved(dice.below(8)).await;
            scene.ask_for_tables().await;
            let fault = Instant::now();
            scene.stop(bot).await;
            scene.start(bot);
            scene.are_served(fault).await;
            let program = scene.program.as_ref();
            let what = program.map_or("replaced", |_| "replaced by the earlier program");
            scene.end_round(round, what, fault, &[]).await;
        }
    }
    scene.end().await;
}
