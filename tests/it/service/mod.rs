//! Game service, over a store in memory.

mod deadlines;
mod game;
pub(crate) mod harness;
mod leases;
mod people;
mod publishing;
mod ratings;
mod records;
mod requests_cost;
mod table;
mod upkeep;
