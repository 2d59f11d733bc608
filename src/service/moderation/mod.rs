//! Moderation: settings of a server, their audit log, and the server's games.

pub mod games;
pub mod server;
