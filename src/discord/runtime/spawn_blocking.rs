//! Long work, kept off the threads that answer people.

use tokio::task;

use crate::discord::runtime::fault::Broken;
use crate::metrics::FaultKind;

/// Runs the work on a thread of its own; a panic becomes a fault of this kind.
pub(crate) async fn spawn_blocking<T: Send + 'static>(
    kind: FaultKind,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Broken> {
    let done = task::spawn_blocking(work).await;
    done.map_err(|error| Broken(kind, error.to_string()))
}
