//! What is removed or called off after a time: keys by time, and the removal itself.

pub(crate) mod keys;
mod removal;

pub(crate) use self::keys::RetentionKind;
