//! Positions with forced wins: an exhaustive search that finds them, and the share that a player
//! proves and keeps.
//!
//! A win is forced if one side wins whatever the others do. The search knows nothing but the rules
//! and shares no code with the computer player, so it can judge that player.

mod exhaustive;

mod forced_win;

mod harvest;

mod success_rates;

pub use exhaustive::Exhaustive;
pub use forced_win::{ForcedWin, ParseForcedWinError};
pub use harvest::Harvest;
pub use success_rates::{Success, SuccessRates};
