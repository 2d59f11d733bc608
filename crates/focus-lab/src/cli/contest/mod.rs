//! `focus-lab match`: plays matches between two players, with error bars.

pub(super) mod log;

pub(super) mod report;

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};

use self::log::{Entry, Header, Log};
use self::report::Results;
use crate::cli::usage::Usage;
use focus::Rules;
use focus_engine::{Clock, Limits, Stop};
use focus_lab::arena::{Bout, Contest, Illegal, Openings, Spec, Sprt, Verdict};

/// Players, rules and limits of a match.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The first player, such as `level:expert`, `mage:playouts=5000` or `cmd:./other engine`
    a: Spec,
    /// The second player
    b: Spec,
    /// Rules in quotes, such as "mode=4s goal=last"
    #[arg(long, default_value = "mode=2")]
    rules: Rules,
    /// Number of games, two for each opening
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Milliseconds per move, for a player without limits of its own; 100 if no limit is given
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    time: Option<u64>,
    /// Measure processor time instead of elapsed time; fair if other programs are running. A player
    /// that is a program is measured on Linux only, to 10 ms, and told to stop when its time is up
    #[cfg(unix)]
    #[arg(long)]
    processor: bool,
    /// Positions per move, for a player without limits of its own
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Games to play in parallel
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..))]
    threads: u8,
    /// Begin with even openings, as full strength judges them. After a random one, the same seats
    /// often win both games of a pair, whoever is stronger
    #[arg(long)]
    even: bool,
    /// Seed of the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Plies after which a game is adjudicated as a draw
    #[arg(long, default_value_t = 800)]
    longest: usize,
    /// Stop as soon as one of two differences in Elo points is accepted, such as 0,10
    #[arg(long, value_parser = sprt)]
    sprt: Option<Sprt>,
    /// File to write the games to, one per line
    #[arg(long)]
    log: Option<PathBuf>,
    /// Continue the match in the file
    #[arg(long, requires = "log")]
    resume: bool,
}

fn sprt(text: &str) -> Result<Sprt, String> {
    let numbers = text.split_once(',');
    let numbers = numbers.and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
    match numbers {
        Some((elo0, elo1)) if elo0 < elo1 => Ok(Sprt { elo0, elo1 }),
        _ => Err("expected two numbers such as `0,10`, the smaller one first".to_owned()),
    }
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let contest = contest(args)?;
    let header = Header::of(&contest);
    let (mut log, past) = match &args.log {
        Some(path) => Log::open(path, &header, args.resume)
            .map_err(|error| Usage::new(format!("{error:#}")))?,
        None => (Log::default(), Vec::new()),
    };
    let mut results = Results::new(contest.rules, args.sprt);
    let mut done = HashSet::new();
    for entry in past {
        done.insert(entry.bout());
        results.add(&entry);
    }
    let bouts: Vec<Bout> = bouts(args.games)
        .filter(|bout| !done.contains(bout))
        .collect();

    let bar = ProgressBar::new((done.len() + bouts.len()) as u64);
    let template = "{bar:30} {pos}/{len} [{elapsed} +{eta}] {msg}";
    bar.set_style(ProgressStyle::with_template(template).context("a template")?);
    bar.set_position(done.len() as u64);
    bar.enable_steady_tick(Duration::from_secs(1));
    play(&contest, &bouts, args.threads, |bout, played| {
        let entry = Entry::new(bout, played);
        log.write(&entry)?;
        results.add(&entry);
        bar.inc(1);
        bar.set_message(results.in_short());
        Ok(results.verdict() == Verdict::Open)
    })?;
    bar.finish_and_clear();
    let mut out = io::stdout().lock();
    writeln!(out, "{header}")?;
    results.write(&mut out)?;
    Ok(())
}

fn contest(args: &Args) -> anyhow::Result<Contest> {
    let time = match (args.time, args.nodes) {
        (None, None) => Some(100),
        (time, _) => time,
    };
    let kinds = [args.a.clone(), args.b.clone()];
    Ok(Contest {
        rules: args.rules,
        limits: Limits {
            time: time.map(Duration::from_millis),
            clock: clock(args, &kinds)?,
            nodes: args.nodes,
            depth: None,
        },
        kinds,
        openings: if args.even {
            Openings::Even
        } else {
            Openings::Random
        },
        seed: args.seed,
        longest: args.longest,
    })
}

#[cfg(unix)]
fn clock(args: &Args, kinds: &[Spec]) -> Result<Clock, Usage> {
    if !args.processor {
        return Ok(Clock::Passing);
    }
    if !cfg!(target_os = "linux")
        && let Some(program) = kinds.iter().find(|kind| kind.is_program())
    {
        let error = format!("expected built-in players with `--processor`, got `{program}`");
        return Err(Usage::new(error));
    }
    Ok(Clock::Processor)
}

#[cfg(not(unix))]
fn clock(_: &Args, _: &[Spec]) -> Result<Clock, Usage> {
    Ok(Clock::Passing)
}

/// Returns the games of a match, two for each opening.
pub(super) fn bouts(games: u64) -> impl Iterator<Item = Bout> {
    let pairs = 0..games.div_ceil(2);
    pairs.flat_map(|pair| [false, true].map(|is_second| Bout { pair, is_second }))
}

/// Plays the bouts with several threads and reports each, until the callback returns false.
pub(super) fn play(
    contest: &Contest,
    bouts: &[Bout],
    threads: u8,
    mut tell: impl FnMut(Bout, &focus_lab::arena::Played) -> anyhow::Result<bool>,
) -> anyhow::Result<()> {
    let next = AtomicUsize::new(0);
    let stop = Stop::new();
    thread::scope(|scope| {
        let (sender, games) = mpsc::channel();
        for _ in 0..threads {
            let (sender, next, stop) = (sender.clone(), &next, &stop);
            scope.spawn(move || {
                while let Some(&bout) = bouts.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let played: Result<_, Illegal> = contest.play(bout, stop);
                    let is_end = stop.is_stopped();
                    // The receiver is gone once the match has been stopped.
                    if sender.send((bout, played)).is_err() || is_end {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut listen = || -> anyhow::Result<()> {
            for (bout, played) in &games {
                if let Some(played) = played?
                    && !tell(bout, &played)?
                {
                    return Ok(());
                }
            }
            Ok(())
        };
        let heard = listen();
        stop.stop();
        heard
    })
}
