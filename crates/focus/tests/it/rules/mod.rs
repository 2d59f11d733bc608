//! Rules, one fact per test.

pub(crate) mod arrange;
mod draws;
mod elimination;
mod exchange;
mod leaving;
mod moves;
mod options;
mod race;
mod random_games;
mod setups;
