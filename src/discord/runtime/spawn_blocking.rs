//! Work that takes long, apart from the threads on which people are answered.

use tokio::task::spawn_blocking;

use crate::discord::runtime::error::Trouble;
use crate::metrics::FaultKind;

/// Does it on a thread of its own; if it breaks off, that is a fault of this kind.
pub(crate) async fn apart<T: Send + 'static>(
    kind: FaultKind,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Trouble> {
    let done = spawn_blocking(work).await;
    done.map_err(|error| Trouble::Broken(kind, error.to_string()))
}
