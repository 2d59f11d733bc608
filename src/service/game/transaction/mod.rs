//! Changes of tables and games, each in one atomic commit; and what players of a running game ask
//! for beside their moves.

pub(crate) mod change;
pub(crate) mod game_requests;
pub(crate) mod premove_requests;
pub(crate) mod seat_requests;
