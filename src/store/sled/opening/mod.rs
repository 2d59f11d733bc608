//! Opening a database that may be damaged, in use, or newer than this program.

pub(super) mod options;

pub(super) mod error;

pub(super) mod lock;

pub(super) mod snapshots;

mod failure;

mod read;

pub(super) mod opened;

pub(super) mod mended;

mod healing;

mod open;

pub(super) mod time_limit;
