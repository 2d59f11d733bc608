//! Monitor of the store of a running bot: waits until it can be used, and notices its loss.

use std::sync::Arc;
use std::time::Duration;

use crate::cli::data;
use crate::metrics::Metrics;
use crate::store::{Backend, LiveStore};

/// Interval of checks whether the store can be reached and written.
const STORE_CHECK: Duration = Duration::from_secs(1);

/// Completes once the games can be used. Waits for a database that cannot be reached yet.
pub(super) async fn await_database(store: &Arc<Backend>, metrics: &Metrics) -> anyhow::Result<()> {
    let mut last = None;
    loop {
        let store = Arc::clone(store);
        let prepared = tokio::task::spawn_blocking(move || data::prepare(&store)).await?;
        let Some(reason) = prepared? else {
            metrics.health().note_store_away(None);
            return Ok(());
        };
        metrics.health().note_store_away(Some(&reason));
        if last.as_ref() != Some(&reason) {
            tracing::error!(reason, "waiting for the database");
            last = Some(reason);
        }
        tokio::time::sleep(STORE_CHECK).await;
    }
}

/// Completes when the store accepts no more changes or is gone: a new process can open it again,
/// but this one cannot.
pub(super) async fn store_lost(metrics: &Metrics, store: &Backend) {
    let mut ticks = tokio::time::interval(STORE_CHECK);
    while !metrics.health().has_lost_store() {
        if store.folder().is_some_and(LiveStore::is_gone) {
            metrics.health().note_store_lost();
        }
        ticks.tick().await;
    }
}
