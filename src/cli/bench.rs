//! `focusbot bench`: searches fixed positions, to see whether and how fast the engine plays the
//! same.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use crate::cli::{Usage, start};
use crate::rules::Game;
use crate::search::{AlphaBeta, Choice, Engine, Limits, Options, Player, Stop};

/// A position a line: rules, a bar, and the position.
const POSITIONS: &str = include_str!("../../assets/bench/positions.txt");

/// A small table, so that filling it with nothing takes no time.
const HASH_MIB: usize = 8;

/// How far to search.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Plies looked ahead where two sides play
    #[arg(long, default_value = "10", value_parser = clap::value_parser!(u8).range(1..))]
    depth: u8,
    /// Positions visited where three or four play, each alone
    #[arg(long, default_value = "10000", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Show what is found in each position
    #[arg(long)]
    each: bool,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let games = games().map_err(Usage::new)?;
    let mut progress = Some(io::stderr()).filter(|stderr| !args.each && stderr.is_terminal());
    let (mut nodes, mut elapsed, mut signature) = (0, Duration::ZERO, Signature::new());
    for (done, game) in games.iter().enumerate() {
        if let Some(stderr) = &mut progress {
            write!(stderr, "\r{done} of {} positions", games.len())?;
        }
        let mut engine = Engine::new(Options {
            hash_mib: HASH_MIB,
            ..Options::default()
        });
        let limits = if AlphaBeta::can_play(game.position()) {
            Limits::depth(args.depth)
        } else {
            Limits::nodes(args.nodes)
        };
        let started = Instant::now();
        let choice = engine.choose(game, &limits, &Stop::new(), &mut |_| {});
        elapsed += started.elapsed();
        nodes += choice.nodes;
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
    writeln!(out, "nodes {nodes}")?;
    writeln!(out, "signature {:016x}", signature.0)?;
    writeln!(out, "seconds {:.3}", elapsed.as_secs_f64())?;
    writeln!(out, "nodes per second {speed:.0}")?;
    Ok(())
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
    Ok(Game::from_position(start::position(fps, &words)?))
}

/// A number that stays the same as long as the engine finds the same in the same way.
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
