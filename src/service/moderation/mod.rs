//! What those who run a server decide there, and the games of a server.

pub mod games;
pub mod server;
