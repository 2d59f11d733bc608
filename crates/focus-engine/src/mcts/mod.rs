//! Monte-Carlo tree search, the player for three or four who each play alone.
//!
//! There are no random playouts: all children of a leaf are evaluated at once, and the value of the
//! leaf is that of the best child for the color to move. Every color backs up its own chances
//! (max^n). The priors come from the policy or, without one, from the evaluation. Wins and losses
//! found are proven and kept, and the tree is reused for the next move. Threads share one tree.
//!
//! Source: for max^n, C. Luckhardt and K. Irani (1986); for selection, D. Silver et al., "Mastering
//! the game of Go without human knowledge" (2017), with an evaluation in place of the network; for
//! proofs, J. A. M. Nijssen's thesis (2013), chapter 4; for threads, G. Chaslot, M. Winands and J.
//! van den Herik, "Parallel Monte-Carlo Tree Search" (2008).

mod node;

mod expansion;
mod fast_evaluation;

mod team;
mod tree_search;

mod settings;

mod search_result;

mod player;

pub use player::Tree;
pub use settings::TreeSettings;
