//! The bot against a Discord on loopback.

mod duel;
mod rest;
mod stage;
