//! `focus-lab solve`: counts the forced wins that a player proves and keeps.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;

use crate::cli::usage::Usage;
use focus_engine::Limits;
use focus_lab::arena::Spec;
use focus_lab::wins::{ForcedWin, Success, SuccessRates};

/// Count the forced wins that a player proves and keeps.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Files of positions, as written by `focus-lab wins`; lines that begin with `#` are skipped
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The player, such as `level:full`
    #[arg(long, default_value = "level:full")]
    player: Spec,
    /// Positions to visit for each move
    #[arg(long, default_value_t = 600_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Also list the positions that are not proven
    #[arg(long)]
    list: bool,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let limits = Limits::nodes(args.nodes);
    let mut player = args.player.player(1);
    let mut out = io::stdout().lock();
    let mut rates = SuccessRates::default();
    for path in &args.files {
        let text = fs::read_to_string(path)
            .with_context(|| format!("cannot read `{}`", path.display()))?;
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let win: ForcedWin = line.parse().map_err(Usage::new)?;
            let (success, choice) = Success::of(&win, &mut *player, &limits);
            rates.add(win.position.rules(), win.plies, success);
            if args.list && success != Success::Proven {
                writeln!(out, "{success:?} {} {} {win}", choice.mv, choice.score)?;
            }
        }
    }
    write!(out, "{rates}")?;
    Ok(())
}
