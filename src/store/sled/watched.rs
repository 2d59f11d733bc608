//! Work that may panic or never come back, as with a damaged file.

use std::any::Any;
use std::io;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// Why work was not done.
pub(super) enum Undone {
    /// It has not come back yet, and may never.
    Late,
    /// It panicked, for this reason.
    Panicked(String),
    /// There is no thread for it.
    NotBegun(io::Error),
}

/// Does the work on a thread of its own, called `name`, and waits no longer than `limit`.
pub(super) fn watched<T: Send + 'static>(
    name: &str,
    limit: Duration,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Undone> {
    let (done, waiting) = mpsc::sync_channel(1);
    let working = thread::Builder::new()
        .name(name.to_owned())
        .spawn(move || {
            // Nobody listens any more when the time is up.
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
