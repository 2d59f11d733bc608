//! `focusbot migrate`: moves all games between a data folder and a PostgreSQL database.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};

use crate::cli::data::{self, NotOpen};
use crate::cli::offline::backup::write_all;
use crate::cli::offline::progress::Progress;
use crate::cli::usage::Usage;
use crate::config::Config;
use crate::store::backup::Written;
use crate::store::backup::restore::{self, PASSES, RestoreError};
use crate::store::postgres::{self, DatabaseUrl, Loaded, Options as Access, PostgresStore};
use crate::store::{Folder, OpenError, Opened, SledStore};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Data folder or postgres:// address that has the games; no bot may be using it
    #[arg(long, value_name = "PLACE")]
    from: String,
    /// Data folder or postgres:// address that has no games
    #[arg(long, value_name = "PLACE")]
    to: String,
}

/// Place of games. The password of a database is that of the settings.
enum Location {
    Folder(PathBuf),
    Database(DatabaseUrl),
}

impl Location {
    /// Parses the value of an option. The parser of the command line would quote a wrong one, with
    /// the password that may be in it.
    fn parse(option: &str, text: &str) -> Result<Self, Usage> {
        if !text.contains("://") {
            return Ok(Self::Folder(PathBuf::from(text)));
        }
        let url = text.parse::<DatabaseUrl>().map(Self::Database);
        url.map_err(|error| Usage::new(format!("`{option}`: {error}")))
    }
}

/// Games in a folder or, with access to it, in a database.
enum Games {
    Folder(Folder),
    Database(Access),
}

impl Games {
    fn of(config: &Config, place: Location) -> Result<Self, NotOpen> {
        match place {
            Location::Folder(path) => {
                let folder = Folder::new(path);
                data::require_own(&folder)?;
                Ok(Self::Folder(folder))
            }
            Location::Database(url) => Ok(Self::Database(data::access(config, url))),
        }
    }
}

/// Writes a backup of the source, fills the target with it, and compares the two. If interrupted,
/// it leaves the source as it was. A target folder is still empty then. A target database keeps the
/// values written so far, and refuses to be used until the command is run again and completes.
pub(crate) fn run(config: &Config, args: &Args) -> anyhow::Result<()> {
    let from = Location::parse("--from", &args.from)?;
    let to = Location::parse("--to", &args.to)?;
    let (from, to) = (Games::of(config, from)?, Games::of(config, to)?);
    move_all(config, &from, &to).map_err(advise)
}

/// Names the remedy where that of the settings, another `data.dir`, would not help.
fn advise(error: anyhow::Error) -> anyhow::Error {
    if let Some(RestoreError::NotEmpty(place)) = error.downcast_ref() {
        let place = place.display();
        return anyhow!(
            "`{place}` is not empty; move it elsewhere first, or name another place with `--to`"
        );
    }
    if let Some(OpenError::InUse(path)) = error.downcast_ref() {
        let path = path.display();
        return anyhow!("another focusbot is using `{path}`; stop that one first");
    }
    error
}

fn move_all(config: &Config, from: &Games, to: &Games) -> anyhow::Result<()> {
    match to {
        Games::Folder(folder) => restore::refuse_if_in_the_way(folder)?,
        Games::Database(access) => postgres::require_fillable(access)?,
    }
    let backups = match (from, to) {
        (Games::Folder(folder), _) | (_, Games::Folder(folder)) => folder.backups(),
        (Games::Database(_), Games::Database(_)) => {
            let folder = data::folder(config);
            data::require_own(&folder)?;
            folder.backups()
        }
    };
    let (written, source) = write(config, from, &backups)?;
    let backup = written.path;
    let progress = Progress::of(fs::metadata(&backup)?.len() * PASSES, "write");
    let mut more = |bytes| progress.more(bytes);
    let mut already = 0;
    let records = match to {
        Games::Folder(folder) => {
            restore::restore_with(&backup, folder, data::usual(config), &mut more)?.records
        }
        Games::Database(access) => {
            let Loaded { values, found } = postgres::load(access, &backup, &mut more)?;
            already = found;
            values
        }
    };
    drop((progress, source));
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

/// Writes a backup of everything. Also returns the store of a folder: as long as it is open, no bot
/// can begin to play on there, with moves that stay behind.
fn write(
    config: &Config,
    from: &Games,
    backups: &Path,
) -> anyhow::Result<(Written, Option<SledStore>)> {
    match from {
        Games::Folder(folder) => {
            if !data::has_games(folder)? {
                let path = folder.path().display();
                bail!("there are no games in `{path}`; `--from` says where to look");
            }
            let Opened { store, values, .. } = SledStore::open(folder, data::usual(config))?;
            let written = write_all(&store, values, backups, "read")?;
            Ok((written, Some(store)))
        }
        Games::Database(access) => {
            postgres::require_unused(access)?;
            let store = PostgresStore::open(access.clone())?;
            let written = write_all(&store, store.values()?, backups, "read")?;
            Ok((written, None))
        }
    }
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;
    use crate::store::when_free;

    #[test]
    fn folder_stays_locked_until_its_games_have_been_moved() {
        let data = TempDir::new().expect("a temporary folder");
        let (folder, config) = (Folder::new(data.path()), Config::default());
        let open = || SledStore::open(&folder, data::usual(&config));
        drop(open().expect("a new store"));
        let from = Games::Folder(folder.clone());
        let begun = when_free(|| {
            let begun = write(&config, &from, &folder.backups());
            begun.map_err(|error| error.downcast().expect("a folder in use"))
        });
        let (written, source) = begun.expect("a backup");
        assert!(written.path.exists());
        assert!(matches!(open(), Err(OpenError::InUse(_))));
        drop(source);
        when_free(open).expect("a folder that nobody uses");
    }
}
