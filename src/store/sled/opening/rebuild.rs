//! Rebuilding of a damaged database when it is opened.

use std::sync::Arc;

use crate::store::backup::restore::rebuild;
use crate::store::backup::source::source;
use crate::store::folder::{Folder, Lock};
use crate::store::sled::integrity::commit_marker::CommitMarker;
use crate::store::sled::opening::error::OpenError;
use crate::store::sled::opening::open_with_repairs::open_mended;
use crate::store::sled::opening::opened::Opened;
use crate::store::sled::opening::options::{Healing, Options};

/// Rebuilds a damaged database if everything can be recovered, and opens the new one.
pub(in crate::store::sled) fn heal(
    folder: &Folder,
    options: Options,
    lock: &Arc<Lock>,
    opened: Result<Opened, OpenError>,
) -> Result<Opened, OpenError> {
    let damage = match &opened {
        Err(OpenError::Damaged { is_late: true, .. }) if options.healing != Healing::Always => {
            return opened;
        }
        Err(OpenError::Damaged { reason, .. }) => reason.clone(),
        Ok(_) | Err(_) => return opened,
    };
    let acknowledged = CommitMarker::read(&folder.store());
    let source = match options.healing {
        Healing::Never => Ok(None),
        Healing::IfCertain | Healing::Always => source(folder, acknowledged),
    };
    let source = source.unwrap_or_else(|error| {
        tracing::error!(%error, "the backup or the journal that could rebuild the damaged database cannot be read");
        None
    });
    let Some(source) = source else {
        return opened;
    };
    tracing::error!(
        damage,
        backup = ?source.backup,
        "the database is damaged, and is rebuilt from the backup and the journal"
    );
    match rebuild(&source, folder) {
        Ok(aside) => {
            tracing::error!(?aside, "the damaged database is kept until you remove it");
            let opened = open_mended(folder, options, lock)?;
            Ok(Opened { aside, ..opened })
        }
        Err(error) => {
            tracing::error!(%error, "the database cannot be rebuilt");
            opened
        }
    }
}
