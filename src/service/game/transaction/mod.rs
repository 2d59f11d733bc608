//! Changes of tables and games, each in one atomic commit; and requests other than moves of players
//! in a running game.

pub(crate) mod change;
pub(crate) mod game_requests;
pub(crate) mod premove_requests;
pub(crate) mod seat_requests;
