//! Ratings compared with published values, and the effect of time and repetition on them.

mod duel;
mod several;
mod strength;

/// Compares a number with a published one, within a tolerance.
#[track_caller]
pub(super) fn close(found: f64, published: f64, tolerance: f64) {
    let distance = (found - published).abs();
    assert!(
        distance <= tolerance,
        "expected {published}, found {found}, {distance} apart"
    );
}
