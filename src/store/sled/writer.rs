//! Writing thread: takes the pending batches, writes them at once, then answers all of them.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io;
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use parking_lot::{Mutex, RwLock};
use sled::Db;

use crate::store::journal::{Contents, Entry, Journal};
use crate::store::sled::error::{failed, refused, writer_stopped};
use crate::store::sled::integrity::commit_marker::CommitMarker;
use crate::store::sled::integrity::record_count::{RecordCount, fingerprint, length};
use crate::store::sled::values::{DATA, RECORD_COUNT, open_value, place};
use crate::store::sled::visit::Visits;
use crate::store::{Batch, CommitError, Lineage, Revision, StoreError};

/// Maximum number of batches that share a flush.
pub(super) const GROUP: usize = 512;
/// Time that a patient batch waits for one that is not: about as long as a flush takes.
const PATIENCE: Duration = Duration::from_millis(2);

type Answer = Result<Revision, CommitError>;

/// Handle of the writing thread.
pub(super) struct Writer {
    jobs: Sender<Job>,
    /// Result: the size in bytes of all values, if everything was written.
    thread: JoinHandle<Option<u64>>,
}

struct Job {
    batch: Batch,
    answer: SyncSender<Answer>,
}

/// Content of a database.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Totals {
    pub(super) count: RecordCount,
    /// Size in bytes of all values and their places.
    pub(super) bytes: u64,
}

/// Database as it was opened.
pub(super) struct OpenedDatabase<'p> {
    pub(super) db: Db,
    /// Folder of the database.
    pub(super) path: &'p Path,
    pub(super) totals: Totals,
    /// Folder of the journal, and its content.
    pub(super) journal: (&'p Path, Contents),
}

/// Result of merging the journal into the database.
pub(super) struct Replayed {
    /// Content including the commits from the journal.
    pub(super) totals: Totals,
    /// Number of commits from the journal.
    pub(super) commits: u64,
}

/// Returns the number of acknowledged commits that neither a database with `commits` commits nor
/// its journal has anymore.
pub(super) fn lost(contents: &Contents, commits: Revision, acknowledged: Revision) -> u64 {
    let last = contents.last().unwrap_or_default().max(commits);
    contents.missing_after(commits) + acknowledged.0.saturating_sub(last.0)
}

impl Writer {
    /// Adds to the database the commits that only the journal has, and starts the thread.
    pub(super) fn start(
        found: OpenedDatabase<'_>,
        (turn, visits): (Arc<RwLock<()>>, Arc<Visits>),
    ) -> Result<(Self, Arc<Mutex<Journal>>, Replayed), StoreError> {
        let io = |error| refused(&error);
        let OpenedDatabase {
            db,
            path,
            totals,
            journal: (folder, contents),
        } = found;
        let file = OpenOptions::new()
            .write(true)
            .open(path.join(DATA))
            .map_err(io)?;
        let (marker, acknowledged) = CommitMarker::open(path, contents.lineage()).map_err(io)?;
        let before = totals.count.commits;
        let last = before.max(contents.last().unwrap_or_default());
        // A revision is never given out twice.
        let commits = last.max(acknowledged.unwrap_or_default());
        let journal = Journal::after(folder, &contents, commits);
        let journal = Arc::new(Mutex::new(journal));
        let mut thread = WriterThread {
            db,
            file,
            marker,
            journal: Arc::clone(&journal),
            lineage: contents.lineage(),
            turn,
            visits,
            totals,
            failure: None,
        };
        thread.totals.count.lineage = Some(contents.lineage());
        let replayed = thread.replay(&contents, before)?;
        thread.totals.count.commits = commits;
        let replayed = Replayed {
            totals: thread.totals,
            commits: replayed,
        };
        let (jobs, queue) = mpsc::channel();
        let thread = thread::Builder::new()
            .name("store-writer".to_owned())
            .spawn(move || thread.work(&queue))
            .map_err(io)?;
        Ok((Self { jobs, thread }, journal, replayed))
    }

