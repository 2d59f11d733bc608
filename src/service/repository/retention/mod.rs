//! Retention: entries by time of records that are removed or games that are called off later, and
//! removal of tables.

pub(crate) mod keys;
mod remove_tables;

pub(crate) use self::keys::RetentionKind;
