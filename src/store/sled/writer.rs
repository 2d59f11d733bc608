//! The one thread that writes: takes what waits, writes it at once, then answers everybody.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::path::Path;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, PoisonError, RwLock};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use sled::Db;

use crate::store::batch::Change;
use crate::store::sled::census::{Census, fingerprint, length};
use crate::store::sled::tally::Tally;
use crate::store::sled::visit::Visits;
use crate::store::sled::{CENSUS, DATA, failed, open_value, place, refused, writer_stopped};
use crate::store::{Batch, CommitError, Revision, StoreError};

/// How many batches share a flush at most.
pub(super) const GROUP: usize = 512;
/// How long a batch that can wait does, for one that cannot: about as long as a flush takes.
const PATIENCE: Duration = Duration::from_millis(2);

type Answer = Result<(), CommitError>;

/// The near end of the writing thread.
pub(super) struct Writer {
    jobs: Sender<Job>,
    /// Returns how many bytes all values have, if everything was written.
    thread: JoinHandle<Option<u64>>,
}

struct Job {
    batch: Batch,
    answer: SyncSender<Answer>,
}

/// How many acknowledged commits are not in the database any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lost(pub(super) u64);

impl Writer {
    /// Starts the thread for the database that lies in `path` and holds what `census` says, so many
    /// bytes in all.
    pub(super) fn start(
        db: Db,
        path: &Path,
        (turn, visits): (Arc<RwLock<()>>, Arc<Visits>),
        (mut census, bytes): (Census, u64),
    ) -> Result<(Self, Lost), StoreError> {
        let io = |error| refused(&error);
        let file = OpenOptions::new()
            .write(true)
            .open(path.join(DATA))
            .map_err(io)?;
        let (tally, acknowledged) = Tally::open(path).map_err(io)?;
        let acknowledged = acknowledged.unwrap_or(census.commits);
        let lost = Lost(acknowledged.0.saturating_sub(census.commits.0));
        // A number that has been given out once is never given out again.
        census.commits = census.commits.max(acknowledged);
        let desk = Desk {
            db,
            file,
            tally,
            turn,
            visits,
            census,
            bytes,
            failure: None,
        };
        let (jobs, queue) = mpsc::channel();
        let thread = std::thread::Builder::new()
            .name("store-writer".to_owned())
            .spawn(move || desk.work(&queue))
            .map_err(io)?;
        Ok((Self { jobs, thread }, lost))
    }

    /// Queues a batch behind those already sent.
    pub(super) fn send(&self, batch: Batch) -> Result<Receiver<Answer>, StoreError> {
        let (answer, receiver) = mpsc::sync_channel(1);
        let job = Job { batch, answer };
        self.jobs.send(job).map_err(|_| writer_stopped())?;
        Ok(receiver)
    }

    /// Waits until everything sent is answered, and returns how many bytes all values have if all of
    /// it was written.
    pub(super) fn join(self) -> Option<u64> {
        drop(self.jobs);
        // A panic of the thread has already been answered and logged.
        self.thread.join().unwrap_or(None)
    }
}

/// What the writing thread has before it.
struct Desk {
    db: Db,
    /// A second handle of sled's file: sled itself does not sync it when it flushes.
    file: File,
    tally: Tally,
    turn: Arc<RwLock<()>>,
    visits: Arc<Visits>,
    census: Census,
    /// Bytes of all values and their places.
    bytes: u64,
    /// After a failed write nobody knows what the file holds: nothing more is written.
    failure: Option<StoreError>,
}

/// Batches that are written together.
#[derive(Default)]
struct Group {
    writes: sled::Batch,
    /// What lies in each place after the batches so far, which the database does not show yet.
    known: HashMap<Vec<u8>, Option<Known>>,
    answers: Vec<SyncSender<Answer>>,
}

/// What has to be known of a value that is about to be replaced.
#[derive(Clone, Copy)]
struct Known {
    revision: Revision,
    fingerprint: u64,
    /// Bytes of the value and its place.
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

impl Desk {
    fn work(mut self, queue: &Receiver<Job>) -> Option<u64> {
        while let Some(jobs) = gather(queue) {
            let mut group = Group::default();
            let mut refused = Vec::new();
            for Job { batch, answer } in jobs {
                match self.admit(&mut group, batch) {
                    Ok(()) => group.answers.push(answer),
                    Err(refusal) => refused.push((answer, refusal)),
                }
            }
            if !group.answers.is_empty() {
                let written = self.write(group.writes, group.known.keys());
                if let Err(failure) = &written {
                    tracing::error!(%failure, "the database cannot be written; nothing more will be");
                    self.failure = Some(failure.clone());
                }
                for answer in group.answers {
                    reply(&answer, written.clone().map_err(CommitError::from));
                }
            }
            // Not sooner: whoever tries again at once must be able to read what stood in the way.
            for (answer, refusal) in refused {
                reply(&answer, Err(refusal));
            }
        }
        self.failure.is_none().then_some(self.bytes)
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
        for Change { table, key, .. } in batch.changes() {
            self.known(group, place(*table, key))?;
        }
        // From here on nothing fails: the group holds the batch, all of it.
        self.census.commits.0 += 1;
        let revision = self.census.commits;
        for Change { table, key, bytes } in batch.into_changes() {
            let place = place(table, &key);
            let new = bytes.map(|bytes| [&revision.0.to_be_bytes(), bytes.as_slice()].concat());
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
                self.census.enter(known.fingerprint);
                self.bytes += known.length;
            }
            if let Some(Some(old)) = group.known.insert(place, known) {
                self.census.leave(old.fingerprint);
                self.bytes -= old.length;
            }
        }
        Ok(())
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

    /// Returns once everything is on the disk; until then nobody can read any of it.
    fn write<'p>(
        &mut self,
        mut writes: sled::Batch,
        places: impl Iterator<Item = &'p Vec<u8>>,
    ) -> Result<(), StoreError> {
        writes.insert(CENSUS, &self.census.to_bytes());
        let _turn = self.turn.write().unwrap_or_else(PoisonError::into_inner);
        self.visits.keep(&self.db, places)?;
        self.db.apply_batch(writes).map_err(failed)?;
        self.db.flush().map_err(failed)?;
        self.file
            .sync_data()
            .and_then(|()| self.tally.note(self.census.commits))
            .map_err(|error| refused(&error))
    }
}

/// Waits for batches to write together; none once nobody is left to send any.
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
    // Whoever asked may have gone away; the batch is written all the same.
    let _ = answer.send(text);
}
