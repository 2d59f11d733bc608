//! The games on disk as a subcommand finds them, with no bot running.

use std::path::PathBuf;

use thiserror::Error;

use crate::config::Config;
use crate::store::records::KINDS;
use crate::store::{Damaged, Folder, Missing, OpenError, Opened, Options, SledStore, backup};

/// The data folder of the settings.
pub(super) fn folder(config: &Config) -> Folder {
    Folder::new(&config.data.dir)
}

/// Opens the games, which must be there already.
pub(super) fn open(config: &Config, missing: Missing, damaged: Damaged) -> Result<Opened, NotOpen> {
    let folder = folder(config);
    if !folder.store().exists() && backup::newest(&folder.backups()).is_none() {
        return Err(NotOpen::Nothing(folder.path().to_owned()));
    }
    Ok(SledStore::open(&folder, options(config, missing, damaged))?)
}

/// Why there are no games to work on.
#[derive(Debug, Error)]
pub(super) enum NotOpen {
    /// There never were any here.
    #[error(
        "there are no games in `{}`; `data.dir` in the settings says where to look",
        .0.display()
    )]
    Nothing(PathBuf),
    /// They cannot be opened.
    #[error(transparent)]
    Refused(#[from] OpenError),
}

/// Opens the games of a folder, which are made if there are none.
#[cfg(feature = "discord")]
pub(super) fn open_folder(
    config: &Config,
    folder: &Folder,
    missing: Missing,
) -> anyhow::Result<Opened> {
    let options = options(config, missing, Damaged::SetAside);
    Ok(SledStore::open(folder, options)?)
}

fn options(config: &Config, missing: Missing, damaged: Damaged) -> Options {
    Options {
        limit: config.data.open_limit(),
        kinds: KINDS,
        missing,
        damaged,
    }
}
