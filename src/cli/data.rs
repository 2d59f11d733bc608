//! The games on disk as a subcommand finds them, with no bot running.

use anyhow::bail;

use crate::config::Config;
use crate::store::records::KINDS;
use crate::store::{Folder, Missing, Opened, Options, SledStore};

/// The data folder of the settings.
pub(super) fn folder(config: &Config) -> Folder {
    Folder::new(&config.data.dir)
}

/// Opens the games, which must be there already.
pub(super) fn open(config: &Config, missing: Missing) -> anyhow::Result<Opened> {
    let folder = folder(config);
    if !folder.store().exists() {
        let path = folder.path().display();
        bail!("there are no games in `{path}`; `data.dir` in the settings says where to look");
    }
    open_folder(config, &folder, missing)
}

/// Opens the games of a folder, which are made if there are none.
pub(super) fn open_folder(
    config: &Config,
    folder: &Folder,
    missing: Missing,
) -> anyhow::Result<Opened> {
    let options = Options {
        limit: config.data.open_limit(),
        kinds: KINDS,
        missing,
    };
    Ok(SledStore::open(folder, options)?)
}
