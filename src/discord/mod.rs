//! The bot: what people do in Discord, turned into requests, and what comes of it, shown.

pub mod rest;
