//! Runtime of the bot: clock, queue, tasks, locks, presence and faults.

pub(crate) mod bounded_map;
pub mod clock;
pub mod dedup;
pub mod fault;
pub mod keyed_locks;
pub(crate) mod presence;
pub mod retry_backoff;
pub mod service_queue;
pub mod subject_queues;
pub(crate) mod supervisor;
pub mod tasks;
pub mod wakeups;
