//! Internal errors, and their ids in the log.

use std::cell::Cell;
use std::fmt;
use std::panic::{self, PanicHookInfo};

use tokio::task;

use crate::metrics::{FaultKind, Metrics};

/// Internal error that is not logged yet: its kind, and a description for the log.
#[derive(Clone, Debug)]
pub(crate) struct Broken(pub(crate) FaultKind, pub(crate) String);

/// Runs long work on a thread of its own; a panic becomes a fault of this kind.
pub(crate) async fn spawn_blocking<T: Send + 'static>(
    kind: FaultKind,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Broken> {
    let done = task::spawn_blocking(work).await;
    done.map_err(|error| Broken(kind, error.to_string()))
}

/// Id of a fault in the log, shown to the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaultId(u32);

thread_local! {
    /// Newest panic of this thread that was not taken yet.
    static PANIC: Cell<Option<FaultId>> = const { Cell::new(None) };
}

impl FaultId {
    /// Logs an error under a new id.
    #[must_use]
    pub fn log(kind: FaultKind, what: &str) -> Self {
        let id = Self::new();
        tracing::error!(fault = %id, kind = kind.name(), what, "unexpected fault");
        id
    }

    /// Counts an error and logs it under a new id.
    pub(crate) fn count(metrics: &Metrics, kind: FaultKind, what: &str) -> Self {
        metrics.fault(kind);
        Self::log(kind, what)
    }

    /// Returns the id under which the hook logged the panic that this thread has just caught.
    #[must_use]
    pub fn of_panic() -> Self {
        let logged = PANIC.take();
        // If the program has another panic hook, it has logged the panic without an id.
        logged.unwrap_or_else(|| Self::log(FaultKind::Panic, "a panic"))
    }

    fn new() -> Self {
        Self(getrandom::u32().unwrap_or(0))
    }
}

impl fmt::Display for FaultId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}", self.0)
    }
}

/// Installs a hook that logs every panic once, under an id that can be shown to people.
pub fn log_panics() {
    panic::set_hook(Box::new(|panic: &PanicHookInfo<'_>| {
        let id = FaultId::new();
        PANIC.set(Some(id));
        let payload = panic.payload();
        let text = payload.downcast_ref::<&str>().copied();
        let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        let at = panic.location().map(ToString::to_string);
        tracing::error!(
            fault = %id,
            kind = FaultKind::Panic.name(),
            what = text.unwrap_or("no reason given"),
            at = at.unwrap_or_default(),
            "unexpected fault"
        );
    }));
}
