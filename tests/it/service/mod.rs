//! Game service, over a store in memory.

mod audit;
mod backups;
mod claims;
mod clocks;
mod computers;
#[cfg(all(unix, feature = "postgres"))]
mod concurrency;
mod deadlines;
mod games;
mod handover;
mod harness;
mod histories;
mod imports;
mod leftovers;
mod lists;
mod moderation;
mod outbox;
mod pace;
mod past;
mod places;
#[cfg(all(feature = "discord", feature = "sandbox"))]
mod plans;
mod ratings;
mod reach;
mod rematches;
mod settings;
mod starts;
mod tables;
mod takebacks;
mod teams;
mod watches;
