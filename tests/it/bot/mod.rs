//! Bot tests against a fake Discord on the loopback interface.

mod anywhere;
mod board;
mod connection;
mod deadlines;
mod ended;
mod faults;
mod interaction;
mod moderation;
mod people;
mod play;
mod stage;
mod tables;
