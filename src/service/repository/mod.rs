//! Records on disk: their keys and indices, the log of actions, and their mapping to the types of the
//! service. No other module knows them.

pub(crate) mod action_log;
pub(crate) mod backfill;
pub(crate) mod commit;
pub(crate) mod computer_results;
pub(crate) mod games;
pub(crate) mod indices;
pub(crate) mod leases;
pub(crate) mod mapping;
pub(crate) mod persistent;
pub(crate) mod personal_data;
pub(crate) mod queue_entries;
pub(crate) mod retention;
