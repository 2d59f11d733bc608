//! Retention: entries by time of whatever is removed or called off later, and the removal itself.

pub(crate) mod keys;
mod removal;

pub(crate) use self::keys::RetentionKind;
