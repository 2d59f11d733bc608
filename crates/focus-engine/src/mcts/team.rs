//! Threads that grow one tree together.
//!
//! Most of the time is spent on expanding leaves, which each thread does by itself; the tree is
//! locked only for backup and selection.

use std::hint;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::thread;

use crate::mcts::expansion::{Expander, Place};
use crate::mcts::tree_search::{TreeSearch, Visit};
use focus::MoveList;

/// Number of visits between two reports.
const REPORT: u32 = 1 << 14;
/// Number of attempts to lock the tree before a thread sleeps.
const TRIES: usize = 1 << 10;

/// Data shared by the threads of a search.
pub(super) struct Team<'a> {
    expander: &'a Expander<'a>,
    root: &'a Place,
    search: Mutex<TreeSearch<'a>>,
    /// True once a thread has ended; then all must end.
    is_done: AtomicBool,
}

/// Guard that ends all threads when one ends for any reason, even a panic.
struct End<'a>(&'a AtomicBool);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl<'a> Team<'a> {
    /// Creates a team that continues with a tree whose root has children.
    pub(super) fn new(
        expander: &'a Expander<'a>,
        root: &'a Place,
        search: TreeSearch<'a>,
    ) -> Team<'a> {
        Team {
            expander,
            root,
            search: Mutex::new(search),
            is_done: AtomicBool::new(false),
        }
    }

    /// Lets this many threads visit the tree until the search is over; one of them reports
    /// progress.
    pub(super) fn work(
        self,
        threads: usize,
        is_over: &(dyn Fn(&TreeSearch<'_>) -> bool + Sync),
        tell: &mut dyn FnMut(MutexGuard<'_, TreeSearch<'a>>),
    ) -> TreeSearch<'a> {
        let is_alone = threads <= 1;
        thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|| self.visit(is_alone, is_over, &mut |_| {}));
            }
            self.visit(is_alone, is_over, tell);
        });
        self.search.into_inner().expect(UNPOISONED)
    }

    /// Visits one leaf after another.
    fn visit(
        &self,
        is_alone: bool,
        is_over: &dyn Fn(&TreeSearch<'_>) -> bool,
        tell: &mut dyn FnMut(MutexGuard<'_, TreeSearch<'a>>),
    ) {
        let _end = End(&self.is_done);
        let mut visit = Visit::new();
        let mut children = Vec::with_capacity(MoveList::CAPACITY);
        let mut told = 0;
        let mut search = self.lock();
        while !self.is_done.load(Ordering::Relaxed) {
            if is_alone {
                // With one thread, no thread waits for the lock, and the children need no copy.
                search.visit(self.expander, self.root, &mut visit);
            } else if search.make_room() {
                search.select_leaf(&mut visit);
                let left = search.left();
                drop(search);
                children.clear();
                let is_done = visit.expand(self.expander, self.root, left, &mut children);
                search = self.lock();
                if is_done {
                    search.add_children(&visit, &children);
                } else {
                    search.cancel(&visit);
                }
            } else {
                drop(search);
                thread::yield_now();
                search = self.lock();
            }
            if is_over(&search) {
                self.is_done.store(true, Ordering::Relaxed);
            } else if search.visits / REPORT > told {
                told = search.visits / REPORT;
                tell(search);
                search = self.lock();
            }
        }
    }

    /// Locks the tree; spins first because others release it sooner than a sleeping thread wakes
    /// up.
    fn lock(&self) -> MutexGuard<'_, TreeSearch<'a>> {
        for _ in 0..TRIES {
            if let Ok(search) = self.search.try_lock() {
                return search;
            }
            hint::spin_loop();
        }
        self.search.lock().expect(UNPOISONED)
    }
}

const UNPOISONED: &str = "tree that no thread left half changed";
