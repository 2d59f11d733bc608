//! Sentences about games that have ended.

pub(super) mod ended;
pub(super) mod import;
pub(super) mod rating;
pub(super) mod review;