    /// Queues a batch behind those already sent.
    pub(super) fn send(&self, batch: Batch) -> Result<Receiver<Answer>, StoreError> {
        let (answer, receiver) = mpsc::sync_channel(1);
        let job = Job { batch, answer };
        self.jobs.send(job).map_err(|_| writer_stopped())?;
        Ok(receiver)
    }

    /// Waits until all batches sent are answered, and returns the size in bytes of all values if
    /// everything was written.
    pub(super) fn join(self) -> Option<u64> {
        drop(self.jobs);
        // A panic of the thread has already been answered and logged.
        self.thread.join().unwrap_or(None)
    }
}

/// State of the writing thread.
struct WriterThread {
    db: Db,
    /// A second handle of sled's file: sled itself does not sync it when it flushes.
    file: File,
    marker: CommitMarker,
    journal: Arc<Mutex<Journal>>,
    lineage: Lineage,
    turn: Arc<RwLock<()>>,
    visits: Arc<Visits>,
    totals: Totals,
    /// Set after a failed write, whose extent is unknown; nothing more is written then.
    failure: Option<StoreError>,
}

/// Batches that are written together.
#[derive(Default)]
struct Group {
    writes: sled::Batch,
    /// Content of each place after the batches so far, which the database does not show yet.
    known: HashMap<Vec<u8>, Option<Known>>,
    /// The writes as journal entries.
    entries: Vec<u8>,
    /// First commit of the group.
    first: Option<Revision>,
    erases: bool,
    /// Batches to be answered, each with its commit.
    answers: Vec<(SyncSender<Answer>, Revision)>,
}

/// Properties of a value that is about to be replaced.
#[derive(Clone, Copy)]
struct Known {
    revision: Revision,
    fingerprint: u64,
    /// Size in bytes of the value and its place.
    length: u64,
}

impl Known {
    fn of(place: &[u8], value: &[u8]) -> Result<Self, StoreError> {
        let (revision, _) = open_value(value)?;
        Ok(Self {
            revision,
            fingerprint: fingerprint(place, value),
            length: length(place, value),
        })
    }
}

impl WriterThread {
    fn work(mut self, queue: &Receiver<Job>) -> Option<u64> {
        while let Some(jobs) = gather(queue) {
            let mut group = Group::default();
            let mut refused = Vec::new();
            for Job { batch, answer } in jobs {
                match self.admit(&mut group, batch) {
                    Ok(revision) => group.answers.push((answer, revision)),
                    Err(refusal) => refused.push((answer, refusal)),
                }
            }
            let answers = std::mem::take(&mut group.answers);
            if !answers.is_empty() {
                let written = self.write(group);
                if let Err(failure) = &written {
                    tracing::error!(%failure, "the database cannot be written; no more changes are accepted");
                    self.failure = Some(failure.clone());
                }
                for (answer, revision) in answers {
                    let written = written.clone().map(|()| revision);
                    reply(&answer, written.map_err(CommitError::from));
                }
            }
            // Not earlier, so that an immediate retry can read the value that caused the conflict.
            for (answer, refusal) in refused {
                reply(&answer, Err(refusal));
            }
        }
        self.failure.is_none().then_some(self.totals.bytes)
    }

    /// Adds a batch to the group if its conditions hold after the batches before it.
    fn admit(&mut self, group: &mut Group, batch: Batch) -> Answer {
        if let Some(failure) = &self.failure {
            return Err(failure.clone().into());
        }
        batch.check(|table, key| {
            let known = self.known(group, place(table, key))?;
            Ok(known.map(|known| known.revision))
        })?;
        for change in batch.changes() {
            self.known(group, place(change.table, &change.key))?;
        }
        // From here on nothing fails: the group holds the whole batch.
        let revision = Revision(self.totals.count.commits.0 + 1);
        self.enter(
            group,
            Entry {
                revision,
                erases: batch.erases(),
                changes: batch
                    .into_changes()
                    .into_iter()
                    .map(|change| (place(change.table, &change.key), change.bytes))
                    .collect(),
            },
        );
        Ok(revision)
    }

