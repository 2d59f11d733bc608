//! HTTP endpoints for the state of the bot: `/healthz`, `/readyz`, `/readyz/balancer` and
//! `/metrics`.

use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, HOST};
use axum::http::uri::Authority;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::metrics::Metrics;
use crate::store::Backend;

/// Content type of `/metrics`.
const OPENMETRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Longest wait for the size of the store; if a database does not answer, the last size is reported.
/// Prometheus gives up after ten seconds.
const STORE_PATIENCE: Duration = Duration::from_secs(1);

/// Open port that is not served yet.
pub(super) struct Monitor(TcpListener);

impl Monitor {
    /// Opens the port first, so that a port in use is noticed before anything else is done.
    pub(super) fn open(address: SocketAddr) -> anyhow::Result<Self> {
        let open = || {
            let listener = TcpListener::bind(address)?;
            listener.set_nonblocking(true)?;
            Ok::<_, std::io::Error>(listener)
        };
        let listener = open().with_context(|| format!("cannot listen at {address}"))?;
        Ok(Self(listener))
    }

    /// Serves requests until dropped.
    pub(super) async fn serve(self, metrics: Metrics, store: Arc<Backend>) {
        let served = async {
            let listener = tokio::net::TcpListener::from_std(self.0)?;
            let address = listener.local_addr()?;
            tracing::info!(%address, "monitor");
            if !address.ip().is_loopback() {
                tracing::warn!(%address, "the monitor listens beyond this machine; anyone who reaches it can read the metrics");
            }
            axum::serve(listener, routes(metrics, store)).await
        };
        if let Err(error) = served.await {
            tracing::error!(%error, "the monitor has ended");
        }
    }
}

fn routes(metrics: Metrics, store: Arc<Backend>) -> Router {
    Router::new()
        .route("/healthz", get(healthz))
        .route("/readyz", get(readyz))
        .route("/readyz/balancer", get(balancer))
        .route("/metrics", get(figures))
        .with_state((metrics, store))
        .layer(middleware::from_fn(check_host))
}

/// Rejects requests with a foreign host name, with which a page of another site could read the
/// metrics (DNS rebinding).
async fn check_host(request: Request, next: Next) -> Response {
    let host = request.headers().get(HOST);
    if host.is_none_or(|host| host.to_str().is_ok_and(is_own)) {
        return next.run(request).await;
    }
    let wanted = "expected an address or a name without a dot in `Host`\n";
    (StatusCode::MISDIRECTED_REQUEST, wanted).into_response()
}

/// Returns whether no foreign site can have this host name: it is an IP address, or a name of this
/// machine or its own network.
fn is_own(host: &str) -> bool {
    host.parse::<Authority>().is_ok_and(|authority| {
        let host = authority.host().trim_matches(['[', ']']);
        host.parse::<IpAddr>().is_ok() || !host.contains('.')
    })
}

/// Reports whether the process is healthy; if not, it should be restarted.
async fn healthz(State((metrics, _)): State<(Metrics, Arc<Backend>)>) -> impl IntoResponse {
    say(&metrics.health().problems())
}

/// Reports whether people are being served.
async fn readyz(State((metrics, _)): State<(Metrics, Arc<Backend>)>) -> impl IntoResponse {
    say(&metrics.health().obstacles())
}

/// Reports whether a balancer should send interactions to this process.
async fn balancer(State((metrics, _)): State<(Metrics, Arc<Backend>)>) -> impl IntoResponse {
    say(&metrics.health().reasons_to_leave_out())
}

async fn figures(State((metrics, store)): State<(Metrics, Arc<Backend>)>) -> impl IntoResponse {
    metrics.store_requests(store.requests());
    // A database may be slow to answer.
    let bytes = tokio::task::spawn_blocking(move || store.bytes());
    let bytes = tokio::time::timeout(STORE_PATIENCE, bytes).await;
    if let Ok(Ok(Ok(bytes))) = bytes {
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

/// Returns the resident memory of this process in bytes, if the system provides it.
fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: u64 = line.trim().trim_end_matches(" kB").parse().ok()?;
    Some(kib * 1024)
}

#[cfg(test)]
mod tests {
    use super::is_own;

    #[test]
    fn names_that_others_can_have_are_refused() {
        for own in ["127.0.0.1:9464", "[::1]:9464", "localhost", "bot:9464"] {
            assert!(is_own(own), "{own}");
        }
        for other in [
            "evil.example",
            "127.0.0.1.evil.example:9464",
            "localhost.",
            "",
        ] {
            assert!(!is_own(other), "{other}");
        }
    }
}
