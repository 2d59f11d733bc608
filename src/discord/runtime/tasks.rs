//! Background tasks: a limited number at once, and none twice at the same time.

use std::collections::HashSet;
use std::future::pending;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{RwLock, Semaphore};
use tokio::task::JoinSet;

/// Tasks of one kind, so that a long one holds up no other. Tasks in progress continue when this is
/// dropped, because a task cut off between a message and its record would leave a message that
/// nobody knows of.
#[derive(Debug)]
pub struct Errands<K: Copy + Eq + Hash + Send + 'static> {
    under_way: JoinSet<()>,
    busy: Busy<K>,
    room: Arc<Semaphore>,
    open: Open,
}

/// Lock that each task holds for reading. To stop, the bot takes it for writing, which waits for
/// all tasks and lets no more start.
pub type Open = Arc<RwLock<()>>;

type Busy<K> = Arc<Mutex<HashSet<K>>>;

impl<K: Copy + Eq + Hash + Send + 'static> Errands<K> {
    /// Allows at most `most` tasks at once, and none once `open` is closed.
    #[must_use]
    pub fn new(most: usize, open: &Open) -> Self {
        Self {
            under_way: JoinSet::new(),
            busy: Busy::default(),
            room: Arc::new(Semaphore::new(most)),
            open: Arc::clone(open),
        }
    }

    /// Starts a task, unless one with the same name is in progress. Returns whether it was started.
    pub fn begin(&mut self, name: K, errand: impl Future<Output = ()> + Send + 'static) -> bool {
        if !lock(&self.busy).insert(name) {
            return false;
        }
        let named = Named(Arc::clone(&self.busy), name);
        let (room, open) = (Arc::clone(&self.room), Arc::clone(&self.open));
        self.under_way.spawn(async move {
            let _named = named;
            // The semaphore is never closed.
            let _place = room.acquire().await;
            if let Ok(_open) = open.try_read_owned() {
                errand.await;
            }
        });
        true
    }

    /// Waits until a task has ended; forever if there is none.
    pub async fn ended(&mut self) {
        if self.under_way.join_next().await.is_none() {
            pending::<()>().await;
        }
    }
}

impl<K: Copy + Eq + Hash + Send + 'static> Drop for Errands<K> {
    fn drop(&mut self) {
        self.under_way.detach_all();
    }
}

/// Name of a task, which is free again when this is dropped.
struct Named<K: Eq + Hash>(Busy<K>, K);

impl<K: Eq + Hash> Drop for Named<K> {
    fn drop(&mut self) {
        lock(&self.0).remove(&self.1);
    }
}

fn lock<K>(busy: &Busy<K>) -> MutexGuard<'_, HashSet<K>> {
    // Each statement that changes the contents leaves them consistent.
    busy.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot;

    use super::{Errands, Open};

    #[tokio::test]
    async fn an_errand_that_takes_long_holds_up_no_other() {
        let mut errands = Errands::new(2, &Open::default());
        let (finish, finished) = oneshot::channel::<()>();
        let long = async move {
            // The sender is dropped at the end of the test at the latest.
            let _ = finished.await;
        };
        assert!(errands.begin(1, long));
        assert!(errands.begin(2, async {}));
        errands.ended().await;
        assert!(errands.begin(2, async {}), "its name is free again");
        errands.ended().await;
        assert!(!errands.begin(1, async {}), "the long one is under way");
        drop(finish);
        errands.ended().await;
        assert!(errands.begin(1, async {}));
    }

    #[tokio::test]
    async fn an_errand_under_way_is_waited_for_and_none_begins_after_it() {
        let open = Open::default();
        let mut errands = Errands::new(2, &open);
        let (start, started) = oneshot::channel();
        let (finish, finished) = oneshot::channel::<()>();
        let (note, noted) = oneshot::channel();
        errands.begin(1, async move {
            start.send(()).expect("a test that waits");
            finished.await.expect("a test that goes on");
            note.send(()).expect("a test that waits");
        });
        started.await.expect("an errand");
        drop(errands);
        let closing = tokio::spawn({
            let open = open.clone();
            async move { open.write_owned().await }
        });
        tokio::task::yield_now().await;
        assert!(!closing.is_finished());
        finish.send(()).expect("an errand that goes on");
        noted.await.expect("the end of the errand");
        let _closed = closing.await.expect("a lock");
        let mut late = Errands::new(1, &open);
        let (run, ran) = oneshot::channel::<()>();
        late.begin(2, async move { run.send(()).expect("a test that waits") });
        late.ended().await;
        ran.await.expect_err("nothing begins any more");
    }
}
