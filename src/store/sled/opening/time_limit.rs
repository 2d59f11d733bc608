//! Work that may panic or never return, for example on a damaged file.

use std::any::Any;
use std::io;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// Reason why work was not done.
pub(in crate::store::sled) enum Undone {
    /// It has not returned yet, and may never.
    Late,
    /// It panicked with this message.
    Panicked(String),
    /// No thread could be started for it.
    NotBegun(io::Error),
}

/// Runs the work on a thread called `name`, and waits at most `limit`.
pub(in crate::store::sled) fn with_time_limit<T: Send + 'static>(
    name: &str,
    limit: Duration,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Undone> {
    let (done, waiting) = mpsc::sync_channel(1);
    let working = thread::Builder::new()
        .name(name.to_owned())
        .spawn(move || {
            // Nobody receives the result after the time limit.
            let _ = done.send(work());
        })
        .map_err(Undone::NotBegun)?;
    waiting.recv_timeout(limit).map_err(|error| match error {
        RecvTimeoutError::Timeout => Undone::Late,
        RecvTimeoutError::Disconnected => {
            let panic = working.join().err();
            let text = panic.as_deref().and_then(panic_text);
            Undone::Panicked(text.unwrap_or("no reason given").to_owned())
        }
    })
}

fn panic_text(panic: &(dyn Any + Send)) -> Option<&str> {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied())
}
