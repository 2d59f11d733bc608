//! Means of several tests: scripted players, and the program as tests run it.

pub(crate) mod kills;
#[cfg(all(feature = "discord", feature = "sandbox"))]
pub(crate) mod players;
pub(crate) mod program;
