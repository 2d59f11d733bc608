//! The one thread that writes: takes what waits, writes it at once, then answers everybody.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::path::Path;
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::sync::{Arc, PoisonError, RwLock};
use std::thread::JoinHandle;

use sled::Db;

use crate::store::sled::{COMMITS, failed, place, stored, writer_stopped};
use crate::store::{Batch, CommitError, Revision, StoreError, Table};

/// How many batches share a flush at most.
const GROUP: usize = 512;

type Answer = Result<(), CommitError>;

/// The near end of the writing thread.
pub(super) struct Writer {
    jobs: Sender<Job>,
    thread: JoinHandle<()>,
}

struct Job {
    batch: Batch,
    answer: SyncSender<Answer>,
}

impl Writer {
    /// Starts the thread for the database that lies in `path`.
    pub(super) fn start(db: Db, path: &Path, turn: Arc<RwLock<()>>) -> Result<Self, StoreError> {
        let io = |error: std::io::Error| StoreError::Database(error.to_string());
        let file = OpenOptions::new()
            .write(true)
            .open(path.join("db"))
            .map_err(io)?;
        let commits = match db.get(COMMITS).map_err(failed)? {
            Some(bytes) => stored(bytes)?.revision,
            None => Revision(0),
        };
        let desk = Desk {
            db,
            file,
            turn,
            commits,
            failure: None,
        };
        let (jobs, queue) = mpsc::channel();
        let thread = std::thread::Builder::new()
            .name("store-writer".to_owned())
            .spawn(move || desk.work(&queue))
            .map_err(io)?;
        Ok(Self { jobs, thread })
    }

    /// Queues a batch behind those already sent.
    pub(super) fn send(&self, batch: Batch) -> Result<Receiver<Answer>, StoreError> {
        let (answer, receiver) = mpsc::sync_channel(1);
        let job = Job { batch, answer };
        self.jobs.send(job).map_err(|_| writer_stopped())?;
        Ok(receiver)
    }

    /// Waits until everything sent is written and answered.
    pub(super) fn join(self) {
        drop(self.jobs);
        // A panic of the thread has already been answered and logged.
        let _ = self.thread.join();
    }
}

/// What the writing thread has before it.
struct Desk {
    db: Db,
    /// A second handle of sled's file: sled itself does not sync it when it flushes.
    file: File,
    turn: Arc<RwLock<()>>,
    commits: Revision,
    /// After a failed write nobody knows what the file holds: nothing more is written.
    failure: Option<StoreError>,
}

/// Batches that are written together.
#[derive(Default)]
struct Group {
    writes: sled::Batch,
    /// Who wrote what in this group, before it can be seen in the database.
    revisions: HashMap<Vec<u8>, Option<Revision>>,
    answers: Vec<SyncSender<Answer>>,
}

impl Desk {
    fn work(mut self, queue: &Receiver<Job>) {
        while let Ok(first) = queue.recv() {
            let waiting = queue.try_iter().take(GROUP - 1);
            let mut group = Group::default();
            for Job { batch, answer } in std::iter::once(first).chain(waiting) {
                match self.admit(&mut group, batch) {
                    Ok(()) => group.answers.push(answer),
                    Err(refusal) => reply(&answer, Err(refusal)),
                }
            }
            if group.answers.is_empty() {
                continue;
            }
            let written = self.write(group.writes);
            if let Err(failure) = &written {
                tracing::error!(%failure, "the database cannot be written; nothing more will be");
                self.failure = Some(failure.clone());
            }
            for answer in group.answers {
                reply(&answer, written.clone().map_err(CommitError::from));
            }
        }
    }

    /// Adds a batch to the group if its conditions hold after the batches before it.
    fn admit(&mut self, group: &mut Group, batch: Batch) -> Answer {
        if let Some(failure) = &self.failure {
            return Err(failure.clone().into());
        }
        batch.check(|table, key| self.revision(group, table, key))?;
        self.commits.0 += 1;
        for change in batch.into_changes() {
            let place = place(change.table, &change.key);
            let revision = change.bytes.is_some().then_some(self.commits);
            match change.bytes {
                Some(bytes) => {
                    let value = [&self.commits.0.to_be_bytes(), bytes.as_slice()].concat();
                    group.writes.insert(place.clone(), value);
                }
                None => group.writes.remove(place.clone()),
            }
            group.revisions.insert(place, revision);
        }
        Ok(())
    }

    fn revision(
        &self,
        group: &Group,
        table: Table,
        key: &[u8],
    ) -> Result<Option<Revision>, StoreError> {
        let place = place(table, key);
        if let Some(revision) = group.revisions.get(&place) {
            return Ok(*revision);
        }
        let value = self.db.get(place).map_err(failed)?;
        let stored = value.map(stored).transpose()?;
        Ok(stored.map(|stored| stored.revision))
    }

    /// Returns once everything is on the disk; until then nobody can read any of it.
    fn write(&self, mut writes: sled::Batch) -> Result<(), StoreError> {
        writes.insert(COMMITS, &self.commits.0.to_be_bytes());
        let _turn = self.turn.write().unwrap_or_else(PoisonError::into_inner);
        self.db.apply_batch(writes).map_err(failed)?;
        self.db.flush().map_err(failed)?;
        self.file
            .sync_data()
            .map_err(|error| StoreError::Database(error.to_string()))
    }
}

fn reply(answer: &SyncSender<Answer>, text: Answer) {
    // Whoever asked may have gone away; the batch is written all the same.
    let _ = answer.send(text);
}
