//! Operation of the program: backups, load, log, metrics, and the command `sandbox`.

mod backups;
mod load;
#[cfg(unix)]
mod log;
#[cfg(unix)]
mod monitor;
#[cfg(unix)]
mod sandbox;
