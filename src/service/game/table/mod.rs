//! Tables before their game: opened, joined, left, started, and played again.

pub(crate) mod begin_game;
pub(crate) mod change_table;
pub(crate) mod deal;
pub(crate) mod fill_seats;
pub(crate) mod lifecycle;
pub(crate) mod open_table;
pub(crate) mod rematch;
pub(crate) mod reserved_id;
pub(crate) mod seating;
pub(crate) mod set_up;
pub(crate) mod start_position;
