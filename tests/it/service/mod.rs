//! Game service, over a store in memory.

mod deadlines;
mod game;
pub(crate) mod harness;
mod leases;
mod people;
mod publishing;
mod records;
mod recount;
mod requests_cost;
mod table;
mod upkeep;
