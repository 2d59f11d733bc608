//! Storage of actions, consistency, removal of old data, a person's data, and backups of every
//! version.

mod action_log;
mod backups;
mod consistency;
mod privacy;
mod retention;
