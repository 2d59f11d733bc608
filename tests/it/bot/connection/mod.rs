//! Connections to Discord, of one process and of several.

mod deployments;
pub(super) mod gated_store;
mod gateway;
mod leases;
mod posts;
mod rest;
mod restarts;
mod servers;
mod service_queue;
mod shards;
mod store_outages;
