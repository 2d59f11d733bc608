//! Running games: moves, offers, seats and clocks.

mod claims;
mod clocks;
mod computers;
mod games;
mod hand_over;
mod interrupted;
#[cfg(all(feature = "discord", feature = "sandbox"))]
mod premoves;
mod takebacks;
