//! Scores inside the search: one number, forced wins above all values.

use crate::Score;

/// A win that is already there; one in so many plies is worth so much less.
pub(super) const WIN: i32 = 30_000;
/// Anything from here on is a forced win.
pub(super) const SURE: i32 = WIN - 1_000;
/// Most that an evaluation says.
pub(super) const MOST: i32 = 20_000;
/// A draw that the rules turn into a win, as long as it is only likely.
pub(super) const TURNED_DRAW: i32 = 10_000;
/// A draw.
pub(super) const EVEN: i32 = 0;
/// Above every score.
pub(super) const INFINITE: i32 = 32_000;
/// Plies from the root that are searched at most.
pub(super) const MAX_PLY: usize = 120;

/// A number of plies as part of a score.
pub(super) fn plies(ply: usize) -> i32 {
    i32::try_from(ply).expect("ply within the search")
}

/// What the score says to the outside.
pub(super) fn to_score(score: i32) -> Score {
    let plies = |left: i32| u16::try_from(left).expect("win within the search");
    if score >= SURE {
        return Score::Win(plies(WIN - score));
    }
    if score <= -SURE {
        return Score::Loss(plies(WIN + score));
    }
    Score::Value(score)
}

/// The score as seen from a position so many plies on, for the table.
pub(super) fn to_table(score: i32, ply: usize) -> i32 {
    if score >= SURE {
        return score + plies(ply);
    }
    if score <= -SURE {
        return score - plies(ply);
    }
    score
}

/// [`to_table`] undone.
pub(super) fn from_table(score: i32, ply: usize) -> i32 {
    if score >= SURE {
        return score - plies(ply);
    }
    if score <= -SURE {
        return score + plies(ply);
    }
    score
}
