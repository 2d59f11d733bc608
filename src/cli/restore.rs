//! `focusbot restore`: games out of a backup.

use std::io::{self, Write};
use std::path::PathBuf;

use crate::cli::data;
use crate::config::Config;
use crate::store::restore;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The backup, a file that ends in .jsonl
    backup: PathBuf,
}

/// Fills the data folder, which must hold no games.
pub(super) fn run(config: &Config, args: &Args) -> anyhow::Result<()> {
    let folder = data::folder(config);
    let records = restore::restore(&args.backup, &folder)?;
    let path = folder.path().display();
    writeln!(io::stdout(), "{records} records in {path}")?;
    Ok(())
}
