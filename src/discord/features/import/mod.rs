//! Imported records and positions, to step through or to continue from.

pub(crate) mod commands;
pub mod id;
mod view;
