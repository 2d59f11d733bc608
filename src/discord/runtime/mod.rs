//! Runtime of the bot: clock, queue, tasks, locks, caches and errors.

pub mod clock;
pub mod dedup;
pub mod error;
pub mod game_locks;
pub(crate) mod new_servers;
pub mod recent_messages;
pub mod retry_backoff;
pub mod service_queue;
pub(crate) mod spawn_blocking;
pub(crate) mod supervisor;
pub mod tasks;
