//! Consistency, removal of old data, and backups of every version.

mod backups;
mod consistency;
mod retention;
