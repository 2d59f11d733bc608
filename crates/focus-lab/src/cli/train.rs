//! `focus-lab train`: learns the evaluation from self-play.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::{Usage, results};
use focus_engine::evaluation::{Evaluator, Kind, Network, Weights};
use focus_engine::mcts::{Tree, TreeSettings};
use focus_engine::policy::Policy;
use focus_engine::{AlphaBeta, AlphaBetaSettings, Limits, Player, Stop};
use focus_lab::train::{
    Decisions, Epoch, Fit, FitSettings, Learner, Positions, Samples, Schedule, SelfPlayGame,
    imitate, play,
};

/// Denominator of the share of games held out to measure the loss.
const HELD_OUT: u64 = 20;

/// Memory of each player in MiB; small because searches are short.
const HASH_MIB: usize = 8;

/// Learn weights, a network or a policy from self-play.
///
/// Every round plays games with the weights of the previous round, the first with the built-in
/// ones, and fits new weights to all games of the round. Games are added to a file of the round one
/// by one; a restarted run continues there.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Kind of game: duel-last, duel-race, three-way-last, three-way-race, partners,
    /// free-for-all-last or free-for-all-race
    kind: Kind,
    /// Folder for the games and the weights of each round
    #[arg(long, default_value = "training")]
    data: PathBuf,
    /// Games in a round
    #[arg(long, default_value_t = 2000)]
    games: u64,
    /// Positions to search for each move
    #[arg(long, default_value_t = 1000)]
    nodes: u64,
    /// Number of rounds
    #[arg(long, default_value_t = 1)]
    rounds: u32,
    /// Begin the first round with hand-tuned weights instead of the built-in ones
    #[arg(long)]
    by_hand: bool,
    /// Games to play in parallel
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Passes over all positions; the default is 30 for weights, 16 for a network, 4 for a policy
    #[arg(long)]
    epochs: Option<u32>,
    /// Learn a network on top of the weights instead of weights; requires a game with two sides
    #[arg(long)]
    network: bool,
    /// Learn a policy for moves instead of weights; requires a game in which each plays alone
    #[arg(long, conflicts_with = "network")]
    policy: bool,
}

/// Evaluation and policy used in the games of a round.
struct Taught {
    weights: Weights,
    evaluator: Arc<Evaluator>,
    /// Learned policy; `None` for the built-in one until a policy is learned.
    policy: Option<Arc<Policy>>,
    /// Checksum that identifies what was learned.
    fingerprint: String,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    if args.threads == 0 || args.games == 0 || args.nodes == 0 {
        return Err(Usage::new("expected threads, games and nodes above zero").into());
    }
    if args.network && !args.kind.is_two_sided() {
        let got = args.kind;
        return Err(Usage::new(format!(
            "expected a kind of game with two sides to learn a network for, got `{got}`"
        ))
        .into());
    }
    if args.policy {
        Usage::unless_alone(args.kind)?;
    }
    fs::create_dir_all(&args.data)
        .with_context(|| format!("cannot make the folder `{}`", args.data.display()))?;
    let (weights, evaluator) = if args.by_hand {
        let weights = Weights::by_hand(args.kind);
        let evaluator = Evaluator::new(&weights);
        (weights, Arc::new(evaluator))
    } else {
        let evaluator = Evaluator::of(args.kind.rules());
        (Weights::learned(args.kind), evaluator)
    };
    let begun = if args.by_hand { "hand" } else { "what ships" };
    let of_weights = results::fingerprint(weights.to_text().as_bytes());
    let mut taught = Taught {
        weights,
        evaluator,
        policy: None,
        fingerprint: format!("{begun} {of_weights}"),
    };
    for round in 1..=args.rounds {
        let file = |ending| args.data.join(format!("{}.{round}.{ending}", args.kind));
        let (games, log) = (file("jsonl"), file("log"));
        generate(args, &taught, &games)?;
        if args.network {
            let network = learn(args, &taught.weights, &games, &log)?;
            let bytes = network.to_bytes();
            write(&file("network"), &bytes)?;
            taught.fingerprint = results::fingerprint(&bytes);
            let evaluator = Evaluator::new(&taught.weights).with_network(network);
            taught.evaluator = Arc::new(evaluator);
        } else if args.policy {
            let policy = watch(args, &taught.weights, &games, &log)?;
            let text = policy.to_text();
            write(&file("policy.json"), text.as_bytes())?;
            taught.fingerprint = results::fingerprint(text.as_bytes());
            taught.policy = Some(Arc::new(policy));
        } else {
            taught.weights = fit(args, &taught.weights, &games, &log)?;
            let text = taught.weights.to_text();
            write(&file("json"), text.as_bytes())?;
            taught.fingerprint = results::fingerprint(text.as_bytes());
            taught.evaluator = Arc::new(Evaluator::new(&taught.weights));
        }
    }
    Ok(())
}

fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    fs::write(path, bytes).with_context(|| format!("cannot write `{}`", path.display()))
}

/// Plays the games that are missing in the file of the round.
fn generate(args: &Args, taught: &Taught, path: &Path) -> anyhow::Result<()> {
    let plan = format!(
        "train {} by {}, {} positions a move",
        args.kind, taught.fingerprint, args.nodes
    );
    let (file, lines) = results::open(path, &plan)?;
    let records = lines.iter().map(|line| read(args.kind, path, line));
    let numbers = records.map(|record| Ok(record?.number));
    let played: BTreeSet<u64> = numbers.collect::<anyhow::Result<_>>()?;
    let bar = bar(args.games, "games")?;
    bar.set_position(played.len() as u64);
    let file = Mutex::new(file);
    let next = AtomicU64::new(0);
    let work = || -> anyhow::Result<()> {
        let mut engine = player(args.kind, taught);
        let (limits, stop) = (Limits::nodes(args.nodes), Stop::new());
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= args.games {
                return Ok(());
            }
            if played.contains(&number) {
                continue;
            }
            let rules = args.kind.rules();
            if let Some(record) = play(engine.as_mut(), rules, number, &limits, &stop) {
                let line = record.to_line() + "\n";
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                file.write_all(line.as_bytes())
                    .with_context(|| format!("cannot write `{}`", path.display()))?;
            }
            bar.inc(1);
        }
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..args.threads).map(|_| scope.spawn(work)).collect();
        let joined = workers.into_iter().map(thread::ScopedJoinHandle::join);
        joined
            .filter_map(Result::ok)
            .collect::<anyhow::Result<Vec<()>>>()
    })?;
    bar.finish();
    Ok(())
}

fn read(kind: Kind, path: &Path, line: &str) -> anyhow::Result<SelfPlayGame> {
    let record = SelfPlayGame::parse(kind.rules(), line);
    record.with_context(|| format!("cannot read a game in `{}`", path.display()))
}

/// Calls a function with the games of a file, in the order in which they ended.
fn each_record(kind: Kind, path: &Path, mut call: impl FnMut(SelfPlayGame)) -> anyhow::Result<()> {
    let cannot_read = || format!("cannot read `{}`", path.display());
    let file = File::open(path).with_context(cannot_read)?;
    // The first line describes the run.
    for line in BufReader::new(file).lines().skip(1) {
        let line = line.with_context(cannot_read)?;
        call(read(kind, path, &line)?);
    }
    Ok(())
}

/// Adds the games of a round to two sets: most to the first, for training, the rest held out.
fn share_out<T>(
    args: &Args,
    games: &Path,
    mut parts: [T; 2],
    add: fn(&mut T, &SelfPlayGame),
) -> anyhow::Result<[T; 2]> {
    each_record(args.kind, games, |record| {
        let is_held_out = record.number % HELD_OUT == 0;
        add(&mut parts[usize::from(is_held_out)], &record);
    })?;
    Ok(parts)
}

