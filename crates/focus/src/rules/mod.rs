//! Rules of a game: the mode and its options.

mod mode;
mod options;
mod race;
mod ruleset;
pub(crate) mod tokens;

pub use mode::Mode;
pub use options::{DrawRule, Goal, Opening, Quiet, Repetition, RuleOption, SetupSize, Stuck, Talk};
pub use ruleset::{Rules, RulesError};
