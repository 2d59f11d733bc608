//! Opening a database that may be damaged, in use, or newer than this program.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use sled::Db;
use thiserror::Error;

use crate::store::archive;
use crate::store::check::{self, Flaw};
use crate::store::disk;
use crate::store::folder::{self, Folder, Lock};
use crate::store::journal::{self, Contents};
use crate::store::migrate::{self, NewerFormat};
use crate::store::sled::census::Census;
use crate::store::sled::compact::{Compacted, compact_if_it_pays};
use crate::store::sled::healing::{Healing, heal};
use crate::store::sled::seal::{self, Seal};
use crate::store::sled::survey::{Found, survey};
use crate::store::sled::swap::{finish, sweep, take};
use crate::store::sled::tally::Tally;
use crate::store::sled::watched::{Undone, watched};
use crate::store::sled::writer::{self, GROUP, Held};
use crate::store::sled::{CACHE_BYTES, DATA, FLUSH_EVERY_MS, SledStore, failed};
use crate::store::{Batch, CommitError, Kind, Lineage, Revision, Store, StoreError, backup};

/// How often a taken lock is tried: a process that ends lets go of it a moment later.
const LOCK_TRIES: u32 = 20;
/// Time between two tries.
const LOCK_PAUSE: Duration = Duration::from_millis(50);

/// What is known beforehand about the database to open.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How long reading everything once may take; a damaged file can take for ever.
    pub limit: Duration,
    /// The types of record this program reads.
    pub kinds: &'static [Kind],
    /// What to do if damage has left less than there should be.
    pub missing: Missing,
    /// What to do with damaged records.
    pub damaged: Damaged,
    /// Whether room is given back that it takes for nothing.
    pub compaction: Compaction,
    /// When a damaged database is made anew from a backup and the journal.
    pub healing: Healing,
}

/// What to do with a database that has lost records to damage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Missing {
    /// Call it damaged: a backup may hold more.
    #[default]
    Refuse,
    /// Take what is left.
    Accept,
}

/// What to do with records that are damaged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Damaged {
    /// Move them to a table of their own.
    #[default]
    SetAside,
    /// Leave them where they are, for somebody who only looks.
    Leave,
}

/// Whether a database that takes far more room than its values need is written anew.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Compaction {
    /// It stays as it is.
    #[default]
    Never,
    /// It is, if that clearly pays and there is nothing wrong with it; else it stays as it is.
    IfItPays,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            limit: Duration::from_secs(120),
            kinds: &[],
            missing: Missing::Refuse,
            damaged: Damaged::SetAside,
            compaction: Compaction::Never,
            healing: Healing::Never,
        }
    }
}

/// A database fit for use, and what had to be done for that.
#[derive(Debug)]
pub struct Opened {
    /// The database.
    pub store: SledStore,
    /// Values that are damaged, and were moved to their own table unless they were to be left.
    pub set_aside: Vec<Flaw>,
    /// How many of the last commits are gone, whole, with the damaged end of the file; the store is
    /// as it was before them.
    pub lost_commits: u64,
    /// How many commits were in the journal only.
    pub replayed: u64,
    /// Damaged snapshot files that were renamed; nothing is lost with them.
    pub snapshots: Vec<PathBuf>,
    /// How many values there are.
    pub values: u64,
    /// Bytes of all values and their keys.
    pub bytes: u64,
    /// Whether everything was read; not if all files are as they were left.
    pub was_read: bool,
    /// Folder of the damaged database in whose place this one was made.
    pub aside: Option<PathBuf>,
    /// Room that was given back.
    pub compacted: Option<Compacted>,
}

impl Opened {
    /// Whether there was nothing to put right or to bring up to date.
    pub(super) fn is_settled(&self) -> bool {
        let is_whole = self.set_aside.is_empty() && self.lost_commits == 0;
        self.store.is_settled && is_whole && self.snapshots.is_empty()
    }
}

