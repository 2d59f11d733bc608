//! The bot: turns people's actions in Discord into requests, and shows the results.
//!
//! It decides nothing about a game and holds nothing that a restart would lose. The crate
//! documentation has a table of its modules and of the modules that each may name.

pub mod gateway;
pub mod rest;

pub mod runtime;

pub mod interaction;

pub mod views;

pub mod bot;

pub mod game_messages;

pub mod engine;

pub mod features;

pub mod dispatch;

pub mod lifecycle;

pub use engine::pool::{EnginePool, MakePlayer, PoolSettings};
pub use lifecycle::run::{RunError, run};
pub use lifecycle::settings::Settings;
pub use runtime::clock::Clock;
pub use runtime::wakeups::{WakeupReceiver, WakeupSender};
