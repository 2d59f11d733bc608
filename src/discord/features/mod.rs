//! Functions shared by several commands and buttons.

pub(crate) mod respond;
pub(crate) mod stepwise_move;
pub(crate) mod teaching;
pub(crate) mod uploads;
