//! The search itself, from its root to its leaves.

pub(crate) mod budget;
pub(crate) mod key_history;
pub(crate) mod move_loop;
pub(crate) mod node;
pub(crate) mod quiesce;
pub(crate) mod root;
pub(crate) mod tuning;
pub(crate) mod win_in_one;
pub(crate) mod worker;
