//! Real binary, used by scripted people in the sandbox.

mod backups;
mod computers;
#[cfg(all(unix, feature = "postgres"))]
mod database;
#[cfg(target_os = "linux")]
mod disk;
#[cfg(unix)]
mod frozen;
mod games;
mod harness;
mod kill;
mod load;
#[cfg(unix)]
mod log;
mod monitor;
#[cfg(all(unix, feature = "postgres"))]
mod rounds;
#[cfg(unix)]
mod sandbox;
mod shards;
mod visits;
