//! FOCUS, Sid Sackson's stacking game of 1964, for two to four players on Discord.
//!
//! # Layers
//!
//! The rules and the notation are a crate of their own, [`focus`], the computer player
//! [`focus_engine`], and the picture [`focus_render`].
//! Modules are layers, and a layer names only those of its row; a test reads the sources and
//! holds this table. Only `discord` is asynchronous.
//!
//! | layer | what it is | may name |
//! | --- | --- | --- |
//! | [`metrics`] | what is counted and timed while the bot runs, and whether it is well | – |
//! | [`store`] | what is kept: tables of versioned records, committed in atomic batches | metrics |
//! | [`service`] | the game service: a request in, an update or a refusal out | store |
//! | [`i18n`] | every sentence people read, in five languages | service |
//! | [`discord`] | the bot: commands, buttons, messages, gateway and REST | metrics, store, service, i18n |
//!
//! `config`, `cli` and `main` put them together.
//!
//! # One move, from click to picture
//!
//! 1. `discord` receives the press or the command, whose custom id or arguments carry the game,
//!    the ply it was made for and the move, and makes a [`service::Request`] of it.
//! 2. `service` reads the game, refuses what is stale or not this person's to do, and lets
//!    `focus` reads and plays the move.
//! 3. `store` commits the action, the game and its indices in one flushed batch. Only then is
//!    anything said.
//! 4. `discord` words the new view with `i18n`, draws it with `render`, posts the board with
//!    one mention, or changes the board that is there if nobody is to be called, and notes that the
//!    view has been shown. Of a board that a newer one follows, a line stays; which of them still
//!    have to be changed is on disk.
//! 5. If a computer is to move, a thread of its own thinks, and `service` takes its move like
//!    anybody's, unless the game has gone on meanwhile. A thought cut short begins again.
//!
//! # What always holds
//!
//! - A [`focus::Position`] is legal, whatever it was made from.
//! - Nothing is acknowledged before it is on disk, and nothing is ever half done.
//! - A message holds no state that the store lacks: every button works after a restart.
//! - What was committed and not shown is shown after the next start.

pub mod cli;
pub mod config;
#[cfg(feature = "discord")]
pub mod discord;
pub mod i18n;
pub mod metrics;
pub mod service;
pub mod store;
