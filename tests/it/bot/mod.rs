//! Bot tests against a fake Discord on the loopback interface.

mod anywhere;
mod board;
mod colors;
mod deadlines;
mod ended;
mod faults;
mod gateway;
mod interaction;
mod leases;
mod moderation;
mod people;
mod play;
mod posts;
mod rest;
mod restarts;
mod servers;
mod service_queue;
mod shards;
mod sharing;
mod stage;
mod tables;
