//! Metrics of computer players.

use std::time::Duration;

use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};

use crate::metrics::histogram::histogram;

/// Metrics of the computers' threads and the queue in front of them.
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
            thoughts: histogram(),
        }
    }
}

impl EngineMetrics {
    pub(super) fn register(&self, registry: &mut Registry) {
        let help = "Positions waiting for a computer to search them";
        registry.register("engine_jobs_waiting", help, self.waiting.clone());
        let help = "Positions that computers are searching";
        registry.register("engine_jobs_running", help, self.thinking.clone());
        let help = "Time computers searched a position";
        registry.register_with_unit("thought", help, Unit::Seconds, self.thoughts.clone());
    }

    /// Counts a position that starts to wait.
    pub fn queued(&self) {
        self.waiting.inc();
    }

    /// Counts a waiting position that is taken up.
    pub fn begun(&self) {
        self.waiting.dec();
        self.thinking.inc();
    }

    /// Counts a finished search.
    pub fn ended(&self, took: Duration) {
        self.thinking.dec();
        self.thoughts.observe(took.as_secs_f64());
    }

    /// Resets the number of waiting positions, as the queue was closed.
    pub fn closed(&self) {
        self.waiting.set(0);
    }
}
