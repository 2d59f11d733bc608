//! Command-line program `focus-lab`.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
