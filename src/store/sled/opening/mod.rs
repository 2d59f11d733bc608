//! Opening a database that may be damaged, in use, or newer than this program.

pub(super) mod options;

pub(super) mod error;

pub(super) mod open_locked;

pub(super) mod snapshots;

mod read_failure;

mod read;

pub(super) mod opened;

pub(super) mod open_with_repairs;

mod rebuild;

mod open;

pub(super) mod time_limit;
