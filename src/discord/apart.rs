//! Work that takes long, apart from the threads on which people are answered.

use tokio::task::spawn_blocking;

use crate::discord::trouble::Trouble;
use crate::metrics::FaultKind;

/// Does it on a thread of its own.
pub(super) async fn apart<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Trouble> {
    let done = spawn_blocking(work).await;
    done.map_err(|error| Trouble::Broken(FaultKind::System, error.to_string()))
}
