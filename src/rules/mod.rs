//! The rules of FOCUS, and nothing else: no input, clock, chance or words.
//!
//! In reading order: colors, squares, stacks and the board; the modes and options.

mod color;

mod square;

mod stack;

mod rays;

mod board;

mod mode;

mod options;

mod ruleset;

pub use board::Board;
pub use color::{Color, ColorSet, ParseColorError};
pub use mode::{Mode, ParseModeError};
pub use options::{DrawRule, Goal, Opening, Quiet, Repetition, RuleOption, SetupSize, Stuck, Talk};
pub use ruleset::{Rules, RulesError};
pub use square::{Direction, ParseSquareError, Square};
pub use stack::Stack;
