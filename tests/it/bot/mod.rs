//! Bot in this process, used by scripted people in the sandbox.

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
mod user_install;
