//! The `focusbot` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    focusbot::cli::run()
}
