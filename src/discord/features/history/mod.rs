//! Games to look back on: lists, replays, records, reviews.

pub(crate) mod commands;
pub mod id;
mod lookup;
pub(crate) mod replay;
mod view;
