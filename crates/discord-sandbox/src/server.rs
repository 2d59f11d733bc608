//! Start and stop of a sandbox.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use std::{fmt, io};

use axum::Router;
use axum::extract::DefaultBodyLimit;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::clock::{Clock, milliseconds};
use crate::gateway::http_interactions::LoggedPost;
use crate::gateway::hub::Order;
use crate::gateway::logins::Logins;
use crate::options::SandboxOptions;
use crate::page::{self, same_origin};
use crate::rest::body::LIMIT;
use crate::rest::rate_limits::Limits;
use crate::shared::{Core, LoggedRequest, Settings, Shared};
use crate::world::World;
use crate::world::disk::journal::{self, FolderLock};
use crate::{gateway, people, rest};

/// Time that connections have to end when the sandbox stops.
const GOODBYE: Duration = Duration::from_secs(3);

/// Running look-alike of Discord.
///
/// Stops when dropped; [`Sandbox::stop`] also waits until its port is free again.
pub struct Sandbox {
    shared: Arc<Shared>,
    base_url: String,
    stopping: watch::Sender<bool>,
    server: JoinHandle<io::Result<()>>,
    /// Keeps other sandboxes out of the folder.
    _lock: Option<FolderLock>,
}

impl fmt::Debug for Sandbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sandbox")
            .field("base_url", &self.base_url)
            .finish_non_exhaustive()
    }
}

impl Sandbox {
    /// Loads or creates the world and starts to listen.
    ///
    /// # Errors
    ///
    /// The folder cannot be used, or another sandbox uses it, or the port is taken.
    pub async fn start(options: SandboxOptions) -> io::Result<Self> {
        // The port first: a second sandbox on the same port and folder must not touch the folder.
        let address = SocketAddr::new(options.bind, options.port);
        let listener = TcpListener::bind(address).await.map_err(|error| {
            let hint = "port 0 takes any that is free";
            io::Error::new(
                error.kind(),
                format!("cannot listen at {address}: {error}; {hint}"),
            )
        })?;
        let lock = options.data.as_deref().map(lock).transpose()?;
        let world = open(&options).map_err(|error| {
            let folder = options.data.as_deref().unwrap_or(Path::new(""));
            unusable(folder, &error)
        })?;
        let address = listener.local_addr()?;
        if !address.ip().is_loopback() {
            tracing::warn!(%address, "the sandbox is open to everybody who reaches this machine");
        }
        let base_url = options.public_url.clone().unwrap_or_else(|| url(address));
        let shared = share(options, world, &base_url);
        let (stopping, mut stopped) = watch::channel(false);
        let app = app(&shared);
        let server = tokio::spawn(async move {
            axum::serve(listener, app)
                .with_graceful_shutdown(async move {
                    // An error means the sandbox was dropped, which stops the server too.
                    let _ = stopped.wait_for(|stopped| *stopped).await;
                })
                .await
        });
        Ok(Self {
            shared,
            base_url,
            stopping,
            server,
            _lock: lock,
        })
    }

    /// Checks that no other sandbox uses a folder, which is created if necessary.
    ///
    /// # Errors
    ///
    /// The folder cannot be used, or another sandbox uses it.
    pub fn require_unused(folder: &Path) -> io::Result<()> {
        lock(folder).map(drop)
    }

    /// Returns the URL for a bot, a browser or a [`crate::Person`], without a trailing slash.
    #[must_use]
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    /// Returns the token that the bot logs in with.
    #[must_use]
    pub fn token(&self) -> &str {
        &self.shared.settings.token
    }

