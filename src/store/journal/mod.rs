//! Journal: all commits since the last backups, stored apart from the database.
//!
//! A batch is written to the journal before it is written to the database. Both are synced at the
//! same time before the batch is acknowledged, because syncing one after the other takes twice as
//! long. So the newest backup and the journal together hold every acknowledged change, whatever
//! happens to the file of the database; opening adds the commits that the database lacks.
//!
//! The journal is a sequence of files, called segments: `<lineage>-<number>-<first
//! commit>.journal`. They are only ever appended to, never by two processes, and a segment is
//! removed once the second newest backup holds all of its changes. See [`entry`] for their content.

mod entry;

mod lineage;

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::store::{Revision, folder};

pub(crate) use self::entry::Entry;
pub use self::lineage::Lineage;

/// Size in bytes after which the next segment is begun.
const SEGMENT: u64 = 8 << 20;
/// Extension of segments.
const ENDING: &str = "journal";

/// Segment file of the journal.
#[derive(Clone, Debug)]
struct Segment {
    path: PathBuf,
    lineage: Lineage,
    number: u64,
    /// First commit, as in its name.
    first: Revision,
    /// Last commit in it; zero if its first entry was torn.
    last: Revision,
    bytes: u64,
    /// True if something in it was erased later on, at the latest by its last commit.
    erases: bool,
}

impl Segment {
    fn named(path: PathBuf) -> Option<Self> {
        let name = path.file_name()?.to_str()?.strip_suffix(ENDING)?;
        let mut parts = name.strip_suffix('.')?.split('-');
        let segment = Self {
            lineage: parts.next()?.parse().ok()?,
            number: parts.next()?.parse().ok()?,
            first: Revision(parts.next()?.parse().ok()?),
            last: Revision(0),
            bytes: 0,
            erases: false,
            path: PathBuf::new(),
        };
        parts.next().is_none().then_some(Self { path, ..segment })
    }
}

/// Entries of one lineage in the folder of a journal.
#[derive(Debug)]
pub(crate) struct Contents {
    lineage: Lineage,
    segments: Vec<Segment>,
    /// Place of each entry: the index of its segment, and its range of bytes there.
    entries: BTreeMap<Revision, (usize, Range<usize>)>,
    /// Segments of other lineages.
    others: Vec<Segment>,
}

impl Contents {
    /// Reads the entries of a lineage in the folder.
    pub(crate) fn read(folder: &Path, lineage: Lineage) -> io::Result<Self> {
        let (mut segments, others): (Vec<_>, Vec<_>) = list(folder)?
            .into_iter()
            .partition(|segment| segment.lineage == lineage);
        let mut entries = BTreeMap::new();
        for (index, segment) in segments.iter_mut().enumerate() {
            let bytes = fs::read(&segment.path)?;
            let (found, lost) = entry::scan(lineage, &bytes);
            if lost > 0 {
                let path = segment.path.display();
                tracing::warn!(%path, lost, "the journal is damaged");
            }
            segment.bytes = bytes.len() as u64;
            for entry in found {
                segment.last = segment.last.max(entry.revision);
                segment.erases |= entry.erases;
                entries.insert(entry.revision, (index, entry.bytes));
            }
        }
        Ok(Self {
            lineage,
            segments,
            entries,
            others,
        })
    }

    pub(crate) const fn lineage(&self) -> Lineage {
        self.lineage
    }

    /// Returns the last commit in the journal.
    pub(crate) fn last(&self) -> Option<Revision> {
        let (last, _) = self.entries.last_key_value()?;
        Some(*last)
    }

    /// Returns whether the journal goes back to the commit after `before`, so that a missing later
    /// commit means damage.
    pub(crate) fn reaches_back_to(&self, before: Revision) -> bool {
        let first = self.segments.iter().map(|segment| segment.first).min();
        first.is_some_and(|first| first.0 <= before.0 + 1)
    }

    /// Returns the number of missing commits between `before` and the last one.
    pub(crate) fn missing_after(&self, before: Revision) -> u64 {
        let last = self.last().unwrap_or_default().max(before);
        let there = self.entries.range(Revision(before.0 + 1)..);
        last.0 - before.0 - there.count() as u64
    }

    /// Returns the commits after `before`, in order.
    pub(crate) fn entries_after(
        &self,
        before: Revision,
    ) -> impl Iterator<Item = io::Result<Entry>> + '_ {
        let mut read: Option<(usize, Vec<u8>)> = None;
        let places = self.entries.range(Revision(before.0 + 1)..);
        places.map(move |(_, (segment, range))| {
            if read.as_ref().is_none_or(|(index, _)| index != segment) {
                read = Some((*segment, fs::read(&self.segments[*segment].path)?));
            }
            let bytes = read.as_ref().map(|(_, bytes)| bytes);
            let bytes = bytes.and_then(|bytes| bytes.get(range.clone()));
            let entry = bytes.and_then(|bytes| Entry::read(self.lineage, bytes));
            entry.ok_or_else(|| io::Error::from(ErrorKind::InvalidData))
        })
    }
}

/// Returns whether a folder has a journal, regardless of its database.
pub(crate) fn is_there(folder: &Path) -> io::Result<bool> {
    Ok(!list(folder)?.is_empty())
}

/// Returns the lineage of the newest segment in a folder.
pub(crate) fn newest_lineage(folder: &Path) -> io::Result<Option<Lineage>> {
    Ok(list(folder)?.last().map(|segment| segment.lineage))
}

