//! Run of the bot from start to end.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use thiserror::Error;
use tokio::sync::{Mutex, mpsc, watch};
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::{Instant, timeout_at};

use crate::discord::bot::{Bot, WakeupReceivers};
use crate::discord::dispatch::events::{Arriving, EventDispatcher};
use crate::discord::engine::pool::{EnginePool, PoolSettings};
use crate::discord::engine::turns::think;
use crate::discord::features::personal::privacy;
use crate::discord::game_messages::clear_superseded::clear_up;
use crate::discord::game_messages::delivery::find_unrecorded;
use crate::discord::game_messages::followers::{follow, queue_unqueued};
use crate::discord::game_messages::reminder_messages::keep_reminding;
use crate::discord::game_messages::replays::post_replays;
use crate::discord::game_messages::unreachable::moved_games::tell_of_moves;
use crate::discord::gateway::context::StandIn;
use crate::discord::gateway::endpoint::keep_open;
use crate::discord::gateway::{Arrival, Refused, keep_connected};
use crate::discord::lifecycle::settings::Settings;
use crate::discord::lifecycle::shard_leases::ShardLeases;
use crate::discord::lifecycle::timers;
use crate::discord::rest::limiter::Limiter;
use crate::discord::rest::{Rest, RestError};
use crate::discord::runtime::clock::Clock;
use crate::discord::runtime::presence;
use crate::discord::runtime::service_queue::ServiceQueue;
use crate::discord::runtime::supervisor::{Heartbeat, keep_up};
use crate::metrics::Metrics;
use crate::service::{Fault, QueuePage, Reached, Service};
use focus_render::Renderer;

/// Time limit for finishing tasks in progress when the bot is told to stop.
const FINISH: Duration = Duration::from_secs(5);
/// Number of threads that carry out requests; as many can share a flush, or wait for one that takes
/// long.
const REQUEST_THREADS: usize = 16;
/// Number of threads that record which messages were shown; as many records can share a flush.
const RECORD_THREADS: usize = 16;

/// Reason why the bot ended by itself.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RunError {
    /// Discord refuses the bot.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The bot could not set up its side of the connection.
    #[error("no connection can be set up: {0}")]
    Setup(#[from] RestError),
}

/// Runs the bot until `stop`, then finishes the tasks in progress and releases the service.
///
/// # Errors
///
/// Fails if Discord refuses the bot. While Discord is unavailable, it waits.
pub async fn run(
    settings: &Settings,
    service: Service,
    renderer: impl Into<Arc<Renderer>>,
    pool: PoolSettings,
    time: Clock,
    metrics: &Metrics,
    stop: impl Future<Output = ()>,
) -> Result<(), RunError> {
    if settings.endpoint.is_some() {
        // Until it is open, a balancer leaves this process out.
        metrics.health().note_endpoint(false);
    }
    let base = settings.api_base.as_deref();
    let limiter = Limiter::new(settings.requests_per_second);
    let rest = Rest::new(&settings.token, base, limiter, metrics.clone())?;
    let rest = Arc::new(rest.responding_within(settings.response_times));
    let stand_in = Box::pin(StandIn::make(&rest)).await?;
    let service = Arc::new(service);
    let (requests, workers) = ServiceQueue::open(("requests", REQUEST_THREADS), &service, metrics);
    let (records, recorders) = ServiceQueue::open(("records", RECORD_THREADS), &service, metrics);
    let threads = workers.into_iter().chain(recorders).collect();
    let (bot, receivers) = Bot::new(
        rest,
        &service,
        [requests, records],
        renderer.into(),
        EnginePool::start(&pool, metrics),
        time,
    );
    // The queues own it.
    drop(service);
    let bot = Arc::new(bot);
    privacy::check_indices(&bot).await;
    let leases = Arc::new(ShardLeases::begin(&bot, settings).await);
    find_unrecorded::doubt_what_waits(&bot).await;
    privacy::finish_forgetting(&bot).await;
    let (arrivals, dispatching) = Dispatching::start(&bot, stand_in);
    let mut tasks = start_background_tasks(&bot, pool, receivers);
    let kept = Arc::clone(&leases);
    keep(&mut tasks, &bot, "leases", move |bot, heartbeat| {
        Arc::clone(&kept).keep(bot, heartbeat)
    });
    let end = receive_until(&bot, settings, &leases, &arrivals, stop).await;
    dispatching.finish(end.until).await;
    tasks.shutdown().await;
    if !bot.task_gate.close(end.until).await {
        tracing::warn!("stopping before a task has finished; it continues after the next start");
    }
    tell_what_waits(&bot).await;
    leases.end(&bot, end.was_away).await;
    drop(bot);
    release(threads).await;
    Ok(end.result?)
}

