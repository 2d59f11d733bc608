//! Help, the pages of the rules, the practice game, hints and the reasons for moves.

pub(super) mod help;
pub(super) mod hint;
pub(super) mod lessons;
pub(super) mod reasons;
