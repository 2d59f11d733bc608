//! What several commands and buttons share.

pub(crate) mod respond;
pub(crate) mod stepwise_move;
pub(crate) mod teaching;
pub(crate) mod uploads;
