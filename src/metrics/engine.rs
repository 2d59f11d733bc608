//! What computers do.

use std::time::Duration;

use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};

/// The queue before the threads on which computers think, and those threads.
#[derive(Debug)]
pub struct EngineMetrics {
    waiting: Gauge,
    thinking: Gauge,
    thoughts: Histogram,
}

impl Default for EngineMetrics {
    fn default() -> Self {
        Self {
            waiting: Gauge::default(),
            thinking: Gauge::default(),
            thoughts: super::histogram(),
        }
    }
}

impl EngineMetrics {
    pub(super) fn register(&self, registry: &mut Registry) {
        let help = "Positions that wait for a computer to think about them";
        registry.register("engine_jobs_waiting", help, self.waiting.clone());
        let help = "Positions that computers think about";
        registry.register("engine_jobs_running", help, self.thinking.clone());
        let help = "Time computers thought about a position";
        registry.register_with_unit("thought", help, Unit::Seconds, self.thoughts.clone());
    }

    /// A position waits.
    pub fn queued(&self) {
        self.waiting.inc();
    }

    /// A position that waited is taken up.
    pub fn begun(&self) {
        self.waiting.dec();
        self.thinking.inc();
    }

    /// A thought has come to its end.
    pub fn ended(&self, took: Duration) {
        self.thinking.dec();
        self.thoughts.observe(took.as_secs_f64());
    }

    /// Nothing waits any more, as the queue was closed.
    pub fn closed(&self) {
        self.waiting.set(0);
    }
}
