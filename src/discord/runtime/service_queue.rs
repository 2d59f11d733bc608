//! Where requests wait for the game service, one after the other in the order they came.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use thiserror::Error;
use tokio::sync::oneshot;
use tracing::Span;

use crate::discord::runtime::error::FaultId;
use crate::metrics::{FaultKind, Metrics, Stage};
use crate::service::Service;
use crate::service::api::rate_limit::Pace;

type Job = Box<dyn FnOnce(&Service) + Send>;

/// A queue with threads at its end that work for the game service.
///
/// Discord lets a bot send 50 messages a second; one thread does many times that, and keeps the
/// actions of every game in order without a lock. What was shown is noted at a desk of its own by
/// several threads, where it can wait for an action and share its flush; a game is shown by one
/// task at a time, which keeps that in order.
#[derive(Debug)]
pub struct Desk {
    jobs: mpsc::Sender<Job>,
    metrics: Metrics,
    pace: Arc<Pace>,
}

/// Why there is no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Unfinished {
    /// The work panicked, which is logged.
    #[error("the game service panicked, fault {0}")]
    Panicked(FaultId),
    /// The desk is closed.
    #[error("the game service has ended")]
    Closed,
}

impl Desk {
    /// Opens a desk with so many threads of this name; they end, and give the service up, when the
    /// desk is dropped.
    ///
    /// # Panics
    ///
    /// If the system has no thread left.
    #[must_use]
    pub fn open(
        (name, threads): (&str, usize),
        service: &Arc<Service>,
        metrics: &Metrics,
    ) -> (Self, Vec<JoinHandle<()>>) {
        let (jobs, queue) = mpsc::channel::<Job>();
        let queue = Arc::new(Mutex::new(queue));
        let start = |_| {
            let (queue, service) = (Arc::clone(&queue), Arc::clone(service));
            let health = metrics.clone();
            let work = move || {
                while let Some(job) = next(&queue) {
                    health.health().note_busy(Some(Instant::now()));
                    job(&service);
                    health.health().note_busy(None);
                }
            };
            let thread = thread::Builder::new().name(name.to_owned()).spawn(work);
            thread.expect("a thread for the game service")
        };
        let threads = (0..threads).map(start).collect();
        let desk = Self {
            jobs,
            metrics: metrics.clone(),
            pace: Arc::clone(service.pace()),
        };
        (desk, threads)
    }

    /// Who has asked how much in a row; it does not wait in the queue.
    #[must_use]
    pub fn pace(&self) -> &Pace {
        &self.pace
    }

    /// Lets the service do `work`, which takes its place in the queue when this is called, not
    /// when it is awaited.
    ///
    /// # Errors
    ///
    /// Those of the future: the work panicked, or the desk is closed.
    pub fn ask<T, W>(
        &self,
        work: W,
    ) -> impl Future<Output = Result<T, Unfinished>> + Send + use<T, W>
    where
        T: Send + 'static,
        W: FnOnce(&Service) -> T + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        let (asked, span, metrics) = (Instant::now(), Span::current(), self.metrics.clone());
        let job = Box::new(move |service: &Service| {
            let begun = Instant::now();
            metrics.stage(Stage::Queue, begun - asked);
            let work = AssertUnwindSafe(|| work(service));
            let result = span.in_scope(|| {
                // The service holds no state but what is on disk.
                catch_unwind(work).map_err(|_panic| {
                    metrics.fault(FaultKind::Panic);
                    Unfinished::Panicked(FaultId::of_panic())
                })
            });
            metrics.stage(Stage::Decide, begun.elapsed());
            // Nobody may be waiting any more; what was done is done.
            drop(answer.send(result));
        });
        // A closed desk drops the job, which is noticed below.
        let _ = self.jobs.send(job);
        async move { answered.await.unwrap_or(Err(Unfinished::Closed)) }
    }
}

/// Waits for the next job; none once the desk is closed.
fn next(queue: &Mutex<mpsc::Receiver<Job>>) -> Option<Job> {
    queue
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .recv()
        .ok()
}
