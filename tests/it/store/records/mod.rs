//! Records on disk: their envelopes, every version of them, and the order of their keys.

mod envelopes;
mod format;
mod keys;
mod schema;
