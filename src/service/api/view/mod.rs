//! Views of tables and games, for the code that displays them.

pub mod message;
pub mod player;

pub mod table;

pub mod event;
pub mod game;

pub mod page;

pub mod update;