/// Task that dispatches arriving events to their features.
struct Dispatching {
    task: JoinHandle<()>,
    /// Becomes true when no more events arrive.
    last: watch::Sender<bool>,
}

impl Dispatching {
    /// Starts the task; events are sent to it.
    fn start(bot: &Arc<Bot>, stand_in: StandIn) -> (mpsc::UnboundedSender<Arrival>, Self) {
        let (arrivals, arriving) = mpsc::unbounded_channel();
        let (last, no_more) = watch::channel(false);
        let arriving = Arc::new(Mutex::new(Arriving {
            arrivals: arriving,
            last: no_more,
        }));
        let dispatcher = Arc::new(EventDispatcher::new(Arc::clone(bot), stand_in));
        let serve =
            move |heartbeat| Arc::clone(&dispatcher).serve(Arc::clone(&arriving), heartbeat);
        let task = tokio::spawn(keep_up(bot.metrics.clone(), "events", serve));
        (arrivals, Self { task, last })
    }

    /// Lets it finish the events that have arrived, until this time at the latest.
    async fn finish(mut self, until: Instant) {
        self.last.send_replace(true);
        if timeout_at(until, &mut self.task).await.is_err() {
            tracing::warn!(
                "stopping while events are being handled; boards are shown after the next start"
            );
            self.task.abort();
            // It was told to end; its result no longer matters.
            let _ = self.task.await;
        }
    }
}

/// Waits for the threads of the queues, which end with the queues and release the service.
async fn release(threads: Vec<thread::JoinHandle<()>>) {
    let failed = || {
        let ends = threads.into_iter().map(thread::JoinHandle::join);
        ends.filter(Result::is_err).count()
    };
    if !matches!(tokio::task::spawn_blocking(failed).await, Ok(0)) {
        tracing::error!("the game service ended with a panic");
    }
}

/// Returns the time for which posts are accepted while the bot stops: none if no other process can
/// receive them.
async fn time_for_stragglers(bot: &Bot, settings: &Settings) -> Duration {
    match &settings.endpoint {
        Some(endpoint) if bot.service.is_shared().await => endpoint.stragglers(),
        _ => Duration::ZERO,
    }
}

/// End of the reception of events.
struct ReceptionEnd {
    result: Result<(), Refused>,
    /// Time until which tasks in progress may finish.
    until: Instant,
    /// True if people could not reach the bot when it was told to stop, or was refused.
    was_away: bool,
}

/// Receives events until `stop`, unless Discord refuses the bot before.
async fn receive_until(
    bot: &Arc<Bot>,
    settings: &Settings,
    leases: &ShardLeases,
    arrivals: &mpsc::UnboundedSender<Arrival>,
    stop: impl Future<Output = ()>,
) -> ReceptionEnd {
    let health = bot.metrics.health();
    let (stopping, stopped) = watch::channel(false);
    health.note_stopping(false);
    let stragglers = time_for_stragglers(bot, settings).await;
    let stop_after = (stopped, stragglers);
    let mut received = Box::pin(receive(bot, settings, leases, arrivals, stop_after));
    tokio::select! {
        result = &mut received => ReceptionEnd {
            result,
            until: Instant::now() + FINISH,
            was_away: presence::is_away(bot),
        },
        () = stop => {
            tracing::info!("stopping");
            let was_away = presence::is_away(bot);
            health.note_stopping(true);
            stopping.send_replace(true);
            let until = Instant::now() + stragglers + FINISH;
            ReceptionEnd { result: received.await, until, was_away }
        }
    }
}

