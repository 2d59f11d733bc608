//! Moves, rules, positions and games as text.
//!
//! Parsing never needs a position; resolving always does. `MoveText` is a well-formed move, and a
//! `Move` that a position allows is legal; `Setup` and `Position` are related the same way.

mod parse_error;

mod rules;

mod position;

mod movetext;
mod nearest;
mod suffix;

mod record;

mod record_parser;
mod tags;

pub use movetext::{MoveError, MoveText, ParseMoveError, plain_spelling};
pub use nearest::nearest;
pub use parse_error::ParseError;
pub use position::{ParsePositionError, parse_position};
pub use record::Record;
pub use record_parser::{RecordError, UnreadableRecord};
pub use rules::{ParseRulesError, option_value, with_option, with_options};
pub use suffix::{tokens, with_suffix};
