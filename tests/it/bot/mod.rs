//! The bot against a Discord on loopback.

mod clocks;
mod commands;
mod computers;
mod duel;
mod elsewhere;
mod faults;
mod gateway;
mod languages;
mod moves;
mod moving;
mod past;
mod permissions;
mod plans;
mod positions;
mod ratings;
mod rematches;
mod rest;
mod restarts;
mod stage;
mod tables;
mod takebacks;
mod teaching;
mod turns;
mod watches;
