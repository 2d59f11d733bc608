//! Matches, training and tuning for the computer player of FOCUS, players from the literature for
//! comparison, and positions with forced wins.

pub mod anchors;

pub mod arena;

pub mod baselines;

pub mod train;

pub mod wins;
