//! Upkeep of the data: consistency check, cleanup of data stored by older versions, removal of data
//! that nobody needs anymore, and export and deletion of the data about a person.

pub mod cleanup;
pub mod consistency;
pub mod enforce_retention;
pub mod idle_games;
mod left_servers;
mod overdue_games;
mod privacy;
