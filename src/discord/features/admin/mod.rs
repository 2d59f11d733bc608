//! `/focus-admin`: settings of a server, moderation, audit log.

pub(crate) mod commands;
pub(crate) mod deleted_entries;
pub mod id;
mod lists;
mod view;
