//! Histograms of times.

use prometheus_client::metrics::histogram::Histogram;

/// Upper bounds of the histograms in seconds, finer in the range that people notice.
const BOUNDS: [f64; 22] = [
    0.000_1, 0.000_25, 0.000_5, 0.001, 0.002, 0.003_5, 0.005, 0.007, 0.01, 0.015, 0.02, 0.025,
    0.035, 0.05, 0.07, 0.1, 0.2, 0.5, 1.0, 3.0, 10.0, 30.0,
];

/// Creates a histogram without times.
pub(super) fn histogram() -> Histogram {
    Histogram::new(BOUNDS)
}
