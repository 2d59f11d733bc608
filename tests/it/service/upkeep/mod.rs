//! Consistency, and backups of every version.

mod backups;
mod consistency;
