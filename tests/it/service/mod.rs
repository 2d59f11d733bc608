//! Game service, over a store in memory.

mod deadlines;
mod game;
pub(crate) mod harness;
mod leases;
mod lookup;
mod moderation;
mod people;
mod publishing;
mod ratings;
mod requests_cost;
mod table;
mod upkeep;
