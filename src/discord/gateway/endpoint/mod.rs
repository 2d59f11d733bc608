//! Interactions over HTTP, which Discord posts to an address of the bot's operator. No connection of
//! the gateway is needed for them.
//!
//! A post is acknowledged without a body and answered like an interaction from the gateway, by a
//! request to Discord.
//!
//! In reading order:
//!
//! - `signature`: proof that a post is from Discord
//! - `server`: connections and posts

mod server;
mod signature;

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use data_encoding::HEXLOWER;
use tokio::sync::{mpsc, watch};
use tokio::time::sleep;

use crate::discord::gateway::access::Refused;
use crate::discord::gateway::arrival::Arrival;
use crate::discord::gateway::endpoint::server::CONNECTIONS;
use crate::discord::gateway::endpoint::signature::{Now, Verifier};
use crate::discord::gateway::event::{Account, GatewayEvent, Identity};
use crate::discord::gateway::pauses::Pauses;
use crate::discord::rest::{Rest, RestError};

/// Interval of checks whether Discord can be reached. Without the gateway, nothing else shows that.
const LOOK: Duration = Duration::from_secs(20);
/// Usual time for which a balancer still sends posts to a process after it is told to leave it out.
const STRAGGLERS: Duration = Duration::from_secs(3);

/// Address at which Discord posts interactions.
#[derive(Clone, Debug)]
pub struct Endpoint {
    listener: Arc<TcpListener>,
    /// Public key of the application.
    key: [u8; 32],
    stragglers: Duration,
}

impl Endpoint {
    /// Opens the port, so that one in use is noticed before anything else is done. Nothing is
    /// answered until the bot runs.
    ///
    /// # Errors
    ///
    /// If the port cannot be opened.
    pub fn open(address: SocketAddr, key: [u8; 32]) -> io::Result<Self> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        Ok(Self {
            listener: Arc::new(listener),
            key,
            stragglers: STRAGGLERS,
        })
    }

    /// Returns the endpoint with another time for which posts still come while the bot stops, if
    /// other processes can receive them instead.
    #[must_use]
    pub fn with_stragglers(self, stragglers: Duration) -> Self {
        Self { stragglers, ..self }
    }

    /// Returns the time for which posts still come while the bot stops.
    pub(crate) fn stragglers(&self) -> Duration {
        self.stragglers
    }

    /// Returns the address, with the port that the system has chosen.
    ///
    /// # Errors
    ///
    /// If the system does not report it.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Listens on a further handle of the port; returns it with its address.
    fn listen(&self) -> io::Result<(tokio::net::TcpListener, SocketAddr)> {
        let (address, listener) = (self.address()?, self.listener.try_clone()?);
        Ok((tokio::net::TcpListener::from_std(listener)?, address))
    }
}

/// Receives interactions until `stop` becomes true and no more `stragglers` arrive, and watches
/// whether Discord can be reached.
///
/// # Errors
///
/// If Discord refuses the token, the application has another key, or the system does not let the
/// bot listen.
pub async fn keep_open(
    rest: &Arc<Rest>,
    endpoint: &Endpoint,
    now: Now,
    arrivals: &mpsc::UnboundedSender<Arrival>,
    mut stop: watch::Receiver<bool>,
    stragglers: Duration,
) -> Result<(), Refused> {
    let metrics = rest.metrics();
    let (listener, address) = endpoint.listen().map_err(|error| {
        tracing::error!(%error, "no interaction can be received");
        Refused::Endpoint
    })?;
    let identity = tokio::select! {
        _ = stop.wait_for(|stop| *stop) => return Ok(()),
        identity = identify(rest, endpoint) => identity?,
    };
    let (reachable, mut stopped) = (Arc::clone(rest), stop.clone());
    let serve = async {
        let verifier = Verifier::new(endpoint.key, now);
        let _ = arrivals.send(Arrival::now(GatewayEvent::Identity(identity)));
        metrics.health().note_endpoint(true);
        metrics.health().note_posts(true);
        tracing::info!(%address, "interactions are received");
        let end = async {
            // An error means that the bot has stopped.
            let _ = stop.wait_for(|stop| *stop).await;
            sleep(stragglers).await;
        };
        server::serve(listener, CONNECTIONS, verifier, arrivals, end).await;
        Ok(())
    };
    let watch = async {
        tokio::select! {
            _ = stopped.wait_for(|stop| *stop) => Ok(()),
            refused = watch(&reachable) => Err(refused),
        }
    };
    // A refusal does not wait for the end of serving.
    let ended = tokio::try_join!(serve, watch);
    metrics.health().note_endpoint(false);
    metrics.health().note_posts(false);
    ended.map(|((), ())| ())
}

/// Waits until Discord says which application the token belongs to.
async fn identify(rest: &Rest, endpoint: &Endpoint) -> Result<Identity, Refused> {
    let mut pauses = Pauses::default();
    loop {
        match ask(rest).await {
            Ok((identity, key)) if key == HEXLOWER.encode(&endpoint.key) => return Ok(identity),
            Ok(_) => return Err(Refused::Key),
            Err(error) if error.is_bad_token() => return Err(Refused::Token),
            Err(error) => pauses.wait_after(&error).await,
        }
    }
}

async fn ask(rest: &Rest) -> Result<(Identity, String), RestError> {
    let application = rest.application().await?;
    let identity = Identity {
        user: rest.me().await?,
        application: application.id,
    };
    Ok((identity, application.verify_key.to_lowercase()))
}

/// Notes from time to time whether Discord can be reached. Returns if it refuses the token.
async fn watch(rest: &Rest) -> Refused {
    loop {
        sleep(LOOK).await;
        let asked = rest.me::<Account>().await;
        if asked.as_ref().is_err_and(RestError::is_bad_token) {
            return Refused::Token;
        }
        rest.metrics().health().note_endpoint(asked.is_ok());
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs::File;
    use std::net::TcpListener;
    use std::os::fd::OwnedFd;
    use std::sync::Arc;
    use std::time::Duration;

    use tokio::sync::{mpsc, watch};

    use crate::discord::gateway::access::Refused;
    use crate::discord::gateway::endpoint::{Endpoint, Now, keep_open};
    use crate::discord::rest::Rest;
    use crate::discord::rest::limiter::Limiter;
    use crate::metrics::Metrics;
    use crate::service::REQUESTS_PER_SECOND;

    #[tokio::test]
    async fn port_on_which_the_system_does_not_listen_ends_the_bot() {
        let no_socket = File::open("Cargo.toml").expect("a file");
        let endpoint = Endpoint {
            listener: Arc::new(TcpListener::from(OwnedFd::from(no_socket))),
            key: [7; 32],
            stragglers: Duration::ZERO,
        };
        // No request reaches anybody.
        let (nobody, limiter) = ("http://127.0.0.1:1", Limiter::new(REQUESTS_PER_SECOND));
        let rest = Rest::new("token", Some(nobody), limiter, Metrics::default());
        let rest = Arc::new(rest.expect("a client"));
        let (arrivals, _arriving) = mpsc::unbounded_channel();
        let (_stop, stopped) = watch::channel(false);
        let stragglers = endpoint.stragglers();
        let now: Now = Arc::new(|| 0);
        let kept = keep_open(&rest, &endpoint, now, &arrivals, stopped, stragglers).await;
        assert_eq!(kept, Err(Refused::Endpoint));
    }
}
