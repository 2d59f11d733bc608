//! Matches, baselines and what they show of the engine.

mod arena;
mod baselines;
mod bench;
mod contest;
mod mcts;