/// Why a database cannot be used.
#[derive(Debug, Error)]
pub enum OpenError {
    /// Another process has it.
    #[error(
        "another focusbot is using `{}`; stop that one first, or set another `data.dir`",
        .0.display()
    )]
    InUse(PathBuf),
    /// The folder cannot be made or read.
    #[error("cannot use the folder `{}`: {}", path.display(), disk::explain(error))]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// There was a database, and there is none any more.
    #[error(
        "there are no games in `{}`, only a backup or a journal of some: run `{}`, or move both \
         elsewhere to begin anew",
        path.display(),
        restore(.newest.as_deref())
    )]
    Gone {
        /// Folder of the database.
        path: PathBuf,
        /// The backup to restore; without one, the journal has it all.
        newest: Option<PathBuf>,
    },
    /// The data file is damaged.
    #[error(
        "the database in `{}` is damaged: {reason}; {}",
        path.display(),
        rescue(path, .newest.as_deref())
    )]
    Damaged {
        /// Folder of the database.
        path: PathBuf,
        /// How it showed.
        reason: String,
        /// Whether it merely took too long to read.
        is_late: bool,
        /// The backup to restore.
        newest: Option<PathBuf>,
    },
    /// A newer program has used the folder.
    #[error(transparent)]
    NewerFormat(#[from] NewerFormat),
    /// A newer program has written a record.
    #[error("cannot read {0}")]
    NewerRecord(Flaw),
    /// The database failed, as on a full disk.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The database took no changes.
    #[error(transparent)]
    Commit(#[from] CommitError),
}

/// The command that brings everything back.
fn restore(newest: Option<&Path>) -> String {
    let newest = newest.map(|newest| format!(" {}", newest.display()));
    format!("focusbot restore{}", newest.unwrap_or_default())
}

fn rescue(path: &Path, newest: Option<&Path>) -> String {
    format!(
        "`focusbot verify --repair` sets it aside and brings everything back from the backups and \
         the journal, or, if they do not have it all, writes down what can still be read and goes on \
         with that; so does, by hand, moving the folder `{}` elsewhere and `{}`",
        path.display(),
        restore(newest)
    )
}

impl SledStore {
    /// Opens the database of `folder`, making it if there is none, and reads all of it once unless
    /// its files are as they were when it was closed.
    ///
    /// Nothing is ever deleted. Damaged records are moved to a table of their own; a damaged
    /// snapshot file is renamed and opening tried once more.
    ///
    /// # Errors
    ///
    /// Another process uses it, a newer program has, it is damaged or gone, or the disk is.
    pub fn open(folder: &Folder, options: Options) -> Result<Opened, OpenError> {
        let lock = lock(folder)?;
        let opened = heal(folder, options, &lock, open_mended(folder, options, &lock))?;
        match options.compaction {
            Compaction::Never => Ok(opened),
            Compaction::IfItPays => compact_if_it_pays(folder, opened, options, &lock),
        }
    }
}

/// Keeps other processes out of the data folder, once none has it.
pub(in crate::store) fn lock(folder: &Folder) -> Result<Arc<Lock>, OpenError> {
    let failed = |error| in_folder(folder.path(), error);
    fs::create_dir_all(folder.path()).map_err(failed)?;
    for _ in 1..LOCK_TRIES {
        match folder.lock().map_err(failed)? {
            Some(lock) => return Ok(Arc::new(lock)),
            None => thread::sleep(LOCK_PAUSE),
        }
    }
    Err(OpenError::InUse(folder.store()))
}

/// Opens it as it is, but for what is damaged.
pub(super) fn open_mended(
    folder: &Folder,
    options: Options,
    lock: &Arc<Lock>,
) -> Result<Opened, OpenError> {
    let mut opened = mended(folder, options)?;
    opened.store.lock = Some(Arc::clone(lock));
    Ok(opened)
}

fn mended(folder: &Folder, options: Options) -> Result<Opened, OpenError> {
    let path = folder.store();
    finish(&path, &mut take).map_err(|error| in_folder(&path, error))?;
    let newest = backup::newest(&folder.backups());
    let has_past = newest.is_some() || journal::is_there(&folder.journal());
    let exists = path.join(DATA).try_exists();
    let exists = exists.map_err(|error| in_folder(&path, error))?;
    if has_past && !exists {
        return Err(OpenError::Gone { path, newest });
    }
    let made = fs::create_dir_all(&path).and_then(|()| folder::sync(folder.path()));
    made.map_err(|error| OpenError::Folder {
        path: path.clone(),
        error,
    })?;
    folder::make_private(&path);
    let has_backup = newest.is_some();
    let open_watched = || open_watched(folder, has_backup, options);
    let damaged = |reason, is_late| OpenError::Damaged {
        path: path.clone(),
        reason,
        is_late,
        newest: newest.clone(),
    };
    let reason = match open_watched() {
        Ok(opened) => return Ok(opened),
        Err(Failure::Corruption(reason)) => reason,
        Err(Failure::Damage(reason)) => return Err(damaged(reason, false)),
        Err(Failure::Late(reason)) => return Err(damaged(reason, true)),
        Err(Failure::Other(error)) => return Err(error),
    };
    let snapshots = move_snapshots(&path).map_err(|error| OpenError::Folder {
        path: path.clone(),
        error,
    })?;
    if snapshots.is_empty() {
        return Err(damaged(reason, false));
    }
    tracing::warn!(%reason, ?snapshots, "moved a damaged snapshot aside");
    match open_watched() {
        Ok(opened) => Ok(Opened {
            snapshots,
            ..opened
        }),
        Err(Failure::Corruption(reason) | Failure::Damage(reason)) => Err(damaged(reason, false)),
        Err(Failure::Late(reason)) => Err(damaged(reason, true)),
        Err(Failure::Other(error)) => Err(error),
    }
}

/// How one try to open went wrong.
enum Failure {
    /// The file or its snapshot; without the snapshot all may be well.
    Corruption(String),
    /// The file.
    Damage(String),
    /// Reading it took too long.
    Late(String),
    /// None of these.
    Other(OpenError),
}

impl<E: Into<OpenError>> From<E> for Failure {
    fn from(error: E) -> Self {
        match error.into() {
            OpenError::Store(StoreError::Damaged(reason))
            | OpenError::Commit(CommitError::Store(StoreError::Damaged(reason))) => {
                Self::Corruption(reason)
            }
            error => Self::Other(error),
        }
    }
}

/// Opens and reads everything on a thread that may panic or never come back.
fn open_watched(folder: &Folder, has_backup: bool, options: Options) -> Result<Opened, Failure> {
    let place = folder.clone();
    let opened = watched("store-opening", options.limit, move || {
        open_and_read(&place, has_backup, options)
    });
    opened.unwrap_or_else(|undone| {
        Err(match undone {
            Undone::Late => Failure::Late(format!(
                "reading it took more than {} s (`data.open_limit_seconds`)",
                options.limit.as_secs_f32()
            )),
            Undone::Panicked(reason) => Failure::Damage(format!("reading it panicked: {reason}")),
            Undone::NotBegun(error) => in_folder(&folder.store(), error).into(),
        })
    })
}

fn in_folder(path: &Path, error: io::Error) -> OpenError {
    let path = path.to_owned();
    OpenError::Folder { path, error }
}

fn open_and_read(folder: &Folder, has_backup: bool, options: Options) -> Result<Opened, Failure> {
    let path = &folder.store();
    let sealed = sealed_bytes(path, options).map_err(|error| in_folder(path, error))?;
    let db = open_locked(path)?;
    sweep(path);
    let census = Census::read(&db)?;
    if options.missing == Missing::Refuse {
        check_owner(path, census)?;
    }
    let found = match sealed {
        Some(bytes) => Found {
            census,
            bytes,
            ..Found::default()
        },
        None => survey(&db, options.kinds)?,
    };
    let counted = census.with(found.census);
    match options.missing {
        Missing::Refuse => census.compare(counted)?,
        Missing::Accept => {}
    }
    let journal = folder.journal();
    let contents = journal_of(&journal, counted).map_err(|error| in_folder(&journal, error))?;
    let (mut store, replayed) = SledStore::start(writer::Found {
        db,
        path,
        held: Held {
            census: counted,
            bytes: found.bytes,
        },
        journal: (&journal, contents),
    })?;
    let (held, lost_commits) = (replayed.held, replayed.lost);
    check_lost(lost_commits, held.census, has_backup, options.missing)?;
    if replayed.commits > 0 {
        let commits = replayed.commits;
        tracing::warn!(commits, "the last changes came from the journal");
    }
    migrate::check_format(&store)??;
    let (damaged, newer): (Vec<_>, Vec<_>) = found
        .report
        .flaws
        .into_iter()
        .partition(|flaw| flaw.reason.is_damage());
    if let Some(flaw) = newer.into_iter().next() {
        return Err(OpenError::NewerRecord(flaw).into());
    }
    match options.damaged {
        Damaged::SetAside => {
            for flaw in &damaged {
                check::set_aside(&store, flaw)?;
            }
            archive::take_back(&store)?;
        }
        Damaged::Leave => {}
    }
    let was_current = migrate::note_format(&store)?;
    if was_current && held.census.lineage != census.lineage {
        // From now on it is known which journal is its own.
        store.commit(Batch::new())?;
    }
    folder::sync(path).map_err(|error| in_folder(path, error))?;
    let is_sound = damaged.is_empty() || options.damaged == Damaged::SetAside;
    // What came from the journal has not been looked at.
    if is_sound && census == counted && replayed.commits == 0 {
        store.seal = Some(Seal::new(path, options.kinds));
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
        values: held.census.values,
        bytes: held.bytes,
        replayed: replayed.commits,
        was_read: sealed.is_none(),
        aside: None,
        compacted: None,
    })
}

