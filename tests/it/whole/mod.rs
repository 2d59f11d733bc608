//! Real binary in a process of its own, used by scripted people in the sandbox.

#[cfg(all(unix, feature = "postgres"))]
mod database;
mod faults;
mod games;
mod harness;
mod operation;
mod page;
#[cfg(all(unix, feature = "postgres"))]
mod rounds;
mod shards;
