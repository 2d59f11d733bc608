//! The player for three and four, each alone: a search tree that grows where it matters.
//!
//! A leaf is not played out. Its children are all evaluated at once, and the best one for who is
//! to move there is what the leaf is worth; every color backs up its own chances (max^n). How
//! soon a child is visited is up to the policy, or where there is none to the evaluation. Wins
//! and losses found on the way are proven and never forgotten, and what was grown is kept for the
//! next move. Threads grow the same tree together.
//!
//! Source: for max^n, C. Luckhardt and K. Irani (1986); for the way down, D. Silver et al.,
//! "Mastering the game of Go without human knowledge" (2017), with an evaluation in place of the
//! network; for proofs, J. A. M. Nijssen's thesis (2013), chapter 4; for threads, G. Chaslot,
//! M. Winands and J. van den Herik, "Parallel Monte-Carlo Tree Search" (2008).

mod node;

mod leaf;
mod quick;

mod grow;
mod team;

mod player;

pub use player::{Settings, Tree};
