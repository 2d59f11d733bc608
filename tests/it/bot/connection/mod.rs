//! Connections to Discord, to one process or to several on one database.

mod deployments;
mod endpoints;
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
