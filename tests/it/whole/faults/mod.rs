//! Processes that are killed or frozen, and a disk that becomes full.

mod computers;
#[cfg(target_os = "linux")]
mod disk;
#[cfg(unix)]
mod frozen;
mod kill;
mod places;
