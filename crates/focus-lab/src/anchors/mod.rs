//! Fixed simple players that anchor the scale of the levels.
//!
//! They never change, so that a score against one of them means the same in every version, and they
//! are simple enough to imagine in every kind of game:
//!
//! | name | player |
//! | --- | --- |
//! | `random` | plays any legal move |
//! | `greedy` | takes what it can, and sees nothing else |
//! | `depth2` | also sees what its move allows the next player to take |
//! | `depth3` | also sees what can be taken after that |
//!
//! The last three are one [`Lookahead`] that searches one, two and three plies.

mod lookahead;
mod material;
mod random;

pub use lookahead::Lookahead;
pub use random::Random;
