//! Matches, training and tuning for the computer player of FOCUS, and players from the literature
//! for comparison.

pub mod anchors;

pub mod arena;

pub mod baselines;

pub mod train;
