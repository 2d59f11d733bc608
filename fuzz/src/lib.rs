//! The targets of `tests/it/inputs` for `cargo fuzz`, which sees which code an input reaches and
//! makes the next one from that. It needs a nightly compiler and clang:
//!
//! ```sh
//! cargo install cargo-fuzz
//! cargo run --example seeds    # inputs to begin with, in corpus
//! cargo +nightly fuzz run records -- -runs=10000000 -timeout=10 -malloc_limit_mb=256
//! ```
//!
//! An input that it finds becomes a seed of the target, so that every test run tries it again.

#[path = "../../tests/it/inputs/targets.rs"]
pub mod targets;

/// Runs the target of a name on an input.
///
/// # Panics
///
/// If there is no such target, or it does something wrong.
pub fn run(name: &str, input: &[u8]) {
    let target = targets::ALL.iter().find(|target| target.name == name);
    (target.expect("a target of this name").run)(input);
}
