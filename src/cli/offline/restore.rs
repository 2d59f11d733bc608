//! `focusbot restore`: restores games from a backup.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

#[cfg(feature = "postgres")]
use anyhow::Context;
use anyhow::bail;

use crate::cli::data;
use crate::cli::offline::progress::Progress;
use crate::config::Config;
#[cfg(feature = "postgres")]
use crate::store::Folder;
use crate::store::backup;
use crate::store::backup::restore::{self, PASSES, Restored};
#[cfg(feature = "postgres")]
use crate::store::postgres::{self, Loaded};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The backup, a file that ends in .jsonl; the newest by default
    backup: Option<PathBuf>,
}

/// Fills the data folder or the database, which must not contain games.
pub(crate) fn run(config: &Config, args: &Args) -> anyhow::Result<()> {
    let folder = data::folder(config);
    // A backup that cannot be read is reported below.
    let newest = || backup::newest(&folder.backups()).ok().flatten();
    let length = args.backup.clone().or_else(newest);
    let length = length.and_then(|backup| fs::metadata(backup).ok());
    let progress = Progress::of(length.map_or(0, |file| file.len()) * PASSES, "restore");
    let mut more = |bytes| progress.more(bytes);
    #[cfg(feature = "postgres")]
    if let Some(url) = &config.store.url {
        let access = data::access(config, url.parse()?);
        let backup = match &args.backup {
            Some(backup) => backup.clone(),
            None => newest_for_database(&folder)?,
        };
        let Loaded { values, found } = postgres::load(&access, &backup, &mut more)?;
        drop(progress);
        if found > 0 {
            writeln!(io::stdout(), "{found} records were there already")?;
        }
        writeln!(io::stdout(), "{values} records in the database")?;
        return Ok(());
    }
    data::require_own(&folder)?;
    let options = data::usual(config);
    let restored = match &args.backup {
        Some(backup) => restore::restore_with(backup, &folder, options, &mut more),
        None => restore::restore_all(&folder, options, &mut more),
    };
    let Restored {
        records,
        changes,
        lost,
    } = restored?;
    drop(progress);
    let mut out = io::stdout().lock();
    let path = folder.path().display();
    match changes {
        0 => writeln!(out, "{records} records in {path}")?,
        _ => writeln!(
            out,
            "{records} records and {changes} later changes in {path}"
        )?,
    }
    if lost > 0 {
        bail!("changes that can be read neither in the backup nor in the journal: {lost}");
    }
    Ok(())
}

/// Returns the newest backup; refuses one that the journal goes on from, because that is read into a
/// folder alone.
#[cfg(feature = "postgres")]
fn newest_for_database(folder: &Folder) -> anyhow::Result<PathBuf> {
    let backups = folder.backups();
    let newest = backup::newest(&backups);
    let newest =
        newest.with_context(|| format!("cannot read the folder `{}`", backups.display()))?;
    let Some(newest) = newest else {
        bail!("there is no backup in `{}`; say which", backups.display());
    };
    if restore::has_later_changes(&newest, folder)? {
        bail!(
            "the journal has later changes than `{}`, which only a folder takes over: restore it \
             without `store.url` and use `focusbot migrate`, or name the backup to leave them out",
            newest.display()
        );
    }
    Ok(newest)
}
