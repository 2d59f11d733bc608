//! Supervision of tasks that run as long as the bot: restart after a panic, and health reports.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures_util::FutureExt;
use tokio::time::{Instant, sleep};

use crate::discord::runtime::fault::FaultId;
use crate::metrics::{FaultKind, Metrics, TaskState};

const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// Reports the state of a task.
#[derive(Clone, Debug)]
#[cfg_attr(test, derive(Default))]
pub(crate) struct Heartbeat {
    metrics: Metrics,
    name: &'static str,
}

impl Heartbeat {
    /// Reports the start of a step, which should end soon.
    pub(crate) fn busy(&self) {
        let step = TaskState::Busy(std::time::Instant::now());
        self.metrics.health().note_task(self.name, Some(step));
    }

    /// Reports that the task waits for something to happen.
    pub(crate) fn idle(&self) {
        self.metrics
            .health()
            .note_task(self.name, Some(TaskState::Idle));
    }
}

/// Runs `work` until it returns. After a panic it is restarted after a pause, which grows while the
/// panics come soon after a start.
pub(crate) async fn keep_up<F: Future<Output = ()>>(
    metrics: Metrics,
    name: &'static str,
    mut work: impl FnMut(Heartbeat) -> F,
) {
    metrics.task_begins(name);
    let mut pause = FIRST_PAUSE;
    loop {
        let heartbeat = Heartbeat {
            metrics: metrics.clone(),
            name,
        };
        heartbeat.idle();
        let begun = Instant::now();
        let Err(Panicked(fault)) = caught(async { work(heartbeat).await }).await else {
            return metrics.health().note_task(name, None);
        };
        if begun.elapsed() > LONGEST_PAUSE {
            pause = FIRST_PAUSE;
        }
        metrics.fault(FaultKind::Panic);
        metrics.task_broke(name);
        tracing::error!(task = name, %fault, ?pause, "a task panicked; restarting it");
        sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

/// Turns a panic into an error; the hook has logged it.
pub(crate) async fn caught<T>(task: impl Future<Output = T>) -> Result<T, Panicked> {
    let done = AssertUnwindSafe(task).catch_unwind().await;
    done.map_err(|_| Panicked(FaultId::of_panic()))
}

/// Panic, with the id under which it is logged.
pub(crate) struct Panicked(pub(crate) FaultId);

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tokio::sync::Notify;

    use super::*;

    #[tokio::test]
    async fn work_that_panics_is_begun_again_and_seen_until_then() {
        let metrics = Metrics::default();
        let (begun, again) = (AtomicUsize::new(0), Arc::new(Notify::new()));
        let health = metrics.clone();
        let work = |heartbeat: Heartbeat| {
            let turn = begun.fetch_add(1, Ordering::Relaxed);
            let (again, health) = (Arc::clone(&again), health.clone());
            async move {
                assert_eq!(health.health().problems(), [""; 0]);
                heartbeat.busy();
                assert!(turn > 0, "the first turn breaks off");
                again.notify_one();
                std::future::pending::<()>().await;
            }
        };
        let seen = async {
            while metrics.health().problems().is_empty() {
                tokio::task::yield_now().await;
            }
            let error = metrics.health().problems().concat();
            assert!(error.contains("`clockwork`"), "{error}");
            again.notified().await;
        };
        let work = keep_up(metrics.clone(), "clockwork", work);
        tokio::select! {
            () = seen => {}
            () = work => unreachable!("work that never ends"),
        }
        assert_eq!(begun.load(Ordering::Relaxed), 2);
        assert_eq!(metrics.health().problems(), [""; 0]);
        let text = metrics.to_text();
        let count = "focusbot_task_panics_total{task=\"clockwork\"} 1";
        assert!(text.contains(count), "{text}");
    }

    #[tokio::test]
    async fn work_that_is_done_is_not_begun_again() {
        let metrics = Metrics::default();
        keep_up(metrics.clone(), "tidying", |_| async {}).await;
        assert_eq!(metrics.health().problems(), [""; 0]);
    }
}
