//! Game service, over a store in memory.

mod deadlines;
mod game;
mod growth;
pub(crate) mod harness;
mod leases;
mod lookup;
mod moderation;
mod people;
mod publishing;
mod ratings;
mod table;
mod upkeep;
