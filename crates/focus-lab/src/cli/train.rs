//! `focus-lab train`: learns the evaluation from self-play.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::players::player;
use crate::cli::usage::Usage;
use crate::cli::{checkpoint, results};
use focus_engine::evaluation::{Evaluator, Kind, Network, Weights};
use focus_engine::policy::Policy;
use focus_engine::{Limits, Stop};
use focus_lab::train::{
    Decisions, Epoch, Fit, FitSettings, Learner, Positions, Samples, Schedule, SelfPlayGame, cores,
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
/// by one, and a network is kept after each pass over the positions; a restarted run continues
/// there.
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
    /// Games to play, and parts of the positions to learn from, in parallel; the default is the
    /// number of cores
    #[arg(long, default_value_t = cores(), hide_default_value = true)]
    threads: NonZeroUsize,
    /// Passes over all positions; the default is 30 for weights, 16 for a network, 4 for a policy
    #[arg(long)]
    epochs: Option<u32>,
    /// Learn a network on top of the weights instead of weights; requires a game with two sides
    #[arg(long)]
    network: bool,
    /// Learn a policy for moves instead of weights; requires a game in which three or four play,
    /// each alone
    #[arg(long, conflicts_with = "network")]
    policy: bool,
}

/// Evaluation and policy used in the games of a round.
struct Taught {
    weights: Weights,
    evaluator: Arc<Evaluator>,
    /// Learned policy; `None` for the built-in one until a policy is learned.
    policy: Option<Arc<Policy>>,
    /// Checksum that identifies the learned values.
    fingerprint: String,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    if args.games == 0 || args.nodes == 0 {
        return Err(Usage::new("expected games and nodes above zero").into());
    }
    if args.network && !args.kind.is_two_sided() {
        let got = args.kind;
        return Err(Usage::new(format!(
            "expected a kind of game with two sides to learn a network for, got `{got}`"
        ))
        .into());
    }
    if args.policy && args.kind.is_two_sided() {
        let got = args.kind;
        let error = "expected a kind of game in which three or four play, each alone";
        return Err(Usage::new(format!("{error}, got `{got}`")).into());
    }
    fs::create_dir_all(&args.data)
        .with_context(|| format!("cannot make the folder `{}`", args.data.display()))?;
    let mut taught = Taught::at_first(args);
    let file = |round: u32, ending: &str| args.data.join(format!("{}.{round}.{ending}", args.kind));
    for round in 1..=args.rounds {
        let (games, learned) = (file(round, "jsonl"), file(round, args.ending()));
        // Games of the next round were played with the file, and learning it again could change it:
        // another number of threads rounds differently.
        let is_over = round < args.rounds && learned.exists() && file(round + 1, "jsonl").exists();
        if !is_over {
            generate(args, &taught, &games)?;
            let bytes = learn(args, &taught.weights, &games)?;
            write(&learned, &bytes)?;
            // Only the training of a network leaves this file.
            let _ = fs::remove_file(file(round, "learning"));
        }
        taught.learn(args, &learned)?;
    }
    Ok(())
}

impl Args {
    /// Returns the ending of the names of learned files.
    const fn ending(&self) -> &'static str {
        if self.network {
            "network"
        } else if self.policy {
            "policy.json"
        } else {
            "json"
        }
    }
}

impl Taught {
    /// Returns the evaluation and policy that play the games of the first round.
    fn at_first(args: &Args) -> Taught {
        let (begun, weights, evaluator) = if args.by_hand {
            let weights = Weights::by_hand(args.kind);
            let evaluator = Arc::new(Evaluator::new(&weights));
            ("hand", weights, evaluator)
        } else {
            let evaluator = Evaluator::of(args.kind.rules());
            ("what ships", Weights::learned(args.kind), evaluator)
        };
        let of_weights = results::fingerprint(weights.to_text().as_bytes());
        Taught {
            weights,
            evaluator,
            policy: None,
            fingerprint: format!("{begun} {of_weights}"),
        }
    }

