//! Interface of a computer player: limits in, a choice out.

mod choice;
mod clock;
mod limits;
mod score;
mod timer;

pub use choice::{Choice, Info, Player, ScoredMove};
pub use clock::{Clock, ClockTime};
pub use limits::{Limits, Stop};
pub use score::Score;
pub use timer::Timer;
