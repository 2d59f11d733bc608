//! Ratings against published values, and what time and repetition do to them.

mod duel;
mod several;
mod strength;

/// Holds a number against one that was published with so many digits.
#[track_caller]
pub(super) fn close(found: f64, published: f64, tolerance: f64) {
    let distance = (found - published).abs();
    assert!(
        distance <= tolerance,
        "expected {published}, found {found}, {distance} apart"
    );
}
