//! Records and positions that people bring along, to step through or to play on from.

pub(crate) mod commands;
pub mod id;
mod view;
