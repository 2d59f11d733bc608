//! Processes of the bot, each on a thread of its own.

use std::mem;
use std::sync::{Arc, LazyLock};
use std::thread::{self, JoinHandle};

use focus_render::Renderer;
use focusbot::discord::{self, Clock, RunError, Settings};
use focusbot::metrics::Metrics;
use focusbot::service::Service;
use tokio::sync::oneshot;

use crate::bot::stage::Stage;

static RENDERER: LazyLock<Arc<Renderer>> = LazyLock::new(|| Arc::new(Renderer::new()));

/// Further process of the bot, on a store of its own or of all.
pub(crate) struct Process {
    bot: Bot,
    pub(crate) metrics: Metrics,
}

impl Process {
    pub(super) fn new(bot: Bot, metrics: Metrics) -> Self {
        Self { bot, metrics }
    }

    /// Stops the process and waits until it has ended.
    pub(crate) async fn stop(self) {
        // It may have ended by itself.
        let _ = self.bot.stop.send(());
        end(self.bot.thread).await.expect("a good end");
    }

    /// Tells the process to stop, and does not wait for that.
    pub(crate) fn tell_to_stop(&mut self) {
        let (unused, _) = oneshot::channel();
        // It may have ended by itself.
        let _ = mem::replace(&mut self.bot.stop, unused).send(());
    }

    /// Ends the process in the middle of everything.
    pub(crate) async fn kill(self) {
        // It may have ended by itself.
        let _ = self.bot.kill.send(());
        end(self.bot.thread).await.expect("an end");
    }

    /// Returns the numbers of the shards that it serves, if all of them are connected.
    pub(crate) fn shards(&self) -> Vec<u32> {
        let shards = self.metrics.health().shards();
        let connected = shards.iter().filter(|shard| shard.is_connected);
        let numbers: Vec<_> = connected.map(|shard| shard.number).collect();
        if numbers.len() == shards.len() {
            numbers
        } else {
            Vec::new()
        }
    }
}

/// Bot as it runs in production.
pub(super) struct Bot {
    pub(super) stop: oneshot::Sender<()>,
    kill: oneshot::Sender<()>,
    pub(super) thread: JoinHandle<Result<(), RunError>>,
}

impl Stage {
    /// Runs a bot in the sandbox.
    pub(super) fn run(&self, settings: Settings, service: Service, metrics: Metrics) -> Bot {
        // The first bot creates the renderer, which takes long, before any test waits for it.
        let renderer = Arc::clone(&RENDERER);
        let pool = self.pool.clone();
        let clock = Clock::following(self.sandbox.clock().moved());
        let clock = clock.on_machine(self.jumped.subscribe());
        let (stop, stopped) = oneshot::channel::<()>();
        let (kill, killed) = oneshot::channel::<()>();
        let thread = thread::spawn(move || {
            let runtime = tokio::runtime::Runtime::new().expect("a runtime");
            let stopped = async {
                // A dropped stage stops its bot as well.
                let _ = stopped.await;
            };
            let run = discord::run(&settings, service, renderer, pool, clock, &metrics, stopped);
            let ended = runtime.block_on(async {
                tokio::select! {
                    ended = run => Some(ended),
                    Ok(()) = killed => None,
                }
            });
            let Some(ended) = ended else {
                runtime.shutdown_background();
                return Ok(());
            };
            ended
        });
        Bot { stop, kill, thread }
    }
}

/// Waits until a bot has ended.
pub(super) async fn end(thread: JoinHandle<Result<(), RunError>>) -> Result<(), RunError> {
    let joined = tokio::task::spawn_blocking(move || thread.join()).await;
    joined
        .expect("a joined thread")
        .expect("a bot without panic")
}
