//! Bot in this process, used by scripted people in the sandbox.

mod connection;
mod deadlines;
mod ended;
mod faults;
mod game_messages;
mod interaction;
mod moderation;
mod people;
mod play;
mod stage;
mod tables;
mod user_install;
