//! How far long work has come, for whoever watches a terminal.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar on standard error, where that is a terminal; it is gone when it is dropped.
pub(super) struct Progress(ProgressBar);

impl Progress {
    /// Work of so many steps, and what it is.
    pub(super) fn of(total: u64, what: &'static str) -> Self {
        let bar = ProgressBar::new(total);
        let style = ProgressStyle::with_template("{msg} {bar:32} {percent} %, {eta} left");
        bar.set_style(style.expect("a well-written template"));
        bar.set_message(what);
        Self(bar)
    }

    /// So many steps have been taken in all.
    pub(super) fn at(&self, done: u64) {
        self.0.set_position(done);
    }

    /// So many more steps have been taken.
    pub(super) fn more(&self, steps: u64) {
        self.0.inc(steps);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
