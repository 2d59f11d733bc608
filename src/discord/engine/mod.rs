//! Computer players: a pool of threads, their turns, a watchdog, and the review of games.

pub(crate) mod pool;
mod queue;
pub(crate) mod review;
mod review_view;
pub(crate) mod turns;
pub(crate) mod watchdog;
