//! Data about a person: where it is, its export, and its deletion from tables and games.

pub(crate) mod mentions;
mod records;

pub(crate) use self::records::{audit_entries, export, named, result};
