//! Work that is done apart: so much at once, and nothing twice at the same time.

use std::collections::HashSet;
use std::future::pending;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Semaphore;
use tokio::task::JoinSet;

/// Errands of one kind, so that one that takes long holds up no other. They end when this is
/// dropped.
#[derive(Debug)]
pub struct Errands<K> {
    under_way: JoinSet<()>,
    busy: Busy<K>,
    room: Arc<Semaphore>,
}

type Busy<K> = Arc<Mutex<HashSet<K>>>;

impl<K: Copy + Eq + Hash + Send + 'static> Errands<K> {
    /// At most `most` of them at once.
    #[must_use]
    pub fn new(most: usize) -> Self {
        Self {
            under_way: JoinSet::new(),
            busy: Busy::default(),
            room: Arc::new(Semaphore::new(most)),
        }
    }

    /// Begins an errand; says whether the one before with the same name has ended, without which
    /// it is not begun.
    pub fn begin(&mut self, name: K, errand: impl Future<Output = ()> + Send + 'static) -> bool {
        if !lock(&self.busy).insert(name) {
            return false;
        }
        let named = Named(Arc::clone(&self.busy), name);
        let room = Arc::clone(&self.room);
        self.under_way.spawn(async move {
            let _named = named;
            // It is never closed.
            let _place = room.acquire().await;
            errand.await;
        });
        true
    }

    /// Waits until one of them has ended, for ever if there is none.
    pub async fn ended(&mut self) {
        if self.under_way.join_next().await.is_none() {
            pending::<()>().await;
        }
    }
}

/// The name of an errand, which is free again when this is dropped.
struct Named<K: Eq + Hash>(Busy<K>, K);

impl<K: Eq + Hash> Drop for Named<K> {
    fn drop(&mut self) {
        lock(&self.0).remove(&self.1);
    }
}

fn lock<K>(busy: &Busy<K>) -> MutexGuard<'_, HashSet<K>> {
    // What is inside is whole after each line of code that changes it.
    busy.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot;

    use super::Errands;

    #[tokio::test]
    async fn an_errand_that_takes_long_holds_up_no_other() {
        let mut errands = Errands::new(2);
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
}
