//! The game service, over a store in memory.

mod computers;
mod games;
mod harness;
mod lists;
mod outbox;
mod tables;
mod takebacks;
