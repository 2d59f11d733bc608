//! Sentences about games that have ended.

pub(super) mod finished;
pub(super) mod import;
pub(super) mod rating;
pub(super) mod review;
