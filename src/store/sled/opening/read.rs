//! Single attempt to open a database: reads it, updates it from its journal, and checks it.

use std::io;
use std::path::Path;

use sled::Db;

use crate::store::backup::source::promises_all;
use crate::store::folder::{self, Folder};
use crate::store::journal::{self, Contents};
use crate::store::records::archive;
use crate::store::records::check::{self, Flaw};
use crate::store::records::format::{self, KEY};
use crate::store::sled::SledStore;
use crate::store::sled::error::failed;
use crate::store::sled::integrity::commit_marker::CommitMarker;
use crate::store::sled::integrity::full_scan::{ScanResult, full_scan};
use crate::store::sled::integrity::record_count::RecordCount;
use crate::store::sled::integrity::shutdown_marker::{self, ShutdownMarker};
use crate::store::sled::opening::error::{OpenError, in_folder};
use crate::store::sled::opening::open_locked::open_locked;
use crate::store::sled::opening::opened::Opened;
use crate::store::sled::opening::options::{Damaged, Missing, Options};
use crate::store::sled::opening::read_failure::ReadFailure;
use crate::store::sled::rewrite::swap::sweep;
use crate::store::sled::values::{DATA, open_value, place};
use crate::store::sled::writer::{self, GROUP, OpenedDatabase, Replayed, Totals};
use crate::store::{Batch, Lineage, Revision, Store, Table};

pub(super) fn open_and_read(
    folder: &Folder,
    has_backup: bool,
    options: Options,
) -> Result<Opened, ReadFailure> {
    let path = &folder.store();
    let unchanged = unchanged_bytes(path, options).map_err(|error| in_folder(path, error))?;
    let db = open_locked(path)?;
    check_noted_format(&db)?;
    sweep(path);
    let (count, found) = scan(&db, path, unchanged, options)?;
    let counted = count.with(found.count);
    let journal = folder.journal();
    let contents = journal_of(&journal, counted).map_err(|error| in_folder(&journal, error))?;
    // Nothing is written before this check: with the changes that the journal still has, the last
    // one would seem to be there, and no later opening would notice the loss.
    let lost_commits = lost(folder, &contents, counted, has_backup, options.missing)?;
    let (mut store, replayed) = start(OpenedDatabase {
        db,
        path,
        totals: Totals {
            count: counted,
            bytes: found.bytes,
        },
        journal: (&journal, contents),
    })?;
    let totals = replayed.totals;
    let damaged = set_flaws_aside(&store, found.report.flaws, options.damaged)?;
    let is_whole = count == counted;
    // A commit makes what is missing final: not before anybody works with what is left.
    let was_current = is_whole && format::note_format(&store)?;
    if was_current && totals.count.lineage != count.lineage {
        // This records which journal belongs to the database.
        store.commit(Batch::new())?;
    }
    folder::sync(path).map_err(|error| in_folder(path, error))?;
    let is_sound = damaged.is_empty() || options.damaged == Damaged::SetAside;
    // Changes from the journal have not been checked.
    if is_sound && is_whole && replayed.commits == 0 {
        store.marker = Some(ShutdownMarker::new(path, options.kinds));
        store.is_settled = was_current;
    }
    if lost_commits > 0 {
        tracing::error!(
            lost_commits,
            "the end of the database was damaged and is lost"
        );
    }
    Ok(Opened {
        store,
        set_aside: damaged,
        lost_commits,
        snapshots: Vec::new(),
        values: totals.count.values,
        bytes: totals.bytes,
        replayed: replayed.commits,
        was_read: unchanged.is_none(),
        aside: None,
        compacted: None,
    })
}

/// Refuses a database of a newer program: any other change of its format would look like damage.
fn check_noted_format(db: &Db) -> Result<(), ReadFailure> {
    if let Some(noted) = db.get(place(Table::Meta, KEY)).map_err(failed)?
        && let Ok((_, noted)) = open_value(&noted)
    {
        format::check_format(noted)?;
    }
    Ok(())
}

/// Reads everything, unless it is known to be unchanged with its size in bytes, and compares it with
/// the record count, which is returned as it was.
fn scan(
    db: &Db,
    path: &Path,
    unchanged: Option<u64>,
    options: Options,
) -> Result<(RecordCount, ScanResult), ReadFailure> {
    let count = RecordCount::read(db)?;
    if options.missing == Missing::Refuse {
        check_owner(path, count)?;
    }
    let found = match unchanged {
        Some(bytes) => ScanResult {
            count,
            bytes,
            ..ScanResult::default()
        },
        None => full_scan(db, options.kinds)?,
    };
    if let Some(table) = found.unknown {
        return Err(OpenError::NewerTable(table).into());
    }
    match options.missing {
        Missing::Refuse => count.compare(count.with(found.count))?,
        Missing::Accept => {}
    }
    Ok((count, found))
}

