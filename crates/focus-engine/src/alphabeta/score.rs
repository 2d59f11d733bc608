//! Search scores: one number, with forced wins above all evaluations.

use crate::Score;

/// Score of a win at the current position; each ply until the win subtracts one.
pub(crate) const WIN: i32 = 30_000;
/// Minimum score of a forced win.
pub(crate) const SURE: i32 = WIN - 1_000;
/// Maximum score of an evaluation.
pub(crate) const MOST: i32 = 20_000;
/// Score of a likely draw that the rules turn into a win.
pub(crate) const TURNED_DRAW: i32 = 10_000;
/// Score of a draw.
pub(crate) const EVEN: i32 = 0;
/// Upper bound above every score.
pub(crate) const INFINITE: i32 = 32_000;
/// Maximum number of plies searched from the root.
pub(crate) const MAX_PLY: usize = 120;

/// Converts a number of plies to a part of a score.
pub(crate) fn plies(ply: usize) -> i32 {
    i32::try_from(ply).expect("ply within the search")
}

/// Converts a search score to a public `Score`.
pub(crate) fn to_score(score: i32) -> Score {
    let plies = |left: i32| u16::try_from(left).expect("win within the search");
    if score >= SURE {
        return Score::Win(plies(WIN - score));
    }
    if score <= -SURE {
        return Score::Loss(plies(WIN + score));
    }
    Score::Value(score)
}

/// Converts a score to be relative to a node at this ply, for storage in the transposition table.
pub(crate) fn to_table(score: i32, ply: usize) -> i32 {
    if score >= SURE {
        return score + plies(ply);
    }
    if score <= -SURE {
        return score - plies(ply);
    }
    score
}

/// Reverses [`to_table`].
pub(crate) fn from_table(score: i32, ply: usize) -> i32 {
    if score >= SURE {
        return score - plies(ply);
    }
    if score <= -SURE {
        return score + plies(ply);
    }
    score
}
