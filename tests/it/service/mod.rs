//! Game service, over a store in memory.

mod action_log;
mod backups;
mod claims;
mod clocks;
mod colors;
mod computers;
#[cfg(all(unix, feature = "postgres"))]
mod concurrency;
mod consistency;
mod custom_positions;
mod deadlines;
mod discord_limits;
mod followers;
mod games;
mod handover;
mod harness;
mod history;
mod imports;
mod leases;
mod lookup;
mod moderation;
mod moved_games;
mod outbox;
#[cfg(all(feature = "discord", feature = "sandbox"))]
mod premoves;
mod queues;
mod rate_limits;
mod ratings;
mod rematches;
mod reminders;
mod settings;
mod shards;
mod superseded;
mod tables;
mod takebacks;
mod teams;
