//! The game service, over a store in memory.

mod audit;
mod backups;
mod claims;
mod clocks;
mod computers;
mod deadlines;
mod games;
mod handover;
mod harness;
mod histories;
mod imports;
mod lists;
mod moderation;
mod outbox;
mod pace;
mod past;
mod places;
mod plans;
mod ratings;
mod reach;
mod rematches;
mod settings;
mod starts;
mod tables;
mod takebacks;
mod watches;
