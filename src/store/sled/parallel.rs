//! Parallel work in parts, on as many threads as there are processors.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Runs every part, and returns the results in their order.
///
/// # Errors
///
/// Returns the error of one part; the others may have been run or not.
pub(super) fn in_parts<T: Send, E: Send>(
    parts: usize,
    work: impl Fn(usize) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let next = AtomicUsize::new(0);
    let some = || {
        let mut done = Vec::new();
        loop {
            let part = next.fetch_add(1, Ordering::Relaxed);
            if part >= parts {
                return Ok(done);
            }
            done.push((part, work(part)?));
        }
    };
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let mut all = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(some)).collect();
        let mut all = Vec::with_capacity(parts);
        for worker in workers {
            // The watching thread reports why it panicked.
            let done = worker.join().unwrap_or_else(|panic| resume_unwind(panic));
            all.extend(done?);
        }
        Ok(all)
    })?;
    all.sort_by_key(|(part, _)| *part);
    Ok(all.into_iter().map(|(_, done)| done).collect())
}
