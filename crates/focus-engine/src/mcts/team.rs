//! Threads that grow one tree together.
//!
//! Most of the time goes into what may follow a leaf, which every thread looks at for itself; the
//! tree is locked only on the way back from a leaf and down to the next.

use std::hint;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::thread;

use crate::mcts::grow::{Growth, Visit};
use crate::mcts::leaf::{Judge, Place};
use focus::MoveList;

/// Visits between two reports.
const REPORT: u32 = 1 << 14;
/// Looks at a locked tree before a thread sleeps.
const TRIES: usize = 1 << 10;

/// What the threads of a search share.
pub(super) struct Team<'a> {
    judge: &'a Judge<'a>,
    root: &'a Place,
    growth: Mutex<Growth<'a>>,
    /// Whether a thread has ended, and so all are to.
    is_done: AtomicBool,
}

/// Sees to it that no thread goes on alone, however one ends.
struct End<'a>(&'a AtomicBool);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl<'a> Team<'a> {
    /// Threads that go on with a tree whose root has children.
    pub(super) fn new(judge: &'a Judge<'a>, root: &'a Place, growth: Growth<'a>) -> Team<'a> {
        Team {
            judge,
            root,
            growth: Mutex::new(growth),
            is_done: AtomicBool::new(false),
        }
    }

    /// Lets so many threads visit the tree until the search is over; one tells how far they are.
    pub(super) fn work(
        self,
        threads: usize,
        is_over: &(dyn Fn(&Growth<'_>) -> bool + Sync),
        tell: &mut dyn FnMut(MutexGuard<'_, Growth<'a>>),
    ) -> Growth<'a> {
        let is_alone = threads <= 1;
        thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|| self.visit(is_alone, is_over, &mut |_| {}));
            }
            self.visit(is_alone, is_over, tell);
        });
        self.growth.into_inner().expect(UNPOISONED)
    }

    /// Visits leaf after leaf.
    fn visit(
        &self,
        is_alone: bool,
        is_over: &dyn Fn(&Growth<'_>) -> bool,
        tell: &mut dyn FnMut(MutexGuard<'_, Growth<'a>>),
    ) {
        let _end = End(&self.is_done);
        let mut visit = Visit::new();
        let mut children = Vec::with_capacity(MoveList::CAPACITY);
        let mut told = 0;
        let mut growth = self.lock();
        while !self.is_done.load(Ordering::Relaxed) {
            if is_alone {
                // Others would wait meanwhile, but nothing has to be copied.
                growth.visit(self.judge, self.root, &mut visit);
            } else if growth.make_room() {
                growth.go_down(&mut visit);
                drop(growth);
                children.clear();
                visit.look(self.judge, self.root, &mut children);
                growth = self.lock();
                growth.bring(&visit, &children);
            } else {
                drop(growth);
                thread::yield_now();
                growth = self.lock();
            }
            if is_over(&growth) {
                self.is_done.store(true, Ordering::Relaxed);
            } else if growth.visits / REPORT > told {
                told = growth.visits / REPORT;
                tell(growth);
                growth = self.lock();
            }
        }
    }

    /// The tree, which others leave sooner than a thread that sleeps is woken.
    fn lock(&self) -> MutexGuard<'_, Growth<'a>> {
        for _ in 0..TRIES {
            if let Ok(growth) = self.growth.try_lock() {
                return growth;
            }
            hint::spin_loop();
        }
        self.growth.lock().expect(UNPOISONED)
    }
}

const UNPOISONED: &str = "tree that no thread left half changed";
