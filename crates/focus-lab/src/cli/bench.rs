//! `focus-lab bench`: searches fixed positions, to see if the engine still plays the same and how
//! fast it is.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use crate::cli::usage::Usage;
use focus::{Game, Mode, Position};
use focus_engine::{AlphaBeta, Choice, Clock, Engine, Limits, Options, Player, Stop};

/// One position per line: rules, a bar, and the position in FPS.
const POSITIONS: &str = include_str!("../../positions.txt");

/// Size of the transposition table in MiB; small, so that clearing it takes no time.
const HASH_MIB: usize = 8;

/// Extent of the searches.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Search depth in plies if two sides play
    #[arg(long, default_value = "10", value_parser = clap::value_parser!(u8).range(1..))]
    depth: u8,
    /// Positions to visit if three or four play, each alone
    #[arg(long, default_value = "10000", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Milliseconds of processor time per position, instead of a depth or a number of positions
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    time: Option<u64>,
    /// Search only positions of this mode
    #[arg(long)]
    mode: Option<Mode>,
    /// Show the result of each position
    #[arg(long)]
    each: bool,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let mut games = games().map_err(Usage::new)?;
    games.retain(|game| args.mode.is_none_or(|mode| game.rules().mode() == mode));
    let mut progress = Some(io::stderr()).filter(|stderr| !args.each && stderr.is_terminal());
    let (mut nodes, mut elapsed, mut signature) = (0, Duration::ZERO, Signature::new());
    let mut depths = 0;
    for (done, game) in games.iter().enumerate() {
        if let Some(stderr) = &mut progress {
            write!(stderr, "\r{done} of {} positions", games.len())?;
        }
        let mut engine = Engine::new(Options {
            hash_mib: HASH_MIB,
            ..Options::default()
        });
        let limits = args.limits(game.position());
        let started = clock().now();
        let choice = engine.choose(game, &limits, &Stop::new(), &mut |_| {});
        elapsed += started.elapsed();
        nodes += choice.nodes;
        depths += u32::from(choice.depth);
        signature.add(&choice);
        if args.each {
            let Choice {
                mv,
                score,
                depth,
                nodes,
                ..
            } = choice;
            let rules = game.rules().mode();
            writeln!(out, "{rules} {mv} {score} depth {depth} nodes {nodes}")?;
        }
    }
    if let Some(stderr) = &mut progress {
        write!(stderr, "\r\x1b[K")?;
    }
    #[expect(clippy::cast_precision_loss, reason = "a speed is approximate")]
    let speed = nodes as f64 / elapsed.as_secs_f64().max(f64::MIN_POSITIVE);
    let count = u32::try_from(games.len()).unwrap_or(u32::MAX).max(1);
    writeln!(
        out,
        "mean depth {:.1}",
        f64::from(depths) / f64::from(count)
    )?;
    writeln!(out, "nodes {nodes}")?;
    writeln!(out, "signature {:016x}", signature.0)?;
    writeln!(out, "seconds {:.3}", elapsed.as_secs_f64())?;
    writeln!(out, "nodes per second {speed:.0}")?;
    Ok(())
}

impl Args {
    fn limits(&self, position: &Position) -> Limits {
        if let Some(time) = self.time {
            return Limits {
                clock: clock(),
                ..Limits::time(Duration::from_millis(time))
            };
        }
        if AlphaBeta::can_play(position) {
            Limits::depth(self.depth)
        } else {
            Limits::nodes(self.nodes)
        }
    }
}

/// Returns the processor clock if the system has one, because it is not affected by other programs.
const fn clock() -> Clock {
    #[cfg(unix)]
    return Clock::Processor;
    #[cfg(not(unix))]
    Clock::Passing
}

fn games() -> Result<Vec<Game>, String> {
    let lines = POSITIONS.lines().filter(|line| !line.starts_with('#'));
    lines.map(game).collect()
}

fn game(line: &str) -> Result<Game, String> {
    let fields = line.split_once(" | ");
    let (rules, fps) =
        fields.ok_or_else(|| format!("expected rules and a position, got `{line}`"))?;
    let words: Vec<&str> = rules.split_whitespace().collect();
    Ok(Game::from_position(focus_engine::protocol::position(
        fps, &words,
    )?))
}

/// Hash of the search results, unchanged as long as the engine finds the same results in the same
/// way.
///
/// Source: G. Fowler, L. C. Noll, K.-P. Vo, FNV-1a (1991).
struct Signature(u64);

impl Signature {
    const fn new() -> Signature {
        Signature(0xCBF2_9CE4_8422_2325)
    }

    fn add(&mut self, choice: &Choice) {
        let found = format!(
            "{} {} {} {}",
            choice.mv, choice.score, choice.depth, choice.nodes
        );
        for byte in found.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }
}
