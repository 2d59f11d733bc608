//! The bot: what people do in Discord, turned into requests, and what comes of it, shown.
//!
//! It decides nothing about a game and holds nothing that a restart would lose. In reading order:
//!
//! - `run`: from the start to the end
//! - `gateway`: the connection by which events arrive
//! - `front`: events as they arrive, each begun in its turn
//! - `commands`: `/focus`; `components`: buttons and menus; `messages`: moves in the channel
//! - `moving`: a move made step by step or written into a form, from a `source`
//! - `teaching`: the rules, a `page` for each subject, and the practice game
//! - `act`: things done in a game, and `reply`, the private answer
//! - `desk`: where requests wait for the game service
//! - `announce`: messages everybody sees, with `views`, what they look like, and `doubts`, those that
//!   may be there already
//! - `leftovers`: messages that others have taken the place of, of which little stays
//! - `elsewhere`: games that cannot be shown where they are played
//! - `remind`: the one mention when little time is left
//! - `clock`: what happens by itself, and `time`, when; `follow`: games shown in other
//!   channels
//! - `presence`: whether people can reach the bot, and `outages`, on one server; `supervise`: tasks
//!   that are begun again
//! - `thinking`: computers that are to move, with `thinkers`, the threads they think on
//! - `replays`: replays that follow the end of a game, with `cinema`, where they are made
//! - `critic`: how games went that are over
//! - `rest`: the path of every request to Discord
//! - `brought`: records that people bring along
//! - `sight`: how a board is seen, and `looks`, who draws it
//! - `custom_id`, `past_id`, `import_id`, `standing_id`, `setting_id`, `admin_id`, `placing`, `chosen`,
//!   `permissions`, `register`, `asker`, `trouble`, `directs`, `errands`, `guilds`, `arrivals`, `lanes`, `seen`, `stop`,
//!   `talk`, `waiting`: small parts

mod act;
pub mod admin_id;
mod announce;
mod apart;
mod arrivals;
pub mod asker;
pub mod bot;
mod brought;
pub mod chosen;
mod cinema;
mod clock;
pub mod commands;
mod components;
mod critic;
pub mod custom_id;
pub mod desk;
pub mod directs;
pub mod doubts;
mod elsewhere;
pub mod errands;
mod follow;
mod front;
pub mod gateway;
pub mod guilds;
pub mod import_id;
pub mod lanes;
mod leftovers;
pub mod looks;
mod messages;
mod moving;
mod outages;
mod overruns;
pub mod page;
pub mod past_id;
pub mod permissions;
mod placing;
mod presence;
mod register;
mod remind;
mod replays;
mod reply;
pub mod rest;
pub mod run;
pub mod seen;
pub mod setting_id;
mod sight;
pub mod source;
pub mod standing_id;
pub mod stop;
mod supervise;
pub mod talk;
mod teaching;
mod thinkers;
mod thinking;
pub mod time;
pub mod trouble;
pub mod views;
pub mod waiting;

pub use run::{RunError, Settings, run};
pub use thinkers::{MakePlayer, Thinkers, Thinking};
pub use thinking::{Bell, Calls};
pub use time::Clock;
