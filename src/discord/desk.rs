//! Where requests wait for the game service, one after the other in the order they came.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::thread::{self, JoinHandle};

use thiserror::Error;
use tokio::sync::oneshot;

use crate::session::Service;

type Job = Box<dyn FnOnce(&Service) + Send>;

/// A queue with a thread at its end that works for the game service.
///
/// Discord lets a bot send 50 messages a second; one thread does many times that, and keeps the
/// actions of every game in order without a lock.
#[derive(Debug)]
pub struct Desk {
    jobs: mpsc::Sender<Job>,
}

/// The work panicked, or the desk is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the game service did not finish its work")]
pub struct Unfinished;

impl Desk {
    /// Opens the desk; the thread ends, and gives the service up, when the desk is dropped.
    ///
    /// # Panics
    ///
    /// If the system has no thread left.
    #[must_use]
    pub fn open(service: Service) -> (Self, JoinHandle<()>) {
        let (jobs, queue) = mpsc::channel::<Job>();
        let work = move || {
            for job in queue {
                job(&service);
            }
        };
        let thread = thread::Builder::new().name("desk".to_owned()).spawn(work);
        (
            Self { jobs },
            thread.expect("a thread for the game service"),
        )
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
        let job = Box::new(move |service: &Service| {
            match catch_unwind(AssertUnwindSafe(|| work(service))) {
                // Nobody may be waiting any more; what was done is done.
                Ok(result) => drop(answer.send(result)),
                // The hook has logged it; the service holds no state but what is on disk.
                Err(_panic) => {}
            }
        });
        // A closed desk drops the job, which is noticed below.
        let _ = self.jobs.send(job);
        async move { answered.await.map_err(|_| Unfinished) }
    }
}
