//! Moves, positions, rules and games as text.

mod moves;
mod nearest;
mod parsers;
mod positions;
mod records;
mod rules_text;
