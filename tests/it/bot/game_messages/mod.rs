//! Public messages: boards, the messages that follow a game elsewhere, and superseded ones.

mod emojis;
mod followers;
mod going_back;
mod late_edits;
mod lost_servers;
mod moved_games;
mod quiet;
mod superseded;
mod unreachable;