/// Reads the journal of a database that holds what `census` says.
fn journal_of(folder: &Path, census: Census) -> io::Result<Contents> {
    if let Some(lineage) = census.lineage {
        return Contents::read(folder, lineage);
    }
    if census == Census::default()
        && let Some(lineage) = journal::newest_lineage(folder)?
    {
        let contents = Contents::read(folder, lineage)?;
        // The database has not taken its first change, or has come back empty: all of it is here.
        if contents.reaches_back_to(Revision::default()) {
            return Ok(contents);
        }
    }
    Contents::read(folder, Lineage::new())
}

/// Breaks the seal; the bytes of all values if it says that nothing need be read.
fn sealed_bytes(path: &Path, options: Options) -> io::Result<Option<u64>> {
    // Who looks for damage, or knows of some, wants everything read.
    let is_usual = options.missing == Missing::Refuse && options.damaged == Damaged::SetAside;
    match seal::break_open(path)? {
        Some(broken) if is_usual => broken.holds(path, options.kinds),
        Some(_) | None => Ok(None),
    }
}

/// Refuses a database file that somebody put in the place of another one's: its lineage is not the
/// one that was noted beside it.
fn check_owner(path: &Path, census: Census) -> Result<(), Failure> {
    match (Tally::lineage(path), census.lineage) {
        (Some(noted), Some(own)) if noted != own => Err(Failure::Damage(format!(
            "its file `{DATA}` is of another database"
        ))),
        _ => Ok(()),
    }
}

