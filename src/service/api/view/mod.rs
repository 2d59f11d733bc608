//! Tables and games as those who show them see them.

pub mod message;
pub mod player;

pub mod table;

pub mod event;
pub mod game;

pub mod page;

pub mod update;