    /// Adds a commit to the group, all of whose places must be in `known`.
    fn enter(&mut self, group: &mut Group, entry: Entry) {
        entry.write(self.lineage, &mut group.entries);
        let revision = entry.revision;
        group.first.get_or_insert(revision);
        group.erases |= entry.erases;
        let Totals { count, bytes } = &mut self.totals;
        count.commits = revision;
        for (place, value) in entry.changes {
            let new = value.map(|value| [&revision.0.to_be_bytes(), value.as_slice()].concat());
            let known = new.as_ref().map(|value| Known {
                revision,
                fingerprint: fingerprint(&place, value),
                length: length(&place, value),
            });
            match new {
                Some(value) => group.writes.insert(place.clone(), value),
                None => group.writes.remove(place.clone()),
            }
            if let Some(known) = known {
                count.enter(known.fingerprint);
                *bytes += known.length;
            }
            if let Some(Some(old)) = group.known.insert(place, known) {
                count.leave(old.fingerprint);
                *bytes -= old.length;
            }
        }
    }

    /// Writes the commits of the journal after `before`, and returns their number.
    ///
    /// They are written to the journal again, because the bytes read may be only a cached copy of
    /// data that the disk has refused.
    fn replay(&mut self, contents: &Contents, before: Revision) -> Result<u64, StoreError> {
        let mut entries = contents.entries_after(before).peekable();
        let mut replayed = 0;
        while entries.peek().is_some() {
            let mut group = Group::default();
            for entry in entries.by_ref().take(GROUP) {
                let entry = entry.map_err(|error| refused(&error))?;
                for (place, _) in &entry.changes {
                    self.known(&mut group, place.clone())?;
                }
                self.enter(&mut group, entry);
                replayed += 1;
            }
            self.write(group)?;
        }
        Ok(replayed)
    }

    fn known(&self, group: &mut Group, place: Vec<u8>) -> Result<Option<Known>, StoreError> {
        if let Some(known) = group.known.get(&place) {
            return Ok(*known);
        }
        let value = self.db.get(&place).map_err(failed)?;
        let known = value.map(|value| Known::of(&place, &value)).transpose()?;
        group.known.insert(place, known);
        Ok(known)
    }

    /// Writes a group, and returns once everything is on disk; until then nobody can read any of
    /// it.
    fn write(&mut self, group: Group) -> Result<(), StoreError> {
        let (mut writes, commits) = (group.writes, self.totals.count.commits);
        writes.insert(RECORD_COUNT, self.totals.count.to_bytes());
        let span = (group.first.unwrap_or(commits), commits);
        let journal = self
            .journal
            .lock()
            .append(&group.entries, span, group.erases)
            .map_err(|error| refused(&error))?;
        let _turn = self.turn.write();
        self.visits.keep(&self.db, group.known.keys())?;
        self.db.apply_batch(writes).map_err(failed)?;
        self.db.flush().map_err(failed)?;
        sync(&self.file, &journal)
            .and_then(|()| self.marker.note(commits))
            .map_err(|error| refused(&error))
    }
}

/// Syncs both files in parallel, which takes about as long as one of them.
fn sync(file: &File, journal: &File) -> io::Result<()> {
    thread::scope(|scope| {
        let name = String::from("store-journal");
        let beside = thread::Builder::new().name(name);
        let beside = beside.spawn_scoped(scope, || journal.sync_data());
        let synced = file.sync_data();
        match beside {
            Ok(beside) => beside.join().unwrap_or_else(|panic| resume_unwind(panic)),
            Err(_) => journal.sync_data(),
        }
        .and(synced)
    })
}

/// Waits for batches to write together; returns `None` once all senders are gone.
fn gather(queue: &Receiver<Job>) -> Option<Vec<Job>> {
    let mut jobs = vec![queue.recv().ok()?];
    let until = Instant::now() + PATIENCE;
    while jobs.len() < GROUP && jobs.iter().all(|job| job.batch.is_patient()) {
        match queue.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(job) => jobs.push(job),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => break,
        }
    }
    jobs.extend(queue.try_iter().take(GROUP - jobs.len()));
    Some(jobs)
}

fn reply(answer: &SyncSender<Answer>, text: Answer) {
    // The sender may be gone; the batch is written nevertheless.
    let _ = answer.send(text);
}