/// Starts the store with the changes that only the journal has; refuses those of a newer program.
fn start(opened: OpenedDatabase<'_>) -> Result<(SledStore, Replayed), ReadFailure> {
    let (store, replayed) = SledStore::start(opened)?;
    if replayed.commits > 0 {
        let commits = replayed.commits;
        tracing::warn!(commits, "the last changes came from the journal");
    }
    // The note may have come from the journal.
    if let Some(noted) = store.get(Table::Meta, KEY)? {
        format::check_format(&noted.bytes)?;
    }
    Ok((store, replayed))
}

/// Moves damaged values to their own table, unless the options leave them where they are, and
/// returns them. Refuses values of a newer program.
fn set_flaws_aside(
    store: &SledStore,
    flaws: Vec<Flaw>,
    policy: Damaged,
) -> Result<Vec<Flaw>, ReadFailure> {
    let (damaged, newer): (Vec<_>, Vec<_>) =
        flaws.into_iter().partition(|flaw| flaw.reason.is_damage());
    if let Some(flaw) = newer.into_iter().next() {
        return Err(OpenError::NewerRecord(flaw).into());
    }
    match policy {
        Damaged::SetAside => {
            for flaw in &damaged {
                check::set_aside(store, flaw)?;
            }
            archive::take_back(store)?;
        }
        Damaged::Leave => {}
    }
    Ok(damaged)
}

/// Reads the journal of a database with this record count.
fn journal_of(folder: &Path, count: RecordCount) -> io::Result<Contents> {
    if let Some(lineage) = count.lineage {
        return Contents::read(folder, lineage);
    }
    if count == RecordCount::default()
        && let Some(lineage) = journal::newest_lineage(folder)?
    {
        let contents = Contents::read(folder, lineage)?;
        // The database has no commits yet, or was reopened empty: the journal has everything.
        if contents.reaches_back_to(Revision::default()) {
            return Ok(contents);
        }
    }
    Contents::read(folder, Lineage::new())
}

/// Removes the shutdown marker; returns the size in bytes of all values if it shows that reading is
/// unnecessary.
fn unchanged_bytes(path: &Path, options: Options) -> io::Result<Option<u64>> {
    // A search for damage, or known damage, requires reading everything.
    let is_usual = options.missing == Missing::Refuse && options.damaged == Damaged::SetAside;
    match shutdown_marker::remove(path)? {
        Some(removed) if is_usual => removed.matches(path, options.kinds),
        Some(_) | None => Ok(None),
    }
}

/// Refuses a database file that was replaced by one of another database: its lineage differs from
/// the one noted beside it.
fn check_owner(path: &Path, count: RecordCount) -> Result<(), ReadFailure> {
    match (CommitMarker::read(path).lineage, count.lineage) {
        (Some(noted), Some(own)) if noted != own => Err(ReadFailure::Damage(format!(
            "its file `{DATA}` is of another database"
        ))),
        _ => Ok(()),
    }
}

/// Returns the number of changes that neither the database nor its journal has anymore.
///
/// Refuses a database that was reopened empty, regardless of the options, and one that lacks more
/// than a power cut can lose, or anything that a backup should have.
fn lost(
    folder: &Folder,
    contents: &Contents,
    count: RecordCount,
    has_backup: bool,
    missing: Missing,
) -> Result<u64, ReadFailure> {
    let acknowledged = CommitMarker::read(&folder.store());
    let lost = writer::lost(contents, count.commits, acknowledged.commits);
    let is_empty = count.is_empty() && contents.last() <= Some(count.commits);
    let is_refused = || lost > GROUP as u64 || promises_all(folder, acknowledged);
    let reason = if is_empty && lost > 0 {
        format!("nothing is left of its {lost} changes")
    } else if is_empty && has_backup {
        "it is empty, and yet there is a backup of it".to_owned()
    } else if lost > 0 && missing == Missing::Refuse && is_refused() {
        format!("its last {lost} changes are lost")
    } else {
        return Ok(lost);
    };
    Err(ReadFailure::Damage(reason))
}
