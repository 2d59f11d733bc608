//! State of a running game, computed from its actions: position, clocks, offers.

pub(crate) mod actions;
pub(crate) mod clock;
pub(crate) mod hand_over;
pub(crate) mod hand_over_actions;
pub(crate) mod match_state;
pub(crate) mod mention_log;
pub(crate) mod typed_move;
