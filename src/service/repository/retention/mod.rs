//! Retention: entries by time of whatever is removed or called off later, and removal of tables.

pub(crate) mod keys;
mod remove_tables;

pub(crate) use self::keys::RetentionKind;
