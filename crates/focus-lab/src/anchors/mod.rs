//! Fixed simple players that anchor the scale of the levels.
//!
//! They never change, so that a score against one of them means the same in every version, and they
//! are simple enough to imagine in every kind of game:
//!
//! | name | player |
//! | --- | --- |
//! | `random` | plays any legal move |
//! | `greedy` | takes as many pieces as it can, and sees nothing else |
//! | `depth2` | also sees the pieces that its move allows the next player to take |
//! | `depth3` | also sees the pieces that can be taken after that |
//!
//! The last three are one [`Lookahead`] that searches one, two and three plies.

mod lookahead;
mod material;
mod random;

pub use lookahead::Lookahead;
pub use random::Random;
