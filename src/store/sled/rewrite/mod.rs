//! Rewriting of the data file, to save space or to remove traces of erased data.

pub(super) mod compact;

mod copy;

mod erased;

pub(super) mod purge_erased;

pub(super) mod swap;
