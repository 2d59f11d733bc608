//! Answers of the store that are lost, and signs of life that others delete.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU32};

use focusbot::service::ShardQuota;
use focusbot::store::{
    Batch, CommitError, Expected, Key, MemoryStore, Revision, Store, StoreError, Table,
};

use crate::service::harness::{NOW, counts_down};
use crate::service::leases::processes::{NONE, Process, TOTAL, numbers, place_of};
use crate::store::{intercepted, read_inner_store};

/// Store that carries out all commits and loses the answer to one, or refuses all.
#[derive(Default)]
struct LosingStore {
    store: Arc<MemoryStore>,
    /// Number of commits up to that one; 0 if no answer is to be lost.
    commits: AtomicU32,
    /// True if all commits are refused.
    is_away: AtomicBool,
}

impl Store for LosingStore {
    read_inner_store!();

    fn commit(&self, batch: Batch) -> Result<Revision, CommitError> {
        if self.is_away.load(Relaxed) {
            return Err(StoreError::Unavailable("away".to_owned()).into());
        }
        let written = self.store.commit(batch)?;
        let left = self.commits.load(Relaxed);
        self.commits.store(left.saturating_sub(1), Relaxed);
        if left == 1 {
            return Err(StoreError::Unavailable("no answer".to_owned()).into());
        }
        Ok(written)
    }
}

/// Lets a process look at the leases and lose the answer to this commit.
fn look_in_vain(store: &LosingStore, process: &mut Process, commit: u32) {
    store.commits.store(commit, Relaxed);
    let quota = ShardQuota::Fair {
        recommended: TOTAL,
        is_refused: false,
    };
    let times = (NOW, process.at);
    let assignment = process
        .service
        .renew_and_assign(&mut process.holder, times, quota);
    assignment.expect_err("the answer is lost");
}

#[test]
fn a_lost_answer_costs_a_process_no_shard() {
    let store = Arc::new(LosingStore::default());
    let mut process = Process::on(Arc::clone(&store) as _, 1);
    // The first sign of life, and a later one.
    look_in_vain(&store, &mut process, 1);
    assert_eq!(process.settle(), [0, 1, 2, 3]);
    look_in_vain(&store, &mut process, 1);
    let assignment = process.look();
    assert_eq!(numbers(&assignment.wanted), [0, 1, 2, 3]);
    assert!(!assignment.has_taken, "it has kept them");
    assert!(process.service.acts_on(place_of(0).guild));
}

#[test]
fn shards_that_a_process_does_not_know_to_be_its_own_are_free_once_it_has_ended() {
    let store = Arc::new(LosingStore::default());
    let mut first = Process::on(Arc::clone(&store) as _, 1);
    // Its sign of life and the total of shards have been committed.
    look_in_vain(&store, &mut first, 3);
    assert_eq!(first.held(), NONE);
    let mut second = Process::on(Arc::clone(&store) as _, 2);
    assert_eq!(second.settle(), NONE, "the first one lives");
    first.service.leave(&first.holder, NOW).expect("a store");
    let assignment = second.look();
    assert_eq!(numbers(&assignment.wanted), [0, 1, 2, 3]);
    assert!(assignment.has_taken);
}

#[test]
fn a_process_without_a_sign_of_life_takes_no_shard() {
    let left = AtomicU32::new(2);
    // Others delete its first two signs of life at once.
    let store = intercepted(Arc::new(MemoryStore::default()), move |store, batch| {
        let written = store.commit(batch)?;
        if counts_down(&left) {
            let mut batch = Batch::new();
            batch.delete(Table::Leases, Key::new().u8(1).u64(1), Expected::Any);
            store.commit(batch)?;
        }
        Ok(written)
    });
    let mut process = Process::on(store, 1);
    assert_eq!((process.settle(), process.held()), (vec![], vec![]));
    assert_eq!(process.settle(), [0, 1, 2, 3]);
}

#[test]
fn shards_that_cannot_be_given_up_are_held_until_they_can() {
    let store = Arc::new(LosingStore::default());
    let [mut first, mut second] = [1, 2].map(|id| Process::on(Arc::clone(&store) as _, id));
    assert_eq!(first.settle(), [0, 1, 2, 3]);
    assert_eq!(second.settle(), NONE);
    let surplus = first.look().surplus;
    store.is_away.store(true, Relaxed);
    let given = first.service.give_up(&surplus, NOW);
    given.expect_err("a store that is away");
    assert_eq!(first.held(), [0, 1, 2, 3]);
    store.is_away.store(false, Relaxed);
    assert_eq!(first.settle(), [0, 1]);
    assert_eq!(second.settle(), [2, 3]);
}

#[test]
fn shards_whose_release_is_not_known_to_have_succeeded_are_taken_anew() {
    let store = Arc::new(LosingStore::default());
    let [mut first, mut second] = [1, 2].map(|id| Process::on(Arc::clone(&store) as _, id));
    assert_eq!(first.settle(), [0, 1, 2, 3]);
    assert_eq!(second.settle(), NONE);
    let surplus = first.look().surplus;
    store.commits.store(1, Relaxed);
    let given = first.service.give_up(&surplus, NOW);
    given.expect_err("the answer is lost");
    // It ends before it takes them.
    second.service.leave(&second.holder, NOW).expect("a store");
    let assignment = first.look();
    assert_eq!(numbers(&assignment.wanted), [0, 1, 2, 3]);
    assert!(assignment.has_taken);
}
