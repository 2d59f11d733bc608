//! Moderation: settings of a server, their audit log, and the server's games.

pub mod audit_log;
pub mod deleted_entries;
pub mod games;
pub mod permissions;
pub mod server;
