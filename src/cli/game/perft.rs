//! `focusbot perft`: counts move sequences and measures the speed.

use std::io::{self, IsTerminal, Write};
use std::time::Instant;

use crate::cli::game::allow_gone_reader;
use crate::cli::usage::Usage;
use focus::{Color, Mode, Position, Rules, perft};
use focus_engine::protocol;

/// Arguments of `focusbot perft`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
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
    depth: u8,
    /// Show the count after each first move
    #[arg(long)]
    divide: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let position = position(args).map_err(Usage::new)?;
    let printed = print(&position, args, &mut io::stdout().lock());
    Ok(allow_gone_reader(printed)?)
}

fn print(position: &Position, args: &Args, out: &mut impl Write) -> io::Result<()> {
    let started = Instant::now();
    let nodes = match args.depth {
        0 => 1,
        _ => count(position, args, out)?,
    };
    let seconds = started.elapsed().as_secs_f64();
    #[expect(clippy::cast_precision_loss, reason = "a speed is approximate")]
    let speed = nodes as f64 / seconds.max(f64::MIN_POSITIVE);
    writeln!(out, "nodes {nodes}")?;
    writeln!(out, "seconds {seconds:.3}")?;
    writeln!(out, "leaves per second {speed:.0}")
}

fn position(args: &Args) -> Result<Position, String> {
    let words: Vec<&str> = args.rules.split_whitespace().collect();
    if let Some(fps) = &args.fps {
        return protocol::position(fps, &words);
    }
    let rules = protocol::rules_with(Rules::new(args.mode), &words)?;
    Ok(Position::start(rules, Color::Orange))
}

/// Counts move by move, to show progress on a terminal.
fn count(position: &Position, args: &Args, out: &mut impl Write) -> io::Result<u64> {
    let moves = position.legal_moves();
    let mut progress = Some(io::stderr()).filter(|stderr| !args.divide && stderr.is_terminal());
    let mut total = 0;
    for (done, &mv) in moves.iter().enumerate() {
        if let Some(stderr) = &mut progress {
            write!(stderr, "\r{done} of {} first moves", moves.len())?;
        }
        let nodes = perft(&position.after(mv), u32::from(args.depth) - 1);
        if args.divide {
            writeln!(out, "{mv}: {nodes}")?;
        }
        total += nodes;
    }
    if let Some(stderr) = &mut progress {
        write!(stderr, "\r\x1b[K")?;
    }
    Ok(total)
}
