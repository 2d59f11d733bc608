//! The bot: what people do in Discord, turned into requests, and what comes of it, shown.
//!
//! It decides nothing about a game and holds nothing that a restart would lose. In reading order:
//!
//! - `gateway`, `rest`: the wire
//! - `custom_id`: what buttons and menus carry
//! - `runtime`: clock, queue, tasks, locks, caches, errors
//! - `interaction`: who asks, and the private answer
//! - `views`: what messages look like
//! - `bot`: all the parts together
//! - `board`: messages everybody sees; `engine`: the computer players
//! - `commands`, `features`: what can be asked for
//! - `dispatch`: events in, each brought to its feature
//! - `lifecycle`: the bot from its start to its end

pub mod gateway;
pub mod rest;

pub mod custom_id;

pub mod runtime;

pub mod interaction;

pub mod views;

pub mod bot;

pub mod board;

pub mod engine;

pub mod commands;
mod features;

mod dispatch;

pub mod lifecycle;

pub use engine::pool::{EnginePool, MakePlayer, Thinking};
pub use engine::turns::{Calls, Wakeups};
pub use lifecycle::run::{RunError, Settings, run};
pub use runtime::clock::Clock;
