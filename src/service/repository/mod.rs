//! Records of tables and games: their keys and indices, the log of actions, and their mapping.

pub(crate) mod action_log;
pub(crate) mod against;
pub(crate) mod backfill;
pub(crate) mod indices;
pub(crate) mod mapping;
pub(crate) mod personal_data;
pub(crate) mod queries;
