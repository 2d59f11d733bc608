//! `focus-lab tune`: tunes the evaluation by game results.

use std::fs;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::players::player;
use crate::cli::results;
use crate::cli::usage::Usage;
use focus::{Color, Mode};
use focus_engine::evaluation::{Evaluator, Kind, Weights};
use focus_engine::{Limits, Stop};
use focus_lab::arena::{Seating, opening, pairs, sharing};
use focus_lab::train::{Tuning, cores};

/// Memory of each player in MiB; small because searches are short.
const HASH_MIB: usize = 2;

/// Seed of the openings, different from the small seeds of matches.
const SEED: u64 = 0x70E5;

/// Tune weights by game results.
///
/// Only for games in which each plays alone. Every step plays one opening with all seatings, and
/// eight steps are played at once. Their results are added to a file; a restarted run continues
/// there.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Kind of game: duel-last, duel-race, three-way-last, three-way-race, free-for-all-last or
    /// free-for-all-race
    kind: Kind,
    /// Folder for the results and the weights
    #[arg(long, default_value = "training")]
    data: PathBuf,
    /// Number of steps, each of two games with two players, six with three and fourteen with four
    #[arg(long, default_value_t = 3000)]
    steps: u64,
    /// Positions to search for each move
    #[arg(long, default_value_t = 1500)]
    nodes: u64,
    /// Plies after which a game is adjudicated as a draw
    #[arg(long, default_value_t = 400)]
    longest: usize,
    /// Begin with hand-tuned weights, and no network, instead of the built-in ones
    #[arg(long)]
    by_hand: bool,
    /// Games to play in parallel; the default is the number of cores
    #[arg(long, default_value_t = cores(), hide_default_value = true)]
    threads: NonZeroUsize,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    if args.kind.mode() == Mode::Partners {
        let got = args.kind;
        let error = format!("expected a kind of game in which each plays alone, got `{got}`");
        return Err(Usage::new(error).into());
    }
    fs::create_dir_all(&args.data)
        .with_context(|| format!("cannot make the folder `{}`", args.data.display()))?;
    let begun_with = if args.by_hand {
        Weights::by_hand(args.kind)
    } else {
        Weights::learned(args.kind)
    };
    let file = |ending| args.data.join(format!("{}.{ending}", args.kind));
    let from = results::fingerprint(begun_with.to_text().as_bytes());
    let mut tuning = Tuning::new(begun_with, args.steps);
    let plan = format!(
        "tune {} parameters of {} from {from} in {} steps, {} positions a move, {} plies at most",
        tuning.parameters(),
        args.kind,
        args.steps,
        args.nodes,
        args.longest,
    );
    let log = file("tune");
    let (mut out, lines) = results::open(&log, &plan)?;
    for line in lines {
        let points = line.parse();
        tuning.learn(points.with_context(|| format!("expected points, got `{line}`"))?);
    }
    let progress = ProgressBar::new(args.steps);
    let template = "steps {bar:32} {percent} %, {eta} left";
    progress.set_style(ProgressStyle::with_template(template)?);
    progress.set_position(tuning.step());
    while tuning.step() < args.steps {
        for points in play(args, &tuning) {
            writeln!(out, "{points}")
                .with_context(|| format!("cannot write `{}`", log.display()))?;
            tuning.learn(points);
        }
        progress.set_position(tuning.step());
    }
    let path = file("json");
    fs::write(&path, tuning.weights().to_text())
        .with_context(|| format!("cannot write `{}`", path.display()))
}

/// Plays the rivals of the next steps against each other in all seatings, and returns the points of
/// the first in each step, 0 to 1.
fn play(args: &Args, tuning: &Tuning) -> Vec<f64> {
    let both = |seating: Seating| [seating, seating.swapped()];
    let seatings: Vec<Seating> = pairs(args.kind.mode()).into_iter().flat_map(both).collect();
    let steps = tuning.next_steps().map(|step| {
        let rivals = tuning.rivals(step);
        (step, rivals.map(|weights| evaluator(args, &weights)))
    });
    let steps: Vec<(u64, [Arc<Evaluator>; 2])> = steps.collect();
    let games = steps.iter().flat_map(|(step, rivals)| {
        let seatings = seatings.iter();
        seatings.map(move |&seating| (*step, rivals, seating))
    });
    let games: Vec<_> = games.collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut points = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(&(step, rivals, seating)) = games.get(at) else {
                return points;
            };
            points.push((at, points_of_first(args, rivals, seating, step)));
        }
    };
    let mut points: Vec<(usize, f64)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..args.threads.get()).map(|_| scope.spawn(work)).collect();
        let joined = workers.into_iter().map(thread::ScopedJoinHandle::join);
        joined
            .flat_map(|points| points.expect("a game without panic"))
            .collect()
    });
    // Added in the order of the games, the points do not depend on the threads.
    points.sort_unstable_by_key(|&(at, _)| at);
    let in_step = f64::from(u32::try_from(seatings.len()).expect("few seatings"));
    let steps = points.chunks(seatings.len());
    steps
        .map(|games| games.iter().map(|(_, points)| points).sum::<f64>() / in_step)
        .collect()
}

/// Returns the evaluation with these weights and, unless they began as hand-tuned ones, the
/// built-in network.
fn evaluator(args: &Args, weights: &Weights) -> Arc<Evaluator> {
    let evaluator = Evaluator::new(weights);
    if args.by_hand {
        return Arc::new(evaluator);
    }
    Arc::new(evaluator.with_learned_network())
}

/// Plays a game and returns the points of the first rival.
fn points_of_first(
    args: &Args,
    rivals: &[Arc<Evaluator>; 2],
    seating: Seating,
    number: u64,
) -> f64 {
    let mut game = opening(args.kind.rules(), SEED, number);
    let (limits, stop) = (Limits::nodes(args.nodes), Stop::new());
    let mut players = rivals
        .clone()
        .map(|evaluator| player(args.kind, HASH_MIB, evaluator, None));
    while game.outcome().is_none() && game.plies().len() < args.longest {
        let color: Color = game.position().side();
        let player = &mut players[seating.kind(color)];
        let choice = player.choose(&game, &limits, &stop, &mut |_| {});
        game.play(choice.mv).expect("a legal move");
    }
    seating.points(sharing(&game))
}
