//! Leaderboards and profiles.

pub(crate) mod commands;
pub mod id;
mod view;
