//! Bot tests against a fake Discord on the loopback interface.

mod anywhere;
mod board;
mod colors;
mod commands;
mod deadlines;
mod ended;
mod faults;
mod files;
mod forgeries;
mod gateway;
mod leases;
mod menus;
mod moderation;
mod names;
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
