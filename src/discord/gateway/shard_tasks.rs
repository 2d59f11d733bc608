//! Tasks of the shards of this process, one each.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::{Id, JoinSet};
use tokio::time::{Instant, sleep};

use crate::discord::gateway::pauses::Pauses;
use crate::discord::gateway::shard::ShardEnd;
use crate::service::Shard;

/// Tasks of shards.
#[derive(Default)]
pub(super) struct ShardTasks {
    /// Task of each shard, and its instruction to stop.
    shards: BTreeMap<Shard, (Id, watch::Sender<bool>)>,
    running: JoinSet<ShardEnd>,
    pauses: Pauses,
    /// Time at which the last shard that panicked was to begin again.
    begun_again: Option<Instant>,
}

impl ShardTasks {
    /// Returns whether the task of a shard has not ended yet.
    pub(super) fn has(&self, shard: Shard) -> bool {
        self.shards.contains_key(&shard)
    }

    /// Starts the task of a shard that has none. After a pause, unless the shard is told to stop
    /// before, it does `work`, which ends if it receives true.
    pub(super) fn start<F: Future<Output = ShardEnd> + Send + 'static>(
        &mut self,
        shard: Shard,
        pause: Duration,
        work: impl FnOnce(watch::Receiver<bool>) -> F,
    ) {
        let (stop, stopped) = watch::channel(false);
        let mut waiting = stopped.clone();
        let work = work(stopped);
        let task = self.running.spawn(async move {
            tokio::select! {
                _ = waiting.wait_for(|stop| *stop) => {}
                () = sleep(pause) => {}
            }
            work.await
        });
        self.shards.insert(shard, (task.id(), stop));
    }

    /// Tells all shards but these to stop.
    pub(super) fn stop_all_but(&self, shards: &BTreeSet<Shard>) {
        for (shard, (_, stop)) in &self.shards {
            if !shards.contains(shard) {
                stop.send_replace(true);
            }
        }
    }

    /// Waits until a task has ended; `None` if there is none. Returns the shard with its end or,
    /// after a panic, with a pause before it should begin again. Cancel safe.
    pub(super) async fn next_end(&mut self) -> Option<(Shard, Result<ShardEnd, Duration>)> {
        let ended = self.running.join_next_with_id().await?;
        let (id, end) = match ended {
            Ok((id, end)) => (id, Ok(end)),
            // The panic hook has logged it.
            Err(error) => (error.id(), Err(self.pause())),
        };
        let mut shards = self.shards.iter();
        let (&shard, _) = shards
            .find(|(_, (task, _))| *task == id)
            .expect("the shard of a task");
        self.shards.remove(&shard);
        Some((shard, end))
    }

    /// Ends all tasks at once.
    pub(super) async fn abort(&mut self) {
        self.running.shutdown().await;
        self.shards.clear();
    }

    /// Returns the pause after a panic, which grows while they come soon after one another.
    fn pause(&mut self) -> Duration {
        let now = Instant::now();
        let lasted = self.begun_again.map(|begun| now - begun);
        let pause = self.pauses.next(lasted.unwrap_or_default());
        self.begun_again = Some(now + pause);
        pause
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::time::Duration;

    use tokio::sync::watch;
    use tokio::task::yield_now;

    use crate::discord::gateway::shard::ShardEnd;
    use crate::discord::gateway::shard_tasks::ShardTasks;
    use crate::service::Shard;

    async fn breaks(_stop: watch::Receiver<bool>) -> ShardEnd {
        yield_now().await;
        panic!("a bug")
    }

    async fn stops(mut stop: watch::Receiver<bool>) -> ShardEnd {
        stop.wait_for(|stop| *stop).await.expect("an instruction");
        ShardEnd::Stopped(None)
    }

    #[tokio::test(start_paused = true)]
    async fn shard_that_panics_begins_again_ever_later_and_alone() {
        let mut tasks = ShardTasks::default();
        let [broken, other] = [0, 1].map(|number| Shard { number, total: 2 });
        tasks.start(other, Duration::ZERO, stops);
        let mut pause = Duration::ZERO;
        for _panic in 0..5 {
            tasks.start(broken, pause, breaks);
            let (shard, end) = tasks.next_end().await.expect("a task");
            assert_eq!(shard, broken);
            let next = end.expect_err("a panic");
            assert!(next >= pause, "{next:?} after {pause:?}");
            pause = next;
        }
        assert!(pause > Duration::from_secs(1), "{pause:?}");
        assert!(tasks.has(other) && !tasks.has(broken));
        tasks.start(broken, Duration::MAX, stops);
        tasks.stop_all_but(&BTreeSet::from([other]));
        let (shard, end) = tasks.next_end().await.expect("a task");
        assert!(matches!(end, Ok(ShardEnd::Stopped(None))));
        assert_eq!(shard, broken, "it does not wait for its beginning");
        tasks.abort().await;
        assert!(tasks.next_end().await.is_none() && !tasks.has(other));
    }
}
