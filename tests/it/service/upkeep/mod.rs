//! Consistency, removal of old data, a person's data, and backups of every version.

mod backups;
mod consistency;
mod privacy;
mod retention;
