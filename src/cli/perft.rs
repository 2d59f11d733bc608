//! `focusbot perft`: counts move sequences and says how fast.

use std::io::{self, Write};
use std::time::Instant;

use crate::cli::{Usage, start};
use crate::rules::{Color, Mode, Position, Rules, perft};

/// What to count.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Start from the set-up of a mode: 2, 3, 4t or 4s
    #[arg(long, default_value = "2", conflicts_with = "fps")]
    mode: Mode,
    /// Start from a position, eight fields in quotes
    #[arg(long)]
    fps: Option<String>,
    /// Options of the rules in quotes, such as "goal=race quiet=off"
    #[arg(long, default_value = "")]
    rules: String,
    /// Length of the sequences
    #[arg(long)]
    depth: u32,
    /// Show the count after each first move
    #[arg(long)]
    divide: bool,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let position = position(args).map_err(Usage::new)?;
    let mut out = io::stdout().lock();
    let started = Instant::now();
    let nodes = if args.divide && args.depth > 0 {
        divide(&position, args.depth, &mut out)?
    } else {
        perft(&position, args.depth)
    };
    let seconds = started.elapsed().as_secs_f64();
    #[expect(clippy::cast_precision_loss, reason = "a speed is approximate")]
    let speed = nodes as f64 / seconds.max(f64::MIN_POSITIVE);
    writeln!(out, "nodes {nodes}")?;
    writeln!(out, "seconds {seconds:.3}")?;
    writeln!(out, "leaves per second {speed:.0}")?;
    Ok(())
}

fn position(args: &Args) -> Result<Position, String> {
    let words: Vec<&str> = args.rules.split_whitespace().collect();
    if let Some(fps) = &args.fps {
        return start::position(fps, &words);
    }
    let rules = start::rules_with(Rules::new(args.mode), &words)?;
    Ok(Position::start(rules, Color::Orange))
}

fn divide(position: &Position, depth: u32, out: &mut impl Write) -> io::Result<u64> {
    let mut total = 0;
    for mv in position.legal_moves() {
        let mut child = position.clone();
        child.play_unchecked(mv);
        let nodes = perft(&child, depth - 1);
        writeln!(out, "{mv}: {nodes}")?;
        total += nodes;
    }
    Ok(total)
}
