//! Tests of matches and baselines, and of the engine by means of them.

mod arena;
mod baselines;
mod bench;
mod contest;
mod levels;
mod mcts;
mod training;
mod wins;
