//! Server of posts. Their number, size and duration are limited, because anybody can send some.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::to_bytes;
use axum::extract::{Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use serde::Deserialize;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, mpsc};
use tokio::time::{sleep, timeout};

use crate::discord::gateway::arrival::Arrival;
use crate::discord::gateway::endpoint::signature::{Unproven, Verifier};
use crate::discord::gateway::event::GatewayEvent;
use crate::discord::interaction::incoming::Incoming;

/// Path of the posts.
const PATH: &str = "/interactions";
/// Largest body in bytes; Discord's are far smaller.
const LARGEST: usize = 1 << 20;
/// Time limit of a body. A person waits for three seconds.
const READ: Duration = Duration::from_secs(3);
/// Time limit of a request's head, and of a pause between two requests: longer than a proxy keeps
/// an idle connection, so that none is closed just when it is used.
const HEAD: Duration = Duration::from_secs(75);
/// Largest number of open connections. Further ones wait.
const CONNECTIONS: usize = 512;
/// Pause after a connection that could not be accepted, for example for lack of file descriptors.
const PAUSE: Duration = Duration::from_millis(100);
/// Time that posts in progress have when the bot stops.
const FINISH: Duration = Duration::from_secs(2);
/// Kind of the interaction with which Discord checks the address.
const PING: u64 = 1;
/// Answer to it.
const PONG: &str = r#"{"type":1}"#;

/// Parts that each post needs.
#[derive(Clone)]
struct Receiver {
    verifier: Verifier,
    arrivals: mpsc::UnboundedSender<Arrival>,
}

/// Serves posts until `stop` completes.
pub(super) async fn serve(
    listener: TcpListener,
    verifier: Verifier,
    arrivals: &mpsc::UnboundedSender<Arrival>,
    stop: impl Future<Output = ()>,
) {
    let receiver = Receiver {
        verifier,
        arrivals: arrivals.clone(),
    };
    let routes = Router::new()
        .route(PATH, post(receive))
        .with_state(receiver);
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    let open = GracefulShutdown::new();
    let accept = async {
        loop {
            // The semaphore is never closed.
            let place = Arc::clone(&places).acquire_owned().await;
            let stream = match listener.accept().await {
                Ok((stream, _)) => TokioIo::new(stream),
                Err(error) => {
                    tracing::warn!(%error, "a connection cannot be accepted");
                    sleep(PAUSE).await;
                    continue;
                }
            };
            let service = TowerToHyperService::new(routes.clone());
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEAD)
                .serve_connection(stream, service);
            let connection = open.watch(connection);
            tokio::spawn(async move {
                let _place = place;
                // A client that breaks the connection gets no answer.
                let _ = connection.await;
            });
        }
    };
    tokio::select! {
        () = stop => {}
        () = accept => {}
    }
    drop(listener);
    // A post that is not complete by then is not acknowledged.
    let _ = timeout(FINISH, open.shutdown()).await;
}

async fn receive(State(receiver): State<Receiver>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let body = match timeout(READ, to_bytes(body, LARGEST)).await {
        Ok(Ok(body)) => body,
        Ok(Err(_)) => return StatusCode::PAYLOAD_TOO_LARGE.into_response(),
        Err(_) => return StatusCode::REQUEST_TIMEOUT.into_response(),
    };
    if let Err(why) = check(&receiver.verifier, &head.headers, &body) {
        report(why);
        return StatusCode::UNAUTHORIZED.into_response();
    }
    take(&receiver.arrivals, &body)
}

fn check(verifier: &Verifier, headers: &HeaderMap, body: &[u8]) -> Result<(), Unproven> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let signature = text("x-signature-ed25519").ok_or(Unproven::Header)?;
    let timestamp = text("x-signature-timestamp").ok_or(Unproven::Header)?;
    verifier.check(signature, timestamp, body)
}

fn report(why: Unproven) {
    match why {
        // Discord itself sends some to see that they are refused.
        Unproven::Header | Unproven::Signature => tracing::debug!(?why, "refused a request"),
        Unproven::Time => tracing::warn!(
            "refused a request with a stale timestamp: it was replayed, or a clock is wrong"
        ),
    }
}

/// Hands over an interaction from Discord, and returns the response to the post.
fn take(arrivals: &mpsc::UnboundedSender<Arrival>, body: &[u8]) -> Response {
    #[derive(Deserialize)]
    struct Kind {
        #[serde(rename = "type")]
        kind: u64,
    }
    if serde_json::from_slice::<Kind>(body).is_ok_and(|kind| kind.kind == PING) {
        return ([(CONTENT_TYPE, "application/json")], PONG).into_response();
    }
    let read = std::str::from_utf8(body).map(Incoming::read);
    let Ok(Ok(interaction)) = read else {
        tracing::warn!("an interaction cannot be read");
        return StatusCode::BAD_REQUEST.into_response();
    };
    let sent = interaction.map_or(Ok(()), |interaction| {
        arrivals.send(Arrival::now(GatewayEvent::Interaction(interaction)))
    });
    // The bot is stopping; another process may be available already.
    let status = sent.map_or(StatusCode::SERVICE_UNAVAILABLE, |()| StatusCode::ACCEPTED);
    status.into_response()
}
