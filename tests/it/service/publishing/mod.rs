//! Messages that show games.

mod follower_limits;
mod followers;
mod moved_games;
mod outbox;
mod superseded;
