//! `focusbot migrate`: moves all games between a data folder and a PostgreSQL database.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::cli::data;
use crate::cli::offline::progress::Progress;
use crate::config::Config;
use crate::store::backup::restore::{self, PASSES};
use crate::store::backup::{self, Written};
use crate::store::postgres::{self, DatabaseUrl, Loaded, Options as Access, PostgresStore};
use crate::store::{Folder, SledStore, Store};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Data folder or postgres:// address that has the games; no bot may be using it
    #[arg(long, value_name = "PLACE")]
    from: Location,
    /// Data folder or postgres:// address that has no games
    #[arg(long, value_name = "PLACE")]
    to: Location,
}

/// Place of games. The password of a database is that of the settings.
#[derive(Clone, Debug)]
enum Location {
    Folder(PathBuf),
    Database(DatabaseUrl),
}

impl std::str::FromStr for Location {
    type Err = postgres::UrlError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.contains("://") {
            return Ok(Self::Database(text.parse()?));
        }
        Ok(Self::Folder(PathBuf::from(text)))
    }
}

/// Games in a folder or, with access to it, in a database.
enum Games {
    Folder(Folder),
    Database(Access),
}

impl Games {
    fn of(config: &Config, place: &Location) -> Self {
        match place {
            Location::Folder(path) => Self::Folder(Folder::new(path)),
            Location::Database(url) => Self::Database(data::access(config, url.clone())),
        }
    }
}

/// Writes a backup of the source, fills the target with it, and compares the two. If interrupted,
/// it leaves the source as it was. A target folder is still empty then. A target database keeps the
/// values written so far, and refuses to be used until the command is run again and completes.
pub(crate) fn run(config: &Config, args: &Args) -> anyhow::Result<()> {
    let [from, to] = [&args.from, &args.to].map(|place| Games::of(config, place));
    match &to {
        Games::Folder(folder) => restore::refuse_if_in_the_way(folder)?,
        Games::Database(access) => postgres::require_fillable(access)?,
    }
    let backups = match (&from, &to) {
        (Games::Folder(folder), _) | (_, Games::Folder(folder)) => folder.backups(),
        (Games::Database(_), Games::Database(_)) => data::folder(config).backups(),
    };
    let backup = write(config, &from, &backups)?.path;
    let progress = Progress::of(fs::metadata(&backup)?.len() * PASSES, "write");
    let mut more = |bytes| progress.more(bytes);
    let mut already = 0;
    let records = match &to {
        Games::Folder(folder) => {
            restore::restore_with(&backup, folder, data::usual(config), &mut more)?.records
        }
        Games::Database(access) => {
            let Loaded { values, found } = postgres::load(access, &backup, &mut more)?;
            already = found;
            values
        }
    };
    drop(progress);
    if already > 0 {
        writeln!(io::stdout(), "{already} records were there already")?;
    }
    let path = backup.display();
    writeln!(
        io::stdout(),
        "{records} records moved, by way of the backup {path}"
    )?;
    Ok(())
}

/// Writes a backup of everything.
fn write(config: &Config, from: &Games, backups: &Path) -> anyhow::Result<Written> {
    match from {
        Games::Folder(folder) => {
            data::require_games(folder)?;
            let opened = SledStore::open(folder, data::usual(config))?;
            write_all(&opened.store, opened.values, backups)
        }
        Games::Database(access) => {
            postgres::require_unused(access)?;
            let store = PostgresStore::open(access.clone())?;
            write_all(&store, store.values()?, backups)
        }
    }
}

fn write_all(store: &dyn Store, values: u64, backups: &Path) -> anyhow::Result<Written> {
    let progress = Progress::of(values, "read");
    let now = SystemTime::now();
    let written = backup::write_with(store, backups, now, usize::MAX, &mut |done| {
        progress.at(done);
    });
    Ok(written?)
}
