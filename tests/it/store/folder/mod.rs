//! Store in the data folder: damaged and missing files, killed processes, a full disk.

pub(super) mod child;
pub(super) mod compact;
pub(super) mod damage;
#[cfg(unix)]
pub(super) mod disk;
mod file_loss;
mod histories;
mod journal;
mod kill;
pub(super) mod lost;
mod shutdown_marker;
mod truncated;
