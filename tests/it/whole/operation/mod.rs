//! Operation of the program: backups, load, log, metrics, and the command `sandbox`.

mod backups;
mod load;
#[cfg(unix)]
mod log;
mod monitor;
#[cfg(unix)]
mod sandbox;
