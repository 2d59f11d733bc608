//! The real binary, played by scripted people in the sandbox.

mod games;
mod harness;
mod kill;
