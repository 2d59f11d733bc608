//! The bot: turns what people do in Discord into requests, and shows the results.
//!
//! It decides nothing about a game and holds nothing that a restart would lose. The table of its
//! rooms, and of what each may name, is in the documentation of the crate.

pub mod gateway;
pub mod rest;

pub mod runtime;

pub mod interaction;

pub mod views;

pub mod bot;

pub mod board;

pub mod engine;

pub mod features;

pub mod dispatch;

pub mod lifecycle;

pub use engine::pool::{EnginePool, MakePlayer, PoolSettings};
pub use lifecycle::run::{RunError, run};
pub use lifecycle::settings::Settings;
pub use runtime::clock::Clock;
pub use runtime::wakeups::{Calls, Wakeups};
