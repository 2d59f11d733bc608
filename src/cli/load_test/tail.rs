//! Requests of the bot after the last board of a round: superseded boards are edited after the
//! newer ones.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crate::cli::load_test::process::BotProcesses;

/// Time without a request after which no more are expected.
pub(super) const QUIET: Duration = Duration::from_secs(1);
/// Longer time for runs at Discord's limits, which allow a channel five edits in five seconds.
pub(super) const QUIET_AT_LIMITS: Duration = Duration::from_secs(6);
/// Time limit of the wait.
const LONGEST: Duration = Duration::from_secs(300);
/// Interval of checks for further requests.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// Requests after the last board of a round.
pub(super) struct Tail {
    /// Time from the last board to the last request.
    pub(super) took: Duration,
    /// Number of requests to Discord, by kind of route.
    pub(super) requests: BTreeMap<String, f64>,
    /// False if the bot still sent requests when the time limit was reached.
    pub(super) is_over: bool,
}

impl Tail {
    /// Waits until the bot has sent no request to Discord for the time `quiet`.
    pub(super) async fn wait(bot: &BotProcesses, quiet: Duration) -> anyhow::Result<Self> {
        let before = bot.figures().await?;
        let (began, mut last, mut figures) = (Instant::now(), Instant::now(), before.clone());
        while last.elapsed() < quiet && began.elapsed() < LONGEST {
            tokio::time::sleep(LOOK_EVERY).await;
            let newer = bot.figures().await?;
            if newer.requests != figures.requests {
                last = Instant::now();
            }
            figures = newer;
        }
        Ok(Self {
            took: last.duration_since(began),
            requests: figures.since(&before).requests,
            is_over: last.elapsed() >= quiet,
        })
    }
}