/// Fits weights to the games of a round and logs the losses.
fn fit(args: &Args, weights: &Weights, games: &Path, log: &Path) -> anyhow::Result<Weights> {
    let parts = [(); 2].map(|()| Samples::new(args.kind));
    let [samples, held_out] = share_out(args, games, parts, Samples::add)?;
    let usual = FitSettings::default();
    let settings = FitSettings {
        epochs: args.epochs.unwrap_or(usual.epochs),
        ..usual
    };
    let head = format!("positions {} held out {}\n", samples.len(), held_out.len());
    let mut protocol = Protocol::begin(head, settings.epochs)?;
    let fit = Fit::new(weights, settings);
    let fitted = fit.run(&samples, &held_out, |epoch| protocol.note(epoch));
    protocol.end(log)?;
    Ok(fitted)
}

/// Trains a network on the games of a round and logs the losses.
fn learn(args: &Args, weights: &Weights, games: &Path, log: &Path) -> anyhow::Result<Network> {
    let parts = [(); 2].map(|()| Positions::new(Evaluator::new(weights)));
    let [samples, held_out] = share_out(args, games, parts, Positions::add)?;
    let usual = Schedule::default();
    let schedule = Schedule {
        epochs: args.epochs.unwrap_or(usual.epochs),
        threads: args.threads,
        ..usual
    };
    let (learned_from, kept, without) = (samples.len(), held_out.len(), held_out.loss());
    let head = format!("positions {learned_from} held out {kept} without a network {without:.5}\n");
    let mut protocol = Protocol::begin(head, schedule.epochs)?;
    let learner = Learner::new(args.kind, schedule);
    let network = learner.run(&samples, &held_out, |epoch| protocol.note(epoch));
    protocol.end(log)?;
    Ok(network)
}

/// Trains a policy on the games of a round and logs the losses.
fn watch(args: &Args, weights: &Weights, games: &Path, log: &Path) -> anyhow::Result<Policy> {
    let parts = [(); 2].map(|()| Decisions::new(Evaluator::new(weights)));
    let [decisions, held_out] = share_out(args, games, parts, Decisions::add)?;
    let epochs = args.epochs.unwrap_or(4);
    let policy = Policy::by_hand(args.kind);
    let (learned_from, kept, before) = (decisions.len(), held_out.len(), held_out.loss(&policy));
    let head = format!("positions {learned_from} held out {kept} by hand {before:.5}\n");
    let mut protocol = Protocol::begin(head, epochs)?;
    let policy = imitate(policy, &decisions, &held_out, epochs, |epoch| {
        protocol.note(epoch);
    });
    protocol.end(log)?;
    Ok(policy)
}

/// Training progress, shown on the screen and written to a file at the end.
struct Protocol {
    bar: ProgressBar,
    lines: String,
}

impl Protocol {
    fn begin(head: String, epochs: u32) -> anyhow::Result<Protocol> {
        Ok(Protocol {
            bar: bar(epochs.into(), "epochs")?,
            lines: head,
        })
    }

    fn note(&mut self, epoch: Epoch) {
        let (number, loss, held_out) = (epoch.number, epoch.loss, epoch.held_out);
        let line = format!("epoch {number} loss {loss:.5} held out {held_out:.5}\n");
        self.lines.push_str(&line);
        self.bar.set_message(format!("{held_out:.5}"));
        self.bar.inc(1);
    }

    fn end(self, log: &Path) -> anyhow::Result<()> {
        self.bar.finish();
        write(log, self.lines.as_bytes())
    }
}

fn bar(len: u64, what: &'static str) -> anyhow::Result<ProgressBar> {
    let style = ProgressStyle::with_template("{prefix} {wide_bar} {pos}/{len} {eta} {msg}")?;
    Ok(ProgressBar::new(len).with_style(style).with_prefix(what))
}

/// Creates a player of these games with the current evaluation and policy.
fn player(kind: Kind, taught: &Taught) -> Box<dyn Player> {
    let evaluator = Arc::clone(&taught.evaluator);
    if kind.is_two_sided() {
        let settings = AlphaBetaSettings {
            hash_mib: HASH_MIB,
            ..AlphaBetaSettings::default()
        };
        return Box::new(AlphaBeta::with_evaluator(settings, evaluator));
    }
    let settings = TreeSettings {
        hash_mib: HASH_MIB,
        ..TreeSettings::default()
    };
    let tree = Tree::with_evaluator(settings, evaluator);
    Box::new(tree.with_policy(taught.policy.clone()))
}
