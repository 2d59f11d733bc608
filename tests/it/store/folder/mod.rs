//! Store in the data folder: damaged and missing files, killed processes, a full disk.

pub(super) mod child;
pub(super) mod compact;
mod cut;
pub(super) mod damage;
#[cfg(unix)]
pub(super) mod disk;
mod journal;
mod kill;
pub(super) mod lost;
mod mishaps;
mod shutdown_marker;
