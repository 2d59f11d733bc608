//! Queue of requests to the game service, in the order of arrival for each game and person.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Instant;

use parking_lot::{Condvar, Mutex};
use thiserror::Error;
use tokio::sync::oneshot;
use tracing::Span;

use crate::discord::runtime::fault::FaultId;
use crate::discord::runtime::subject_queues::{JobPermit, Subject, SubjectQueues};
use crate::metrics::{FaultKind, Metrics, TurnStage};
use crate::service::Service;

type Job = Box<dyn FnOnce(&Service) + Send>;

/// Queue with threads that work for the game service.
///
/// Every commit of the service is conditional on the data it has read, so that requests may be
/// carried out concurrently. Those about the same [`Subject`] are carried out in the order of
/// arrival nevertheless: the first to press is served first, and nobody whose move has already
/// arrived runs out of time. A request that takes long delays only those about its own subjects.
#[derive(Debug)]
pub struct ServiceQueue {
    shared: Arc<Shared>,
    metrics: Metrics,
}

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    /// Notified when a job may start, and when the queue is closed.
    changed: Condvar,
}

#[derive(Default)]
struct Queue {
    lines: SubjectQueues<Job>,
    is_closed: bool,
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared").finish_non_exhaustive()
    }
}

/// Reason why there is no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Unfinished {
    /// The work panicked; the panic is logged.
    #[error("the game service panicked, fault {0}")]
    Panicked(FaultId),
    /// The queue is closed.
    #[error("the game service has ended")]
    Closed,
}

impl ServiceQueue {
    /// Starts a queue with this many threads of this name. They end, and release the service, when
    /// the queue is dropped.
    ///
    /// # Panics
    ///
    /// If the system cannot start a thread.
    #[must_use]
    pub fn open(
        (name, threads): (&str, usize),
        service: &Arc<Service>,
        metrics: &Metrics,
    ) -> (Self, Vec<JoinHandle<()>>) {
        let shared = Arc::new(Shared::default());
        let start = |_| {
            let (shared, service) = (Arc::clone(&shared), Arc::clone(service));
            let health = metrics.clone();
            let work = move || {
                while let Some((turn, job)) = shared.next() {
                    health.health().note_busy(Some(Instant::now()));
                    job(&service);
                    health.health().note_busy(None);
                    shared.finish(turn);
                }
            };
            let thread = thread::Builder::new().name(name.to_owned()).spawn(work);
            thread.expect("a thread for the game service")
        };
        let threads = (0..threads).map(start).collect();
        let this = Self {
            shared,
            metrics: metrics.clone(),
        };
        (this, threads)
    }

    /// Queues `work` about some subjects. It takes its place in their lines when this is called, not
    /// when the future is awaited.
    ///
    /// # Errors
    ///
    /// The future fails if the work panicked or the queue is closed.
    pub fn ask<T, W>(
        &self,
        subjects: &[Subject],
        work: W,
    ) -> impl Future<Output = Result<T, Unfinished>> + Send + use<T, W>
    where
        T: Send + 'static,
        W: FnOnce(&Service) -> T + Send + 'static,
    {
        let (job, answered) = self.job(work);
        if self.shared.queue.lock().lines.push(subjects, job) {
            self.shared.changed.notify_one();
        }
        answered
    }

    /// Queues `work` that nobody waits for. Requests go before it, even those that arrive later, and
    /// it takes one thread at most.
    ///
    /// # Errors
    ///
    /// The future fails if the work panicked or the queue is closed.
    pub fn ask_later<T, W>(
        &self,
        work: W,
    ) -> impl Future<Output = Result<T, Unfinished>> + Send + use<T, W>
    where
        T: Send + 'static,
        W: FnOnce(&Service) -> T + Send + 'static,
    {
        let (job, answered) = self.job(work);
        self.shared.queue.lock().lines.push_background(job);
        self.shared.changed.notify_one();
        answered
    }

    /// Wraps `work` in a job, and returns the job and a future of its result.
    fn job<T, W>(
        &self,
        work: W,
    ) -> (
        Job,
        impl Future<Output = Result<T, Unfinished>> + Send + use<T, W>,
    )
    where
        T: Send + 'static,
        W: FnOnce(&Service) -> T + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        let (asked, span, metrics) = (Instant::now(), Span::current(), self.metrics.clone());
        let job = Box::new(move |service: &Service| {
            let begun = Instant::now();
            metrics.stage(TurnStage::Queue, begun - asked);
            let work = AssertUnwindSafe(|| work(service));
            let result = span.in_scope(|| {
                // The service holds no state other than that on disk.
                catch_unwind(work).map_err(|_panic| {
                    metrics.fault(FaultKind::Panic);
                    Unfinished::Panicked(FaultId::of_panic())
                })
            });
            metrics.stage(TurnStage::Decide, begun.elapsed());
            // The caller may no longer be waiting; the work is done anyway.
            drop(answer.send(result));
        });
        let answered = async move { answered.await.unwrap_or(Err(Unfinished::Closed)) };
        (job, answered)
    }
}

impl Drop for ServiceQueue {
    fn drop(&mut self) {
        self.shared.queue.lock().is_closed = true;
        self.shared.changed.notify_all();
    }
}

impl Shared {
    /// Waits for the next job; returns `None` once the queue is closed and nothing is left for this
    /// thread.
    fn next(&self) -> Option<(JobPermit, Job)> {
        let mut queue = self.queue.lock();
        loop {
            let next = queue.lines.next();
            if next.is_some() || queue.is_closed {
                return next;
            }
            self.changed.wait(&mut queue);
        }
    }

    /// Ends a job, and wakes as many threads as may start another one.
    fn finish(&self, turn: JobPermit) {
        let ready = self.queue.lock().lines.finish(turn);
        for _ in 0..ready {
            self.changed.notify_one();
        }
    }
}
