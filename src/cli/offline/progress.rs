//! Progress of long operations, shown on a terminal.

use indicatif::{ProgressBar, ProgressStyle};

/// Progress bar on standard error, if that is a terminal; removed on drop.
pub(super) struct Progress(ProgressBar);

impl Progress {
    /// Creates a bar for `total` steps with a label.
    pub(super) fn of(total: u64, what: &'static str) -> Self {
        let bar = ProgressBar::new(total);
        let style = ProgressStyle::with_template("{msg} {bar:32} {percent} %, {eta} left");
        bar.set_style(style.expect("a well-written template"));
        bar.set_message(what);
        Self(bar)
    }

    /// Sets the total number of completed steps.
    pub(super) fn at(&self, done: u64) {
        self.0.set_position(done);
    }

    /// Adds completed steps.
    pub(super) fn more(&self, steps: u64) {
        self.0.inc(steps);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
