//! Help, the pages of the rules, and the practice game.

pub(super) mod help;
pub(super) mod lessons;
