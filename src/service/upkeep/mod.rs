//! The consistency check, and records of older versions brought up to date.

pub mod cleanup;
pub mod consistency;
