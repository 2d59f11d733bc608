//! `focus-lab levels`: measures the levels of a kind of game against the anchors.

use std::io::{self, Write};

use crate::cli::contest::{self, log::Entry, report::Results};
use crate::cli::usage::Usage;
use focus::Rules;
use focus_engine::{Level, Limits};
use focus_lab::arena::{Bout, Contest, Openings, Spec};

/// Levels to measure, opponents, rules and the number of games.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Rules in quotes, such as "mode=4s goal=last"
    #[arg(long, default_value = "mode=2")]
    rules: Rules,
    /// Levels, separated by commas; all if none is given
    #[arg(long, value_delimiter = ',')]
    levels: Vec<Level>,
    /// Opponents, separated by commas; `below` is the level below
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "random,greedy,depth2,depth3"
    )]
    against: Vec<String>,
    /// Number of games of each level against each opponent, two for each opening
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Positions per move; only full strength has no smaller limit of its own
    #[arg(long, default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Games to play in parallel
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..))]
    threads: u8,
    /// Seed of the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Number of plies after which a game is adjudicated as a draw, as in `match`.
const LONGEST: usize = 800;

/// An opponent of the levels.
enum Opponent {
    /// Level below the measured one.
    Below,
    Other(Spec),
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let opponents = args.against.iter().map(|name| opponent(name));
    let opponents: Vec<Opponent> = opponents.collect::<Result<_, _>>()?;
    let levels = match args.levels.as_slice() {
        [] => &Level::ALL,
        levels => levels,
    };
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{}, {} games each, seed {}: points in percent with 95 % error bars\n",
        args.rules, args.games, args.seed
    )?;
    writeln!(out, "| level | {} |", args.against.join(" | "))?;
    writeln!(out, "| --- |{}", " --- |".repeat(opponents.len()))?;
    for &level in levels {
        write!(out, "| {level} |")?;
        for opponent in &opponents {
            match score(args, level, opponent)? {
                Some(score) => write!(out, " {score} |")?,
                None => write!(out, " – |")?,
            }
            out.flush()?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn opponent(name: &str) -> Result<Opponent, Usage> {
    if name == "below" {
        return Ok(Opponent::Below);
    }
    name.parse().map(Opponent::Other).map_err(Usage::new)
}

/// Returns the score of a level with error bars; `None` if there is no such opponent.
fn score(args: &Args, level: Level, opponent: &Opponent) -> anyhow::Result<Option<String>> {
    let of_level = |level: Level| format!("level:{level}").parse::<Spec>().map_err(Usage::new);
    let opponent = match opponent {
        Opponent::Other(spec) => spec.clone(),
        Opponent::Below => match Level::ALL.iter().rfind(|&&below| below < level) {
            Some(&below) => of_level(below)?,
            None => return Ok(None),
        },
    };
    let contest = Contest {
        rules: args.rules,
        kinds: [of_level(level)?, opponent],
        limits: Limits::nodes(args.nodes),
        openings: Openings::Random,
        seed: args.seed,
        longest: LONGEST,
    };
    let mut results = Results::new(args.rules, None);
    let bouts: Vec<Bout> = contest::bouts(args.games).collect();
    contest::play(&contest, &bouts, args.threads, |bout, played| {
        results.add(&Entry::new(bout, played));
        Ok(true)
    })?;
    let share = results.share();
    let [value, low, high] = [share.value, share.low, share.high].map(|share| 100.0 * share);
    Ok(Some(format!("{value:.0} [{low:.0}, {high:.0}]")))
}