    /// Loads the result of a round.
    fn learn(&mut self, args: &Args, learned: &Path) -> anyhow::Result<()> {
        let bytes =
            fs::read(learned).with_context(|| format!("cannot read `{}`", learned.display()))?;
        self.fingerprint = results::fingerprint(&bytes);
        if args.network {
            let evaluator = Evaluator::new(&self.weights);
            self.evaluator = Arc::new(evaluator.with_network(Network::read(learned)?));
        } else if args.policy {
            self.policy = Some(Arc::new(Policy::read(learned)?));
        } else {
            self.weights = Weights::read(learned)?;
            self.evaluator = Arc::new(Evaluator::new(&self.weights));
        }
        Ok(())
    }
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
        let (evaluator, policy) = (Arc::clone(&taught.evaluator), taught.policy.clone());
        let mut engine = player(args.kind, HASH_MIB, evaluator, policy);
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
        let workers: Vec<_> = (0..args.threads.get()).map(|_| scope.spawn(work)).collect();
        let joined = workers.into_iter().map(thread::ScopedJoinHandle::join);
        joined
            .map(|done| done.expect("games without panic"))
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

/// Learns from the games of a round, and returns the content of the file.
fn learn(args: &Args, weights: &Weights, games: &Path) -> anyhow::Result<Vec<u8>> {
    let log = games.with_extension("log");
    if args.network {
        return Ok(learn_network(args, weights, games, &log)?.to_bytes());
    }
    let text = if args.policy {
        learn_policy(args, weights, games, &log)?.to_text()
    } else {
        fit(args, weights, games, &log)?.to_text()
    };
    Ok(text.into_bytes())
}

/// Fits weights to the games of a round and logs the losses.
fn fit(args: &Args, weights: &Weights, games: &Path, log: &Path) -> anyhow::Result<Weights> {
    let parts = [(); 2].map(|()| Samples::new(args.kind));
    let [samples, held_out] = share_out(args, games, parts, Samples::add)?;
    let usual = FitSettings::default();
    let settings = FitSettings {
        epochs: args.epochs.unwrap_or(usual.epochs),
        threads: args.threads.get(),
        ..usual
    };
    let head = format!("positions {} held out {}\n", samples.len(), held_out.len());
    let mut protocol = Protocol::begin(head, settings.epochs)?;
    let fit = Fit::new(weights, settings);
    let fitted = fit.run(&samples, &held_out, |epoch| protocol.note(epoch));
    protocol.end(log)?;
    Ok(fitted)
}

/// Trains a network on the games of a round and logs the losses; continues an interrupted run.
fn learn_network(
    args: &Args,
    weights: &Weights,
    games: &Path,
    log: &Path,
) -> anyhow::Result<Network> {
    let parts = [(); 2].map(|()| Positions::new(Evaluator::new(weights)));
    let [samples, held_out] = share_out(args, games, parts, Positions::add)?;
    let usual = Schedule::default();
    let schedule = Schedule {
        epochs: args.epochs.unwrap_or(usual.epochs),
        threads: args.threads.get(),
        ..usual
    };
    let (learned_from, kept, without) = (samples.len(), held_out.len(), held_out.loss());
    let head = format!("positions {learned_from} held out {kept} without a network {without:.5}\n");
    let plan = format!("{} epochs, {head}", schedule.epochs);
    let unfinished = games.with_extension("learning");
    let mut protocol = Protocol::begin(head, schedule.epochs)?;
    let mut learner = Learner::new(args.kind, schedule);
    if let Some((lines, state)) = checkpoint::load(&unfinished, &plan) {
        protocol.resume(lines);
        learner = learner.resume(state);
    }
    let mut saved = Ok(());
    let network = learner.run(&samples, &held_out, |epoch, state| {
        protocol.note(epoch);
        if saved.is_ok() {
            saved = checkpoint::save(&unfinished, &plan, &protocol.lines, state);
        }
    });
    saved?;
    protocol.end(log)?;
    Ok(network)
}

/// Trains a policy on the games of a round and logs the losses.
fn learn_policy(
    args: &Args,
    weights: &Weights,
    games: &Path,
    log: &Path,
) -> anyhow::Result<Policy> {
    let parts = [(); 2].map(|()| Decisions::new(Evaluator::new(weights)));
    let [decisions, held_out] = share_out(args, games, parts, Decisions::add)?;
    let (epochs, threads) = (args.epochs.unwrap_or(4), args.threads.get());
    let policy = Policy::by_hand(args.kind);
    let (learned_from, kept) = (decisions.len(), held_out.len());
    let before = held_out.loss(&policy, threads);
    let head = format!("positions {learned_from} held out {kept} by hand {before:.5}\n");
    let mut protocol = Protocol::begin(head, epochs)?;
    let policy = imitate(policy, &decisions, &held_out, epochs, threads, |epoch| {
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

    /// Continues with the lines of an interrupted run.
    fn resume(&mut self, lines: String) {
        self.bar.set_position(lines.lines().skip(1).count() as u64);
        self.lines = lines;
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
