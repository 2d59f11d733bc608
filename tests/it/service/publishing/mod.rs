//! Messages that show games.

mod followers;
mod moved_games;
mod outbox;
mod superseded;
