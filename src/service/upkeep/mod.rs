//! Consistency check, and cleanup of data stored by older versions.

pub mod cleanup;
pub mod consistency;
pub mod idle_games;
mod left_servers;
pub mod retention;
