//! Data about a person: where it is, its export, and its deletion from tables and games.

mod mention_queries;
pub(crate) mod mentions;
mod names;
mod records;

pub(crate) use self::names::named;
pub(crate) use self::records::{audit_entries, export, result};
