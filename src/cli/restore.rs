//! `focusbot restore`: games out of a backup.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use crate::cli::data;
use crate::cli::progress::Progress;
use crate::config::Config;
use crate::store::restore::{self, PASSES};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The backup, a file that ends in .jsonl
    backup: PathBuf,
}

/// Fills the data folder, which must hold no games.
pub(super) fn run(config: &Config, args: &Args) -> anyhow::Result<()> {
    let folder = data::folder(config);
    // One that cannot be read is named below.
    let length = fs::metadata(&args.backup).map_or(0, |file| file.len());
    let progress = Progress::of(length * PASSES, "restore");
    let records = restore::restore_with(&args.backup, &folder, &mut |bytes| progress.more(bytes))?;
    drop(progress);
    let path = folder.path().display();
    writeln!(io::stdout(), "{records} records in {path}")?;
    Ok(())
}
