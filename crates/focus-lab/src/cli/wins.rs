//! `focus-lab wins`: finds positions with forced wins.

use std::io::{self, Write};

use crate::cli::usage::Usage;
use focus_engine::evaluation::Kind;
use focus_lab::wins::Harvest;

/// Maximum number of plies that an exhaustive search can look ahead within seconds.
const MOST_PLIES: i64 = 7;

/// Find positions in which a win is forced whatever the others do.
///
/// An exhaustive search finds them in the last plies of games that the computer player plays
/// against itself. Each line has the rules, the plies until the win, all moves that keep it within
/// the maximum number of plies, and the position.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Kind of game, such as `duel-race`
    kind: Kind,
    /// Number of positions
    #[arg(long, default_value_t = 200)]
    count: usize,
    /// Fewest plies until the win
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=MOST_PLIES))]
    least: u32,
    /// Most plies until the win
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=MOST_PLIES))]
    most: u32,
    /// Seed of the games
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let Args {
        kind,
        count,
        least,
        most,
        seed,
    } = *args;
    if least > most {
        let error = format!("expected at most {most} for `--least`, got `{least}`");
        return Err(Usage::new(error).into());
    }
    let mut out = io::stdout().lock();
    for win in Harvest::new(kind, seed, least..=most).take(count) {
        writeln!(out, "{win}")?;
        out.flush()?;
    }
    Ok(())
}
