//! What makes the computer player of FOCUS and measures it: matches, training and tuning, and
//! players known from the literature to compare with.

pub mod arena;

pub mod baselines;

pub mod train;
