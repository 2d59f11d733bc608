//! Ratings as people read them.

use focus::Color;

/// Rating as people read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownRating {
    /// Rating in whole points.
    pub points: i32,
    /// True if enough is known to show the rating without reservation.
    pub is_sure: bool,
}

/// Effect of a game on the rating of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatingChange {
    /// The seat.
    pub color: Color,
    /// The rating before, in whole points.
    pub before: i32,
    /// The rating after.
    pub after: ShownRating,
}
