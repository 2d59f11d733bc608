//! `/focus-admin`: settings of a server, moderation, audit log.

pub(crate) mod commands;
pub mod id;
mod lists;
mod view;
