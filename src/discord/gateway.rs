//! The connection by which events arrive, kept up for as long as the bot runs.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use serenity::all::{
    ClientBuilder, ConnectionStage, Context, FullEvent, GatewayError, GatewayIntents, ShardManager,
};
use serenity::{Client, async_trait};
use thiserror::Error;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Instant, interval, sleep, timeout};

use crate::discord::rest::{Rest, RestError};
use crate::metrics::{Metrics, ShardState};

/// Servers and their channels, messages in them and in private; none of them is privileged.
pub const INTENTS: GatewayIntents = GatewayIntents::GUILDS
    .union(GatewayIntents::GUILD_MESSAGES)
    .union(GatewayIntents::DIRECT_MESSAGES);

const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);
/// How often the thread of a connection shows that it is alive.
const TICK: Duration = Duration::from_millis(500);
/// A thread that shows nothing for so long hangs.
const SILENCE: Duration = Duration::from_secs(4);

/// An event, and what poise needs to handle it.
#[derive(Debug)]
pub struct Arrival {
    /// serenity's context.
    pub context: Context,
    /// The connections of the client that received it.
    pub shards: Arc<ShardManager>,
    /// The event.
    pub event: FullEvent,
    /// When it came.
    pub received: Instant,
}

/// The part of a bot's servers that one process looks after: shards by number, of so many in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shards {
    /// The first of them.
    pub first: u32,
    /// The last of them.
    pub last: u32,
    /// How many there are, those of other processes included.
    pub total: u32,
}

/// Why the bot cannot go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Refused {
    /// The token is wrong or was replaced.
    #[error("Discord refuses the token; copy the current one from the page of the bot")]
    Token,
    /// The application may not receive what the bot asks for.
    #[error("Discord refuses the intents; the bot needs only unprivileged ones")]
    Intents,
}

/// How a connection came to its end.
enum End {
    Stopped,
    Refused(Refused),
    Failed(String),
    Stuck,
}

/// Keeps the bot connected until `stop` turns true, through everything but a refusal.
///
/// # Errors
///
/// If Discord will not have this bot.
pub async fn keep_connected(
    rest: &Arc<Rest>,
    shards: Option<Shards>,
    arrivals: &mpsc::UnboundedSender<Arrival>,
    mut stop: watch::Receiver<bool>,
) -> Result<(), Refused> {
    let mut pause = FIRST_PAUSE;
    loop {
        let url = tokio::select! {
            _ = stop.wait_for(|stop| *stop) => return Ok(()),
            url = wait_for_discord(rest) => url?,
        };
        let began = Instant::now();
        let connection = Connection::open(Arc::clone(rest), url, shards, arrivals.clone());
        let end = connection.watch(&mut stop).await;
        rest.metrics().shards_gone();
        match end {
            End::Stopped => return Ok(()),
            End::Refused(refused) => return Err(refused),
            End::Failed(error) => tracing::warn!(error, "the connection failed; trying again"),
            End::Stuck => tracing::warn!("the connection hangs; opening another one"),
        }
        if began.elapsed() > LONGEST_PAUSE {
            pause = FIRST_PAUSE;
        }
        tokio::select! {
            _ = stop.wait_for(|stop| *stop) => return Ok(()),
            () = sleep(pause) => pause = (pause * 2).min(LONGEST_PAUSE),
        }
    }
}

