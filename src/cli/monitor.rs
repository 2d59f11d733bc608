//! Where the bot tells how it is: `/healthz`, `/readyz` and `/metrics`.

use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;

use anyhow::Context;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::routing::get;

use crate::metrics::Metrics;
use crate::store::SledStore;

/// What `/metrics` is written in.
const OPENMETRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// A port that is open and not served yet.
pub(super) struct Monitor(TcpListener);

impl Monitor {
    /// Opens the port, so that one which is taken is noticed before anything else is done.
    pub(super) fn open(address: SocketAddr) -> anyhow::Result<Self> {
        let open = || {
            let listener = TcpListener::bind(address)?;
            listener.set_nonblocking(true)?;
            Ok::<_, std::io::Error>(listener)
        };
        let listener = open().with_context(|| format!("cannot listen at {address}"))?;
        Ok(Self(listener))
    }

    /// Answers until it is dropped.
    pub(super) async fn serve(self, metrics: Metrics, store: Arc<SledStore>) {
        let served = async {
            let listener = tokio::net::TcpListener::from_std(self.0)?;
            let address = listener.local_addr()?;
            tracing::info!(%address, "monitor");
            if !address.ip().is_loopback() {
                tracing::warn!(%address, "whoever reaches this machine can read the figures");
            }
            axum::serve(listener, routes(metrics, store)).await
        };
        if let Err(error) = served.await {
            tracing::error!(%error, "the monitor has ended");
        }
    }
}

fn routes(metrics: Metrics, store: Arc<SledStore>) -> Router {
    Router::new()
        .route("/healthz", get(healthz))
        .route("/readyz", get(readyz))
        .route("/metrics", get(figures))
        .with_state((metrics, store))
}

/// Whether the process can go on; a restart is due if not.
async fn healthz(State((metrics, _)): State<(Metrics, Arc<SledStore>)>) -> impl IntoResponse {
    say(&metrics.health().troubles())
}

/// Whether people are served.
async fn readyz(State((metrics, _)): State<(Metrics, Arc<SledStore>)>) -> impl IntoResponse {
    say(&metrics.health().obstacles())
}

async fn figures(State((metrics, store)): State<(Metrics, Arc<SledStore>)>) -> impl IntoResponse {
    if let Ok(bytes) = store.bytes() {
        metrics.store_bytes(bytes);
    }
    if let Some(bytes) = memory() {
        metrics.memory_bytes(bytes);
    }
    ([(CONTENT_TYPE, OPENMETRICS)], metrics.to_text())
}

fn say(wrong: &[String]) -> (StatusCode, String) {
    if wrong.is_empty() {
        return (StatusCode::OK, "ok\n".to_owned());
    }
    (StatusCode::SERVICE_UNAVAILABLE, wrong.join("\n") + "\n")
}

/// Resident memory of this process in bytes, where the system tells it.
fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: u64 = line.trim().trim_end_matches(" kB").parse().ok()?;
    Some(kib * 1024)
}