/// Returns the segments in a folder, ordered by their numbers.
fn list(folder: &Path) -> io::Result<Vec<Segment>> {
    let files = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound && !folder.is_symlink() => {
            return Ok(Vec::new());
        }
        files => files?,
    };
    let mut segments = Vec::new();
    for file in files {
        segments.extend(Segment::named(file?.path()));
    }
    segments.sort_by_key(|segment| segment.number);
    Ok(segments)
}

/// Journal of an open database.
#[derive(Debug)]
pub(crate) struct Journal {
    folder: PathBuf,
    lineage: Lineage,
    /// Completed segments.
    segments: Vec<Segment>,
    others: Vec<Segment>,
    /// Segment being written.
    open: Option<(Arc<File>, Segment)>,
    /// First commit since which none is missing.
    whole_since: Revision,
}

impl Journal {
    /// Creates a journal that continues `contents`, for a database whose last commit is `commits`.
    pub(crate) fn after(folder: &Path, contents: &Contents, commits: Revision) -> Self {
        let last = contents.last().unwrap_or_default().max(commits);
        let mut whole_since = Revision(last.0 + 1);
        for revision in contents.entries.keys().rev() {
            if revision.0 + 1 != whole_since.0 {
                break;
            }
            whole_since = *revision;
        }
        Self {
            folder: folder.to_owned(),
            lineage: contents.lineage,
            segments: contents.segments.clone(),
            others: contents.others.clone(),
            open: None,
            whole_since,
        }
    }

    pub(crate) const fn lineage(&self) -> Lineage {
        self.lineage
    }

    /// Appends entries with the given first and last commit. Returns the file, which must be synced
    /// before the commits are acknowledged.
    pub(crate) fn append(
        &mut self,
        entries: &[u8],
        (first, last): (Revision, Revision),
        erases: bool,
    ) -> io::Result<Arc<File>> {
        let open = self.open.as_ref();
        if open.is_some_and(|(_, segment)| segment.bytes >= SEGMENT) {
            self.turn_over();
        }
        let open = match self.open.take() {
            Some(open) => open,
            None => self.begin(first)?,
        };
        let (file, segment) = self.open.insert(open);
        (&**file).write_all(entries)?;
        segment.bytes += entries.len() as u64;
        segment.last = segment.last.max(last);
        segment.erases |= erases;
        Ok(Arc::clone(file))
    }

    /// Makes the next entry begin a new segment.
    pub(crate) fn turn_over(&mut self) {
        self.segments
            .extend(self.open.take().map(|(_, segment)| segment));
    }

    fn begin(&self, first: Revision) -> io::Result<(Arc<File>, Segment)> {
        let is_new = !self.folder.try_exists()?;
        fs::create_dir_all(&self.folder)?;
        if let (true, Some(parent)) = (is_new, self.folder.parent()) {
            folder::sync(parent)?;
        }
        let known = self.segments.iter().chain(&self.others);
        let number = known.map(|segment| segment.number).max().unwrap_or(0) + 1;
        let name = format!("{}-{number:08}-{:020}.{ENDING}", self.lineage, first.0);
        let path = self.folder.join(name);
        let file = OpenOptions::new()
            .append(true)
            .create_new(true)
            .open(&path)?;
        folder::sync(&self.folder)?;
        let segment = Segment {
            path,
            lineage: self.lineage,
            number,
            first,
            last: Revision(0),
            bytes: 0,
            erases: false,
        };
        Ok((Arc::new(file), segment))
    }

    /// Returns whether every commit after `before` is in the journal.
    pub(crate) fn covers(&self, before: Revision) -> bool {
        self.whole_since.0 <= before.0 + 1
    }

    /// Drops segments whose files were removed externally; their commits are missing from now on.
    pub(crate) fn forget_missing(&mut self) {
        let is_missing = |segment: &Segment| segment.path.try_exists().is_ok_and(|found| !found);
        let open = self.open.take_if(|(_, segment)| is_missing(segment));
        let open = open.map(|(_, segment)| segment);
        let missing = self.segments.extract_if(.., |segment| is_missing(segment));
        let last = missing.chain(open).map(|segment| segment.last).max();
        if let Some(last) = last {
            tracing::warn!("files of the journal are missing; a backup takes their place");
            self.whole_since = self.whole_since.max(Revision(last.0 + 1));
        }
    }

    /// Returns the size in bytes of the segments with commits after `before`.
    pub(crate) fn bytes_after(&self, before: Revision) -> u64 {
        let open = self.open.iter().map(|(_, segment)| segment);
        let later = open.chain(&self.segments);
        let later = later.filter(|segment| segment.last > before);
        later.map(|segment| segment.bytes).sum()
    }

    /// Returns whether the journal still holds data that was erased in the database.
    pub(crate) fn has_erased(&self) -> bool {
        let open = self.open.iter().map(|(_, segment)| segment);
        open.chain(&self.segments).any(|segment| segment.erases)
    }

    /// Removes the segments with no commit after `until`, and all of other lineages; one that
    /// cannot be removed does not keep the others, and is tried again the next time.
    pub(crate) fn trim(&mut self, until: Revision) -> io::Result<()> {
        let (mut removed, mut failure) = (0, None);
        let mut stays = |segment: &Segment| match fs::remove_file(&segment.path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                failure.get_or_insert(error);
                true
            }
            Ok(()) | Err(_) => {
                removed += 1;
                false
            }
        };
        self.segments
            .retain(|segment| segment.last > until || stays(segment));
        self.others.retain(stays);
        if removed > 0 {
            folder::sync(&self.folder)?;
        }
        failure.map_or(Ok(()), Err)
    }
}
