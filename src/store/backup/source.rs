//! Backups and journals from which a database can be rebuilt.

use std::path::PathBuf;

use crate::store::backup::list::end;
use crate::store::backup::read::check;
use crate::store::backup::restore_error::{RestoreError, in_folder};
use crate::store::folder::Folder;
use crate::store::journal::{self, Contents};
use crate::store::{Lineage, ReadPoint, Revision, backup};

/// Backup and journal that together hold every acknowledged change.
#[derive(Debug)]
pub(crate) struct RestoreSource {
    /// The backup to begin with; `None` if the journal begins with the first change.
    pub(crate) backup: Option<PathBuf>,
    /// The commit after which the journal continues.
    pub(crate) moment: ReadPoint,
}

/// Finds an intact backup from which the journal continues without a gap, at least to the commit
/// `acknowledged`; or a journal that needs no backup. If it is not known to which history the
/// database belongs, that is the newest one.
///
/// # Errors
///
/// The folder of the backups or that of the journal cannot be read.
pub(crate) fn source(
    folder: &Folder,
    acknowledged: ReadPoint,
) -> Result<Option<RestoreSource>, RestoreError> {
    let Some(candidates) = candidates(folder, acknowledged)? else {
        return Ok(None);
    };
    let lineage = candidates.lineage;
    let mut backups = candidates.backups.into_iter().rev();
    let sound = backups.find(|(_, path)| check(path, &mut |_| {}).is_ok());
    if let Some((commits, path)) = sound {
        return Ok(Some(RestoreSource::new(Some(path), lineage, commits)));
    }
    let needs_none = candidates.needs_none;
    Ok(needs_none.then(|| RestoreSource::new(None, lineage, Revision::default())))
}

/// Returns whether there are a backup and a journal that should hold every change up to the commit
/// `acknowledged`; the backup is not read.
pub(crate) fn promises_all(folder: &Folder, acknowledged: ReadPoint) -> bool {
    let found = candidates(folder, acknowledged).ok().flatten();
    found.is_some_and(|found| found.needs_none || !found.backups.is_empty())
}

/// Backups from which the journal continues without a gap.
struct Candidates {
    lineage: Lineage,
    /// Last commit and path of each, by that commit.
    backups: Vec<(Revision, PathBuf)>,
    /// True if the journal begins with the first change.
    needs_none: bool,
}

fn candidates(
    folder: &Folder,
    acknowledged: ReadPoint,
) -> Result<Option<Candidates>, RestoreError> {
    let (backups, journal) = (folder.backups(), folder.journal());
    let backups = backup::list(&backups).map_err(in_folder(&backups))?;
    let places = backups
        .into_iter()
        .filter_map(|path| Some((end(&path)?.place(), path)));
    let places: Vec<_> = places.collect();
    let newest = journal::newest_lineage(&journal).map_err(in_folder(&journal))?;
    let lineage = match (acknowledged.lineage, places.last()) {
        (Some(own), _) => Some(own),
        // The games have been in PostgreSQL since: what is left of the folder's own is older.
        (None, Some((None, _))) => None,
        (None, Some((Some((last, _)), _))) => newest.or(Some(*last)),
        (None, None) => newest,
    };
    let Some(lineage) = lineage else {
        return Ok(None);
    };
    let contents = Contents::read(&journal, lineage).map_err(in_folder(&journal))?;
    let is_whole = |commits: Revision| {
        let last = contents.last().unwrap_or_default().max(commits);
        contents.missing_after(commits) == 0 && last >= acknowledged.commits
    };
    let fitting = places.into_iter().filter_map(|(place, path)| {
        let (own, commits) = place?;
        (own == lineage && is_whole(commits)).then_some((commits, path))
    });
    let mut backups: Vec<_> = fitting.collect();
    backups.sort_by_key(|(commits, _)| *commits);
    Ok(Some(Candidates {
        lineage,
        backups,
        needs_none: contents.last().is_some() && is_whole(Revision::default()),
    }))
}

impl RestoreSource {
    fn new(backup: Option<PathBuf>, lineage: Lineage, commits: Revision) -> Self {
        let lineage = Some(lineage);
        Self {
            backup,
            moment: ReadPoint { lineage, commits },
        }
    }

    /// Returns the journal if it begins with the first change; parts of it may be damaged.
    ///
    /// # Errors
    ///
    /// The folder of the journal cannot be read.
    pub(crate) fn journal_alone(folder: &Folder) -> Result<Option<Self>, RestoreError> {
        let journal = folder.journal();
        let newest = journal::newest_lineage(&journal).map_err(in_folder(&journal))?;
        let Some(lineage) = newest else {
            return Ok(None);
        };
        let contents = Contents::read(&journal, lineage).map_err(in_folder(&journal))?;
        let first = Revision::default();
        let is_from_start = contents.reaches_back_to(first);
        Ok(is_from_start.then(|| Self::new(None, lineage, first)))
    }
}
