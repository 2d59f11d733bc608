//! Server of posts. Their number, size and duration are limited, because anybody can send some.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
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
use tokio::task::AbortHandle;
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
/// Largest number of open connections.
pub(super) const CONNECTIONS: usize = 512;
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
    /// Becomes true when Discord has posted through the connection.
    is_proven: Arc<AtomicBool>,
}

/// Open connections, and whether Discord has posted through them; the oldest one is first.
#[derive(Default)]
struct OpenConnections(VecDeque<(AbortHandle, Arc<AtomicBool>)>);

impl OpenConnections {
    fn add(&mut self, task: AbortHandle, is_proven: Arc<AtomicBool>) {
        self.0.retain(|(task, _)| !task.is_finished());
        self.0.push_back((task, is_proven));
    }

    /// Closes the oldest connection through which Discord has not posted: strangers could keep it
    /// out by opening many.
    fn make_room(&mut self) {
        let mut all = self.0.iter();
        let unproven = all.position(|(_, is_proven)| !is_proven.load(Ordering::Relaxed));
        if let Some((task, _)) = unproven.and_then(|oldest| self.0.remove(oldest)) {
            task.abort();
        }
    }
}

/// Serves posts through this many connections at most until `stop` completes.
pub(super) async fn serve(
    listener: TcpListener,
    connections: usize,
    verifier: Verifier,
    arrivals: &mpsc::UnboundedSender<Arrival>,
    stop: impl Future<Output = ()>,
) {
    let places = Arc::new(Semaphore::new(connections));
    let open = GracefulShutdown::new();
    let accept = async {
        let mut connections = OpenConnections::default();
        loop {
            let stream = match listener.accept().await {
                Ok((stream, _)) => TokioIo::new(stream),
                Err(error) => {
                    tracing::warn!(%error, "a connection cannot be accepted");
                    sleep(PAUSE).await;
                    continue;
                }
            };
            if places.available_permits() == 0 {
                connections.make_room();
            }
            // The semaphore is never closed.
            let place = Arc::clone(&places).acquire_owned().await;
            let is_proven = Arc::<AtomicBool>::default();
            let routes = Router::new()
                .route(PATH, post(receive))
                .with_state(Receiver {
                    verifier: verifier.clone(),
                    arrivals: arrivals.clone(),
                    is_proven: Arc::clone(&is_proven),
                });
            let service = TowerToHyperService::new(routes);
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEAD)
                .serve_connection(stream, service);
            let connection = open.watch(connection);
            let task = tokio::spawn(async move {
                let _place = place;
                // A client that breaks the connection gets no answer.
                let _ = connection.await;
            });
            connections.add(task.abort_handle(), is_proven);
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
    receiver.is_proven.store(true, Ordering::Relaxed);
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

#[cfg(test)]
mod tests {
    use std::future::pending;
    use std::sync::Arc;
    use std::time::Duration;

    use data_encoding::HEXLOWER;
    use ring::signature::{Ed25519KeyPair, KeyPair};
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::{TcpListener, TcpStream};
    use tokio::sync::mpsc;
    use tokio::time::timeout;

    use super::{PATH, Verifier, serve};

    /// Time for something that happens at once unless the machine is busy.
    const LONGEST: Duration = Duration::from_secs(60);

    /// Posts a ping with this signature, and returns the beginning of the answer.
    async fn post(stream: &mut TcpStream, signature: &str) -> String {
        let text = format!(
            "POST {PATH} HTTP/1.1\r\nHost: bot\r\nX-Signature-Ed25519: {signature}\r\n\
             X-Signature-Timestamp: 0\r\nContent-Length: 10\r\n\r\n{{\"type\":1}}"
        );
        let sent = stream.write_all(text.as_bytes()).await;
        sent.expect("an open connection");
        let mut answer = [0; 12];
        let read = timeout(LONGEST, stream.read_exact(&mut answer)).await;
        read.expect("an answer").expect("an open connection");
        String::from_utf8_lossy(&answer).into_owned()
    }

    #[tokio::test]
    async fn connections_of_strangers_do_not_keep_discord_out() {
        let pair = Ed25519KeyPair::from_seed_unchecked(&[7; 32]).expect("a seed");
        let key = pair.public_key().as_ref().try_into().expect("a key");
        let signature = HEXLOWER.encode(pair.sign(b"0{\"type\":1}").as_ref());
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let (arrivals, _arriving) = mpsc::unbounded_channel();
        let verifier = Verifier::new(key, Arc::new(|| 0));
        let served = serve(listener, 2, verifier, &arrivals, pending());
        let connect = || async { TcpStream::connect(address).await.expect("a connection") };
        let posted = async {
            let mut first = connect().await;
            assert_eq!(post(&mut first, &signature).await, "HTTP/1.1 200");
            let mut stranger = connect().await;
            let mut next = connect().await;
            assert_eq!(post(&mut next, &signature).await, "HTTP/1.1 200");
            // Both places are taken by Discord.
            let read = timeout(LONGEST, stranger.read(&mut [0])).await;
            assert_eq!(read.expect("an end").unwrap_or(0), 0);
        };
        tokio::select! {
            () = served => panic!("nothing ends it"),
            () = posted => {}
        }
    }
}
