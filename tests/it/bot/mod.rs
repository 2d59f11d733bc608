//! The bot against a Discord on loopback.

mod rest;
