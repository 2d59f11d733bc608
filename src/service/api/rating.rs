//! Ratings as people read them.

use focus::Color;

/// A rating as people read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Points {
    /// In whole points.
    pub points: i32,
    /// Whether enough is known for it to be taken at its word.
    pub is_sure: bool,
}

/// What a game did to the rating of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatingChange {
    /// The seat.
    pub color: Color,
    /// The rating before, in whole points.
    pub before: i32,
    /// The rating after.
    pub after: Points,
}
