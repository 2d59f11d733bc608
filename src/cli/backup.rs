//! `focusbot backup`: all games as one text file.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::SystemTime;

use crate::cli::data;
use crate::config::Config;
use crate::store::{Missing, backup};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Folder for the backup; `backups` in the data folder if nothing is said
    #[arg(long, value_name = "FOLDER")]
    to: Option<PathBuf>,
    /// Write down what is left of a damaged database
    #[arg(long)]
    damaged: bool,
}

/// Writes a backup and deletes none.
pub(super) fn run(config: &Config, args: &Args) -> anyhow::Result<()> {
    let missing = if args.damaged {
        Missing::Accept
    } else {
        Missing::Refuse
    };
    let opened = data::open(config, missing)?;
    let default = data::folder(config).backups();
    let folder = args.to.as_ref().unwrap_or(&default);
    let written = backup::write(&opened.store, folder, SystemTime::now(), usize::MAX)?;
    let path = written.path.display();
    writeln!(io::stdout(), "{} records in {path}", written.records)?;
    Ok(())
}
