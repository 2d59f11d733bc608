//! Several processes on one store.

#[cfg(all(unix, feature = "postgres"))]
pub(super) mod concurrency;
mod discord_limits;
mod lost_answers;
mod processes;
#[cfg(all(unix, feature = "postgres"))]
mod same_moment;
mod shards;
#[cfg(all(unix, feature = "postgres"))]
mod shared_rows;
mod totals;