/// Receives events until `stop` becomes true, and posts for some time after that.
async fn receive(
    bot: &Arc<Bot>,
    settings: &Settings,
    leases: &ShardLeases,
    arrivals: &mpsc::UnboundedSender<Arrival>,
    (stop, stragglers): (watch::Receiver<bool>, Duration),
) -> Result<(), Refused> {
    let connected = keep_connected(
        bot,
        leases.wanted.subscribe(),
        &leases.connecting,
        &leases.sessions,
        arrivals,
        stop.clone(),
    );
    let Some(endpoint) = &settings.endpoint else {
        return connected.await;
    };
    let clock = bot.clock.clone();
    let posts = keep_open(
        &bot.rest,
        endpoint,
        Arc::new(move || clock.now().0),
        arrivals,
        stop,
        stragglers,
    );
    if settings.shards.is_none() {
        return posts.await;
    }
    tokio::try_join!(posts, connected).map(|((), ())| ())
}

/// Starts all background work, each part in a task of its own, so that none delays another.
fn start_background_tasks(
    bot: &Arc<Bot>,
    pool: PoolSettings,
    receivers: WakeupReceivers,
) -> JoinSet<()> {
    let mut tasks = JoinSet::new();
    keep(&mut tasks, bot, "deadlines", timers::keep_time);
    keep(&mut tasks, bot, "reminders", keep_reminding);
    keep(&mut tasks, bot, "boards", timers::show_waiting);
    keep(&mut tasks, bot, "refused boards", timers::show_refused);
    keep(&mut tasks, bot, "presence", timers::watch_presence);
    keep(&mut tasks, bot, "freezes", timers::watch_freezes);
    keep(&mut tasks, bot, "sweep", timers::sweep);
    keep(&mut tasks, bot, "languages", timers::learn_languages);
    keep(&mut tasks, bot, "unqueued followers", queue_unqueued);
    let [computers, replays, followed, moved, superseded] =
        receivers.map(|receiver| Arc::new(Mutex::new(receiver)));
    keep(&mut tasks, bot, "computers", move |bot, heartbeat| {
        think(bot, pool.clone(), Arc::clone(&computers), heartbeat)
    });
    keep(&mut tasks, bot, "replays", move |bot, heartbeat| {
        post_replays(bot, Arc::clone(&replays), heartbeat)
    });
    keep(&mut tasks, bot, "follow", move |bot, heartbeat| {
        follow(bot, Arc::clone(&followed), heartbeat)
    });
    keep(&mut tasks, bot, "moved games", move |bot, heartbeat| {
        tell_of_moves(bot, Arc::clone(&moved), heartbeat)
    });
    keep(
        &mut tasks,
        bot,
        "superseded messages",
        move |bot, heartbeat| clear_up(bot, Arc::clone(&superseded), heartbeat),
    );
    tasks
}

fn keep<F: Future<Output = ()> + Send + 'static>(
    tasks: &mut JoinSet<()>,
    bot: &Arc<Bot>,
    name: &'static str,
    work: impl Fn(Arc<Bot>, Heartbeat) -> F + Send + 'static,
) {
    let (metrics, bot) = (bot.metrics.clone(), Arc::clone(bot));
    let work = move |heartbeat| work(Arc::clone(&bot), heartbeat);
    tasks.spawn(keep_up(metrics, name, work));
}

/// Logs the work that is left for the next start; all of it is on disk.
async fn tell_what_waits(bot: &Bot) {
    let count = |service: &Service| {
        let boards = count(|after| service.unannounced(after))?;
        let computers = count(|after| service.thinking(after))?;
        Ok::<_, Fault>((
            boards,
            computers,
            count(|after| service.owed_replays(after))?,
        ))
    };
    match bot.service.ask(count).await {
        Ok((boards, computers, replays)) => tracing::info!(
            boards,
            computers,
            replays,
            "stopped; pending boards, computer moves and replays continue after the next start"
        ),
        Err(error) => tracing::error!(%error, "stopped; pending work could not be counted"),
    }
}

/// Counts the entries of a queue, page by page.
fn count(next: impl Fn(Option<Reached>) -> Result<QueuePage, Fault>) -> Result<usize, Fault> {
    let (mut count, mut reached) = (0, None);
    loop {
        let page = next(reached)?;
        count += page.entries.len();
        reached = page.next;
        if reached.is_none() {
            return Ok(count);
        }
    }
}
