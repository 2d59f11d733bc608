//! Long work, kept off the threads that answer people.

use tokio::task::spawn_blocking;

use crate::discord::runtime::error::Trouble;
use crate::metrics::FaultKind;

/// Runs the work on a thread of its own; a panic becomes a fault of this kind.
pub(crate) async fn apart<T: Send + 'static>(
    kind: FaultKind,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Trouble> {
    let done = spawn_blocking(work).await;
    done.map_err(|error| Trouble::Broken(kind, error.to_string()))
}
