//! `focus-lab tune`: tunes the evaluation by game results.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::Usage;
use crate::cli::results;
use focus::{Color, ColorSet};
use focus_engine::evaluation::{Evaluator, Kind, Weights};
use focus_engine::mcts::{Tree, TreeSettings};
use focus_engine::{Limits, Player, Stop};
use focus_lab::arena::{Seating, opening, pairs};
use focus_lab::train::Tuning;

/// Memory of each player in MiB; small because searches are short.
const HASH_MIB: usize = 2;

/// Seed of the openings, different from the small seeds of matches.
const SEED: u64 = 0x70E5;

/// Tune weights by game results.
///
/// Only for games in which three or four play, each alone. Every step plays one opening with all
/// seatings. Results are added to a file one by one; a restarted run continues there.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Kind of game: three-way-last, three-way-race, free-for-all-last or free-for-all-race
    kind: Kind,
    /// Folder for the results and the weights
    #[arg(long, default_value = "training")]
    data: PathBuf,
    /// Number of steps, each of six games with three players and fourteen with four
    #[arg(long, default_value_t = 3000)]
    steps: u64,
    /// Positions to search for each move
    #[arg(long, default_value_t = 1500)]
    nodes: u64,
    /// Plies after which a game is adjudicated as a draw
    #[arg(long, default_value_t = 400)]
    longest: usize,
    /// Begin with hand-tuned weights instead of the built-in ones
    #[arg(long)]
    by_hand: bool,
    /// Games to play in parallel
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..))]
    threads: u8,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    Usage::unless_alone(args.kind)?;
    fs::create_dir_all(&args.data)
        .with_context(|| format!("cannot make the folder `{}`", args.data.display()))?;
    let begun_with = if args.by_hand {
        Weights::by_hand(args.kind)
    } else {
        Weights::learned(args.kind)
    };
    let file = |ending| args.data.join(format!("{}.{ending}", args.kind));
    let plan = format!(
        "tune {} from {} in {} steps, {} positions a move, {} plies at most",
        args.kind,
        results::fingerprint(begun_with.to_text().as_bytes()),
        args.steps,
        args.nodes,
        args.longest,
    );
    let mut tuning = Tuning::new(begun_with, args.steps);
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
        let points = play(args, &tuning);
        writeln!(out, "{points}").with_context(|| format!("cannot write `{}`", log.display()))?;
        tuning.learn(points);
        progress.set_position(tuning.step());
    }
    let path = file("json");
    fs::write(&path, tuning.weights().to_text())
        .with_context(|| format!("cannot write `{}`", path.display()))
}

/// Plays the rivals of a step against each other in all seatings, and returns the points of the
/// first, 0 to 1.
fn play(args: &Args, tuning: &Tuning) -> f64 {
    let rivals = tuning
        .rivals()
        .map(|weights| Arc::new(Evaluator::new(&weights)));
    let both = |seating: Seating| [seating, seating.swapped()];
    let tables: Vec<Seating> = pairs(args.kind.mode()).into_iter().flat_map(both).collect();
    let games = u32::try_from(tables.len()).expect("few seatings");
    let next = AtomicUsize::new(0);
    let work = || {
        let mut players = rivals.clone().map(|evaluator| {
            let settings = TreeSettings {
                hash_mib: HASH_MIB,
                ..TreeSettings::default()
            };
            Tree::with_evaluator(settings, evaluator)
        });
        let mut points = 0.0;
        while let Some(&seating) = tables.get(next.fetch_add(1, Ordering::Relaxed)) {
            points += seating.points(winners(args, &mut players, seating, tuning.step()));
        }
        points
    };
    let points: f64 = thread::scope(|scope| {
        let workers: Vec<_> = (0..args.threads).map(|_| scope.spawn(work)).collect();
        let joined = workers.into_iter().map(thread::ScopedJoinHandle::join);
        joined
            .map(|points| points.expect("a game without panic"))
            .sum()
    });
    points / f64::from(games)
}

/// Plays a game and returns the winners.
fn winners(args: &Args, players: &mut [Tree; 2], seating: Seating, number: u64) -> ColorSet {
    let mut game = opening(args.kind.rules(), SEED, number);
    let (limits, stop) = (Limits::nodes(args.nodes), Stop::new());
    for player in &mut *players {
        player.forget();
    }
    while game.outcome().is_none() && game.plies().len() < args.longest {
        let color: Color = game.position().side();
        let player = &mut players[seating.kind(color)];
        let choice = player.choose(&game, &limits, &stop, &mut |_| {});
        game.play(choice.mv).expect("a legal move");
    }
    game.outcome()
        .map_or(ColorSet::EMPTY, |outcome| outcome.winners)
}
