//! Sentences about games that have ended.

pub(super) mod course;
pub(super) mod import;
pub(super) mod past;
pub(super) mod rating;
