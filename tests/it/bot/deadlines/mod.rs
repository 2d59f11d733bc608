//! Time: clocks, reminders and vacations.

mod clocks;
mod idle_games;
mod left_servers;
mod reminders;
