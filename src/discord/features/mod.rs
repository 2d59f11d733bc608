//! Features, one folder or file each: commands, custom ids, views, and the handling of presses.
//!
//! - `tables`: tables before their game, and the panel that sets one up
//! - `play`: moves, boards, and everything else that players do in a game
//! - `watch`: games that a channel follows
//! - `history`: lists, replays, records and reviews of games
//! - `import`: imported records and positions
//! - `ratings`: leaderboards and profiles
//! - `rules`: pages of the rules, the practice game, and help
//! - `personal`: settings and data of a person
//! - `admin`: settings, moderation and audit log of a server

pub mod admin;
pub mod history;
pub mod import;
pub mod personal;
pub mod play;
pub mod ratings;
pub(crate) mod rules;
pub mod tables;
pub(crate) mod watch;
