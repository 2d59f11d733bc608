//! Moves, rules, positions and games as text.
//!
//! Reading never needs a position, resolving always does: `MoveText` is a move that is well
//! written, a `Move` that a position allows is legal; `Setup` and `Position` likewise.

mod rules;

mod position;

mod movetext;
mod nearest;
mod suffix;

mod record;

mod reading;
mod tags;

pub use movetext::{MoveError, MoveText, ParseMoveError};
pub use nearest::nearest;
pub use position::{ParsePositionError, ParseSetupError, parse_position};
pub use reading::{RecordError, UnreadableRecord};
pub use record::Record;
pub use rules::{ParseRulesError, option_value, with_option, with_options};
pub use suffix::{tokens, with_suffix};
