//! Computer players: a pool of threads, their turns, a watchdog, and the review of games.

pub(crate) mod pool;
pub(crate) mod question;
mod queue;
pub(crate) mod review;
pub(crate) mod review_cache;
pub(crate) mod review_view;
pub(crate) mod turns;
pub(crate) mod watchdog;
