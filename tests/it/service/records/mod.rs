//! The log of actions, lists of games, and what has ended.

mod action_log;
mod history;
mod imports;
mod lookup;
