//! Several processes on one store.

#[cfg(all(unix, feature = "postgres"))]
pub(super) mod concurrency;
mod discord_limits;
mod processes;
mod shards;
