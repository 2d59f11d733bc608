//! Opening the games for a subcommand.

#[cfg(unix)]
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::bail;
use thiserror::Error;

use crate::config::{Config, SANDBOX_GAMES};
#[cfg(feature = "discord")]
use crate::store::Compaction;
#[cfg(feature = "postgres")]
use crate::store::postgres::{self, DatabaseUrl, Options as Access, PostgresStore};
use crate::store::records::KINDS;
use crate::store::{
    Backend, Damaged, Folder, Healing, Missing, OpenError, Opened, Options, SledStore, backup,
};

/// Returns the data folder of the settings.
pub(crate) fn folder(config: &Config) -> Folder {
    Folder::new(&config.data.dir)
}

/// Returns the data folder of the settings, which must already contain games.
pub(crate) fn existing(config: &Config) -> Result<Folder, NotOpen> {
    let folder = folder(config);
    require_own(&folder)?;
    if has_games(&folder)? {
        return Ok(folder);
    }
    let here = folder.path().to_owned();
    let sandbox = config.sandbox.dir.join(SANDBOX_GAMES);
    Err(if has_games(&Folder::new(&sandbox)).unwrap_or(false) {
        NotOpen::Elsewhere { here, sandbox }
    } else {
        NotOpen::Nothing(here)
    })
}

/// Refuses to work as root on the data folder of another user, who could not open the files that
/// root makes in it.
#[cfg(unix)]
pub(crate) fn require_own(folder: &Folder) -> Result<(), NotOpen> {
    use std::os::unix::fs::MetadataExt;

    // The bot may run as another user than the one whose folder it was given.
    let found = fs::metadata(folder.store()).or_else(|_| fs::metadata(folder.path()));
    match found.map(|found| found.uid()) {
        Ok(owner) if owner != 0 && rustix::process::geteuid().is_root() => {
            let path = folder.path().to_owned();
            Err(NotOpen::Foreign { path, owner })
        }
        // If there is no folder, or it cannot be read, opening it says so.
        Ok(_) | Err(_) => Ok(()),
    }
}

/// Accepts everything: other systems have no root.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "as on Unix")]
pub(crate) fn require_own(_: &Folder) -> Result<(), NotOpen> {
    Ok(())
}

/// Returns whether a data folder has games, even if only in a backup or a journal.
pub(crate) fn has_games(folder: &Folder) -> Result<bool, OpenError> {
    let exists = |path: PathBuf| match path.try_exists() {
        Ok(exists) => Ok(exists),
        Err(error) => Err(OpenError::Folder { path, error }),
    };
    let newest = |path: PathBuf| match backup::newest(&path) {
        Ok(newest) => Ok(newest),
        Err(error) => Err(OpenError::Folder { path, error }),
    };
    Ok(exists(folder.store())? || exists(folder.journal())? || newest(folder.backups())?.is_some())
}

/// Opens the games, which must already exist.
pub(crate) fn open(config: &Config, missing: Missing, damaged: Damaged) -> Result<Opened, NotOpen> {
    let folder = existing(config)?;
    let options = Options {
        damaged,
        ..usual(config)
    };
    let whole = Options {
        healing: match missing {
            Missing::Refuse => Healing::Never,
            Missing::Accept => Healing::Always,
        },
        ..options
    };
    match (SledStore::open(&folder, whole), missing) {
        // Backups and journal together do not have all data.
        (Err(OpenError::Damaged { .. }), Missing::Accept) => {
            let options = Options { missing, ..options };
            Ok(SledStore::open(&folder, options)?)
        }
        (opened, Missing::Refuse | Missing::Accept) => Ok(opened?),
    }
}

/// Reason why there are no games to work on.
#[derive(Debug, Error)]
pub(crate) enum NotOpen {
    /// There were never any games here.
    #[error(
        "there are no games in `{}`; `data.dir` in the settings says where to look",
        .0.display()
    )]
    Nothing(PathBuf),
    /// There are only the games of the sandbox.
    #[error(
        "there are no games in `{}`; with `FOCUSBOT_DATA_DIR={}` those of the sandbox are meant",
        .here.display(), .sandbox.display()
    )]
    Elsewhere {
        /// Folder without games.
        here: PathBuf,
        /// Folder with the games of the sandbox.
        sandbox: PathBuf,
    },
    /// The games are another user's, and this program runs as root.
    #[cfg(unix)]
    #[error(
        "the games in `{}` belong to user {owner}, who could not open the files that root makes \
         there: run this as that user, for example with `setpriv --reuid={owner} --clear-groups` or \
         `sudo -u`",
        path.display()
    )]
    Foreign {
        /// Data folder.
        path: PathBuf,
        /// Number of the user.
        owner: u32,
    },
    /// The games cannot be opened.
    #[error(transparent)]
    Refused(#[from] OpenError),
}

