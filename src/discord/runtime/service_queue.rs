//! Queue of requests to the game service, in the order of arrival.

use std::collections::VecDeque;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use thiserror::Error;
use tokio::sync::oneshot;
use tracing::Span;

use crate::discord::runtime::fault::FaultId;
use crate::metrics::{FaultKind, Metrics, Stage};
use crate::service::Service;
use crate::service::api::rate_limit::RateLimiter;

type Job = Box<dyn FnOnce(&Service) + Send>;

/// Queue with threads that work for the game service.
///
/// Discord lets a bot send 50 messages per second; a single thread handles many times that, and
/// keeps the actions of every game in order without a lock. A separate queue with several threads
/// records what was shown, so that this work can wait for an action and share its flush; each game
/// is shown by one task at a time, which keeps that in order.
#[derive(Debug)]
pub struct ServiceQueue {
    lines: Arc<Mutex<Lines>>,
    /// One ticket per job in the lines.
    tickets: mpsc::Sender<()>,
    metrics: Metrics,
    pace: Arc<RateLimiter>,
}

/// Jobs that have not started.
#[derive(Default)]
struct Lines {
    /// Jobs that a person or a game waits for.
    requests: VecDeque<Job>,
    /// Jobs that run only when there are no requests.
    upkeep: VecDeque<Job>,
}

impl fmt::Debug for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lines")
            .field("requests", &self.requests.len())
            .field("upkeep", &self.upkeep.len())
            .finish()
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
        let (tickets, queue) = mpsc::channel();
        let (lines, queue) = (Arc::default(), Arc::new(Mutex::new(queue)));
        let start = |_| {
            let (lines, queue) = (Arc::clone(&lines), Arc::clone(&queue));
            let service = Arc::clone(service);
            let health = metrics.clone();
            let work = move || {
                while let Some(job) = next(&lines, &queue) {
                    health.health().note_busy(Some(Instant::now()));
                    job(&service);
                    health.health().note_busy(None);
                }
            };
            let thread = thread::Builder::new().name(name.to_owned()).spawn(work);
            thread.expect("a thread for the game service")
        };
        let threads = (0..threads).map(start).collect();
        let this = Self {
            lines,
            tickets,
            metrics: metrics.clone(),
            pace: Arc::clone(service.rate_limiter()),
        };
        (this, threads)
    }

    /// Returns the rate limits of people's requests, which do not wait in the queue.
    #[must_use]
    pub fn rate_limiter(&self) -> &RateLimiter {
        &self.pace
    }

    /// Queues `work` for the service. It takes its place in the queue when this is called, not when
    /// the future is awaited.
    ///
    /// # Errors
    ///
    /// The future fails if the work panicked or the queue is closed.
    pub fn ask<T, W>(
        &self,
        work: W,
    ) -> impl Future<Output = Result<T, Unfinished>> + Send + use<T, W>
    where
        T: Send + 'static,
        W: FnOnce(&Service) -> T + Send + 'static,
    {
        let (job, answered) = self.job(work);
        self.enqueue(|lines| lines.requests.push_back(job));
        answered
    }

    /// Queues `work` that nobody waits for. Requests go before it, even those that arrive later.
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
        self.enqueue(|lines| lines.upkeep.push_back(job));
        answered
    }

    fn enqueue(&self, push: impl FnOnce(&mut Lines)) {
        push(&mut lock(&self.lines));
        if self.tickets.send(()).is_err() {
            // All threads have ended; dropping the jobs tells those who wait.
            *lock(&self.lines) = Lines::default();
        }
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
            metrics.stage(Stage::Queue, begun - asked);
            let work = AssertUnwindSafe(|| work(service));
            let result = span.in_scope(|| {
                // The service holds no state other than that on disk.
                catch_unwind(work).map_err(|_panic| {
                    metrics.fault(FaultKind::Panic);
                    Unfinished::Panicked(FaultId::of_panic())
                })
            });
            metrics.stage(Stage::Decide, begun.elapsed());
            // The caller may no longer be waiting; the work is done anyway.
            drop(answer.send(result));
        });
        let answered = async move { answered.await.unwrap_or(Err(Unfinished::Closed)) };
        (job, answered)
    }
}

/// Waits for the next job; returns `None` once the queue is closed.
fn next(lines: &Mutex<Lines>, tickets: &Mutex<mpsc::Receiver<()>>) -> Option<Job> {
    lock(tickets).recv().ok()?;
    let mut lines = lock(lines);
    let request = lines.requests.pop_front();
    request.or_else(|| lines.upkeep.pop_front())
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Each statement that changes the contents leaves them consistent.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