/// The address of the gateway, as soon as Discord is there to tell it.
async fn wait_for_discord(rest: &Rest) -> Result<String, Refused> {
    let mut pause = FIRST_PAUSE;
    loop {
        match rest.gateway().await {
            Ok(gateway) if gateway.starts_left() > 0 => return Ok(gateway.url),
            Ok(gateway) => {
                let wait = gateway.starts_again_after().max(FIRST_PAUSE);
                tracing::warn!(?wait, "Discord allows no further connections for now");
                sleep(wait).await;
                continue;
            }
            Err(error) if error.is_bad_token() => return Err(Refused::Token),
            Err(error) => report_unreachable(&error, pause),
        }
        sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

fn report_unreachable(error: &RestError, pause: Duration) {
    tracing::warn!(%error, ?pause, "Discord cannot be reached; trying again");
}

/// A thread of its own with one client of serenity.
///
/// Two reasons: on a runtime of one thread, events are passed on in the order they came; and
/// after a close frame without a code serenity spins until the next heartbeat, which nothing else
/// is to suffer from.
struct Connection {
    /// Sent: close it in good order. Dropped: leave it at once.
    stop: oneshot::Sender<()>,
    ended: oneshot::Receiver<End>,
    /// Milliseconds after `opened` at which the thread was last seen alive.
    alive: Arc<AtomicU64>,
    opened: Instant,
}

impl Connection {
    fn open(
        rest: Arc<Rest>,
        url: String,
        shards: Option<Shards>,
        arrivals: mpsc::UnboundedSender<Arrival>,
    ) -> Self {
        let (stop, stopped) = oneshot::channel();
        let (end, ended) = oneshot::channel();
        let alive = Arc::new(AtomicU64::new(0));
        let opened = Instant::now();
        let tick = Arc::clone(&alive);
        let work = move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build();
            let runtime = runtime.expect("a runtime for the gateway");
            let result = runtime.block_on(async {
                tokio::select! {
                    end = converse(&rest, url, shards, arrivals, stopped) => end,
                    never = show_life(&tick, opened) => match never {},
                }
            });
            runtime.shutdown_background();
            // Nobody waits for the end of a connection that was left.
            let _ = end.send(result);
        };
        let thread = thread::Builder::new()
            .name("gateway".to_owned())
            .spawn(work);
        thread.expect("a thread for the gateway");
        Self {
            stop,
            ended,
            alive,
            opened,
        }
    }

    /// Waits for the end of the connection, or brings it about.
    async fn watch(mut self, stop: &mut watch::Receiver<bool>) -> End {
        let mut checks = interval(SILENCE / 4);
        let mut misses = 0;
        loop {
            tokio::select! {
                end = &mut self.ended => return end.unwrap_or(End::Stuck),
                _ = stop.wait_for(|stop| *stop) => {
                    // It may have ended by itself just now.
                    let _ = self.stop.send(());
                    // One that hangs is left.
                    return match timeout(SILENCE, self.ended).await {
                        Ok(Ok(end)) => end,
                        Ok(Err(_)) | Err(_) => End::Stopped,
                    };
                }
                _ = checks.tick() => {
                    let alive = Duration::from_millis(self.alive.load(Ordering::Relaxed));
                    let is_silent = self.opened.elapsed() > alive + SILENCE;
                    misses = if is_silent { misses + 1 } else { 0 };
                    // Once is not enough: the whole process may have slept.
                    if misses > 1 {
                        return End::Stuck;
                    }
                }
            }
        }
    }
}

async fn show_life(alive: &AtomicU64, opened: Instant) -> std::convert::Infallible {
    let mut ticks = interval(TICK);
    loop {
        ticks.tick().await;
        let millis = u64::try_from(opened.elapsed().as_millis()).unwrap_or(u64::MAX);
        alive.store(millis, Ordering::Relaxed);
    }
}

/// Runs serenity's client until it ends or is told to.
async fn converse(
    rest: &Rest,
    url: String,
    part: Option<Shards>,
    arrivals: mpsc::UnboundedSender<Arrival>,
    stopped: oneshot::Receiver<()>,
) -> End {
    let http = match rest.serenity() {
        Ok(http) => http,
        Err(error) => return End::Failed(error.to_string()),
    };
    let framework = Forward {
        arrivals,
        shards: None,
    };
    let builder = ClientBuilder::new_with_http(http, INTENTS).framework(framework);
    let mut client = match builder.await {
        Ok(client) => client,
        Err(error) => return End::Failed(error.to_string()),
    };
    // If it could not ask for the address, serenity falls back to that of the real Discord.
    *client.ws_url.lock().await = url;
    let shards = Arc::clone(&client.shard_manager);
    if let Some(part) = part {
        rest.metrics().shards(&part.away());
    }
    let running = async {
        match part {
            // Its range has the last one in it.
            Some(part) => {
                client
                    .start_shard_range(part.first..part.last, part.total)
                    .await
            }
            None => client.start_autosharded().await,
        }
    };
    tokio::select! {
        result = running => end_of(result),
        never = watch_shards(&shards, rest.metrics()) => match never {},
        stop = stopped => {
            if stop.is_ok() {
                shards.shutdown_all().await;
            }
            End::Stopped
        }
    }
}

impl Shards {
    /// None of them connected.
    fn away(self) -> Vec<ShardState> {
        let away = (self.first..=self.last).map(|number| ShardState {
            number,
            is_connected: false,
            latency: None,
        });
        away.collect()
    }
}

/// Notes again and again how the shards are.
async fn watch_shards(shards: &ShardManager, metrics: &Metrics) -> std::convert::Infallible {
    let mut ticks = interval(TICK);
    let mut known = BTreeSet::new();
    loop {
        ticks.tick().await;
        let runners = shards.runners.lock().await;
        let states = runners.iter().map(|(id, runner)| ShardState {
            number: id.0,
            is_connected: runner.stage == ConnectionStage::Connected,
            latency: runner.latency,
        });
        let mut states: Vec<_> = states.collect();
        drop(runners);
        // One that is being started again has no runner, and no connection either.
        let there: BTreeSet<u32> = states.iter().map(|state| state.number).collect();
        states.extend(known.difference(&there).map(|number| ShardState {
            number: *number,
            is_connected: false,
            latency: None,
        }));
        known.extend(there);
        metrics.shards(&states);
    }
}

fn end_of(result: serenity::Result<()>) -> End {
    match result {
        Ok(()) => End::Failed("closed".to_owned()),
        Err(serenity::Error::Gateway(GatewayError::InvalidAuthentication)) => {
            End::Refused(Refused::Token)
        }
        Err(serenity::Error::Gateway(
            GatewayError::InvalidGatewayIntents | GatewayError::DisallowedGatewayIntents,
        )) => End::Refused(Refused::Intents),
        Err(error) => End::Failed(error.to_string()),
    }
}

/// Passes every event on; serenity gives each one a task of its own.
struct Forward {
    arrivals: mpsc::UnboundedSender<Arrival>,
    shards: Option<Arc<ShardManager>>,
}

#[async_trait]
impl serenity::framework::Framework for Forward {
    async fn init(&mut self, client: &Client) {
        self.shards = Some(Arc::clone(&client.shard_manager));
    }

    async fn dispatch(&self, context: Context, event: FullEvent) {
        let Some(shards) = self.shards.clone() else {
            return;
        };
        let received = Instant::now();
        // Nobody receives when the bot is stopping.
        let _ = self.arrivals.send(Arrival {
            context,
            shards,
            event,
            received,
        });
    }
}
