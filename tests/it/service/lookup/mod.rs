//! Lookup of games: without a number, in lists, after their end, and as imported records.

mod games;
mod history;
mod imports;