    /// Returns the clock of the world.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        &self.shared.clock
    }

    /// Returns the number of servers that a bot is told of when it logs in.
    #[must_use]
    pub fn served_guilds(&self) -> usize {
        self.shared.with(|core| {
            let guilds = core.world.guilds();
            let served = guilds.filter(|guild| guild.has_bot && !core.world.is_out(guild.id));
            if core.faults.has_late_guilds {
                return 0;
            }
            served.count()
        })
    }

    /// Returns the bot's requests after number `after`, oldest first.
    #[must_use]
    pub fn requests(&self, after: u64) -> Vec<LoggedRequest> {
        self.shared.with(|core| core.requests(after))
    }

    /// Returns the key with which posts of interactions are signed, as hexadecimal digits.
    #[must_use]
    pub fn public_key(&self) -> String {
        self.shared.poster.public_key()
    }

    /// Returns the signature of a post, as the header holds it, at a time in seconds since 1970.
    #[must_use]
    pub fn sign(&self, timestamp: &str, body: &str) -> String {
        self.shared.poster.sign(timestamp, body)
    }

    /// Has interactions posted to a URL from now on, as if it had been entered on the page of the
    /// application. Returns whether Discord would accept it.
    pub async fn post_interactions_to(&self, url: &str) -> bool {
        let is_fit = self.shared.accepts_endpoint(url).await;
        if is_fit {
            let endpoint = Some(url.to_owned());
            self.shared.with(|core| core.set_endpoint(endpoint));
        }
        is_fit
    }

    /// Returns the interactions that were posted, oldest first.
    #[must_use]
    pub fn posts(&self) -> Vec<LoggedPost> {
        self.shared.with(|core| core.posts())
    }

    /// Closes every connection and frees the port.
    pub async fn stop(mut self) {
        self.end();
        // A connection still open after that time is aborted.
        if tokio::time::timeout(GOODBYE, &mut self.server)
            .await
            .is_err()
        {
            self.server.abort();
            // The error only reports that the task was aborted.
            let _ = (&mut self.server).await;
        }
    }

    fn end(&self) {
        self.stopping.send_replace(true);
        self.shared.with(|core| {
            core.hub.refuses = true;
            core.hub
                .order_all(&Order::Close(1001, "The sandbox stops."), false);
            core.audience.leave_all();
        });
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        self.end();
    }
}

/// Keeps other sandboxes out of a folder.
fn lock(folder: &Path) -> io::Result<FolderLock> {
    FolderLock::new(folder).map_err(|error| unusable(folder, &error))
}

/// Returns an error that names the folder.
fn unusable(folder: &Path, error: &io::Error) -> io::Error {
    let text = format!("cannot use the folder `{}`: {error}", folder.display());
    io::Error::new(error.kind(), text)
}

/// Loads the world from the folder of the options, or creates one.
pub(crate) fn open(options: &SandboxOptions) -> io::Result<World> {
    let folder = options.data.as_deref();
    if let Some(folder) = folder
        && options.fresh
    {
        journal::clear(folder)?;
    }
    let seed = (options.bot_name.as_str(), options.servers);
    World::open(folder, seed, secret(), options.clock.now_ms())
}

/// Puts a world and its settings behind their lock.
fn share(options: SandboxOptions, mut world: World, base_url: &str) -> Arc<Shared> {
    base_url.clone_into(&mut world.base_url);
    world.response_limit_ms = milliseconds(options.response_limit);
    let settings = Settings {
        token: options.token.unwrap_or_else(|| world.default_token()),
        privileged_intents: options
            .intents
            .iter()
            .fold(0, |bits, intent| bits | intent.bit()),
        shards: options.shards.get(),
        heartbeat_interval_ms: milliseconds(options.heartbeat_interval),
        hosts: options.hosts,
    };
    let is_limited = options.rate_limits;
    let logins = Logins::new(is_limited, options.concurrency);
    let core = Core::new(world, Limits::new(is_limited), logins);
    Shared::new(core, options.clock, settings)
}

fn app(shared: &Arc<Shared>) -> Router {
    Router::new()
        .merge(rest::router(shared))
        .merge(gateway::router())
        .merge(people::routes::router())
        .merge(page::router())
        .layer(axum::middleware::from_fn_with_state(
            Arc::clone(shared),
            same_origin::check,
        ))
        .layer(DefaultBodyLimit::max(LIMIT))
        .with_state(Arc::clone(shared))
}

/// Returns the URL that reaches a listener from this machine.
fn url(address: SocketAddr) -> String {
    let mut reached = address;
    if address.ip().is_unspecified() {
        reached.set_ip(std::net::Ipv4Addr::LOCALHOST.into());
    }
    format!("http://{reached}")
}

/// Returns a secret key, from the randomness of the standard library's hash maps.
fn secret() -> String {
    let number = || RandomState::new().hash_one(std::process::id());
    format!(
        "{:016x}{:016x}{:016x}{:016x}",
        number(),
        number(),
        number(),
        number()
    )
}