/// Opens the games of a folder, creates them if there are none, and compacts them if that pays off.
#[cfg(feature = "discord")]
pub(crate) fn open_folder(
    config: &Config,
    folder: &Folder,
    missing: Missing,
) -> anyhow::Result<Opened> {
    let options = Options {
        missing,
        compaction: Compaction::IfItPays,
        healing: Healing::IfCertain,
        ..usual(config)
    };
    Ok(SledStore::open(folder, options)?)
}

/// Returns the store of the database at `url`, which is not used yet; `None` without an address.
#[cfg(feature = "postgres")]
pub(crate) fn database(config: &Config, url: Option<&str>) -> anyhow::Result<Option<Backend>> {
    let Some(url) = url else { return Ok(None) };
    let access = access(config, url.parse()?);
    Ok(Some(Backend::Postgres(PostgresStore::new(access)?)))
}

/// Returns `None`: without PostgreSQL, no settings have an address.
#[cfg(not(feature = "postgres"))]
#[expect(clippy::unnecessary_wraps, reason = "as with PostgreSQL")]
pub(crate) fn database(_: &Config, _: Option<&str>) -> anyhow::Result<Option<Backend>> {
    Ok(None)
}

/// Returns the access to the database at `url`, with the password of the settings.
#[cfg(feature = "postgres")]
pub(crate) fn access(config: &Config, url: DatabaseUrl) -> Access {
    let store = &config.store;
    Access {
        password: store.password.as_ref().map(|own| own.reveal().to_owned()),
        root_certificate: store.root_certificate.as_ref().map(PathBuf::from),
        connections: store.connections,
        ..Access::new(url)
    }
}

/// Prepares a store for use. Returns the reason if it cannot be used yet, and may be later.
///
/// # Errors
///
/// The store cannot be used, and waiting would not help.
#[cfg_attr(
    not(feature = "postgres"),
    expect(clippy::unnecessary_wraps, reason = "as with PostgreSQL")
)]
pub(crate) fn prepare(store: &Backend) -> anyhow::Result<Option<String>> {
    match store {
        Backend::Folder(_) => Ok(None),
        #[cfg(feature = "postgres")]
        Backend::Postgres(store) => match store.prepare() {
            Ok(()) => Ok(None),
            Err(error) if error.is_passing() => Ok(Some(error.to_string())),
            Err(error) => Err(error.into()),
        },
    }
}

/// Returns the database of the settings, which must already contain games, ready for use; `None` if
/// they are in a folder.
pub(crate) fn open_database(config: &Config) -> anyhow::Result<Option<Backend>> {
    let Some(store) = database(config, config.store.url.as_deref())? else {
        return Ok(None);
    };
    // Preparing would make the schema, so that any database would pass for one without games.
    #[cfg(feature = "postgres")]
    if let Backend::Postgres(store) = &store {
        store.require_schema()?;
    }
    match prepare(&store)? {
        None => Ok(Some(store)),
        Some(reason) => bail!(reason),
    }
}

/// Refuses the database of the settings, if there is one, while another process uses it.
#[cfg(feature = "postgres")]
pub(crate) fn require_unused(config: &Config) -> anyhow::Result<()> {
    let Some(url) = &config.store.url else {
        return Ok(());
    };
    Ok(postgres::require_unused(&access(config, url.parse()?))?)
}

/// Accepts everything: without PostgreSQL, no settings have an address.
#[cfg(not(feature = "postgres"))]
#[expect(clippy::unnecessary_wraps, reason = "as with PostgreSQL")]
pub(crate) fn require_unused(_: &Config) -> anyhow::Result<()> {
    Ok(())
}

/// Returns the default options for opening the games.
pub(crate) fn usual(config: &Config) -> Options {
    Options {
        limit: Duration::from_secs(config.data.open_limit_seconds.get().into()),
        kinds: KINDS,
        ..Options::default()
    }
}
