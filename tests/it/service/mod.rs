//! Game service, over a store in memory.

mod deadlines;
mod game;
mod harness;
mod leases;
mod people;
mod publishing;
mod records;
mod table;
mod upkeep;