/// Refuses a database that came back empty, whatever is accepted, or without more than a disk can
/// owe after a power cut.
fn check_lost(lost: u64, left: Census, has_backup: bool, missing: Missing) -> Result<(), Failure> {
    let reason = if left.is_empty() && lost > 0 {
        format!("nothing is left of its {lost} changes")
    } else if left.is_empty() && has_backup {
        "it is empty, and yet there is a backup of it".to_owned()
    } else if lost > GROUP as u64 && missing == Missing::Refuse {
        format!("its last {lost} changes are lost")
    } else {
        return Ok(());
    };
    Err(Failure::Damage(reason))
}

/// Removes a data folder with its games and their backups, unless another process uses them.
///
/// # Errors
///
/// The games are in use, or something cannot be removed.
pub fn remove(folder: &Folder) -> Result<(), OpenError> {
    let path = folder.store();
    let _lock = lock(folder)?;
    let exists = path.join(DATA).try_exists();
    // A damaged database is in nobody's use.
    if exists.map_err(|error| in_folder(&path, error))?
        && let Err(in_use @ OpenError::InUse(_)) = open_locked(&path)
    {
        return Err(in_use);
    }
    let folder = folder.path();
    fs::remove_dir_all(folder).map_err(|error| in_folder(folder, error))
}

/// Opens the database in the folder `path`, once no other process has it.
pub(super) fn open_locked(path: &Path) -> Result<Db, OpenError> {
    let config = sled::Config::new()
        .path(path)
        .cache_capacity(CACHE_BYTES)
        .flush_every_ms(Some(FLUSH_EVERY_MS));
    for _ in 1..LOCK_TRIES {
        let before = identity(path);
        match config.open() {
            Err(sled::Error::Io(error)) if is_lock(&error) => thread::sleep(LOCK_PAUSE),
            Err(sled::Error::Io(error)) => return Err(in_folder(path, error)),
            Err(error) => return Err(failed(error).into()),
            // Else another process has just put a new file in the place of the one that is locked.
            Ok(db) if before.is_none() || before == identity(path) => return Ok(db),
            Ok(_) => {}
        }
    }
    Err(OpenError::InUse(path.to_owned()))
}

/// What tells the data file in the folder `path` from another of the same name, if there is one.
#[cfg(unix)]
pub(super) fn identity(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;

    let file = fs::metadata(path.join(DATA)).ok()?;
    Some((file.dev(), file.ino()))
}

/// Elsewhere nobody replaces a file that is open.
#[cfg(not(unix))]
pub(super) fn identity(_: &Path) -> Option<(u64, u64)> {
    None
}

/// sled says in words only that another process has the lock.
fn is_lock(error: &io::Error) -> bool {
    error.to_string().contains("could not acquire lock")
}

/// The snapshot files, which only make opening faster.
pub(super) fn snapshots(path: &Path) -> io::Result<Vec<PathBuf>> {
    let files = fs::read_dir(path)?.map(|entry| Ok(entry?.path()));
    let mut files = files.collect::<io::Result<Vec<_>>>()?;
    files.retain(|file| {
        let name = file.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| name.starts_with("snap."))
    });
    Ok(files)
}

/// Renames the snapshot files, and says what they are called now.
fn move_snapshots(path: &Path) -> io::Result<Vec<PathBuf>> {
    let mut moved = Vec::new();
    for snapshot in snapshots(path)? {
        let name = snapshot.file_name().unwrap_or_default().to_string_lossy();
        let mut aside = path.join(format!("damaged-{name}"));
        for number in 2.. {
            if !aside.try_exists()? {
                break;
            }
            aside.set_file_name(format!("damaged-{name}-{number}"));
        }
        fs::rename(&snapshot, &aside)?;
        moved.push(aside);
    }
    Ok(moved)
}
