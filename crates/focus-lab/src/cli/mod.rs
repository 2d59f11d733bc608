//! Command line, one file per subcommand.
//!
//! The exit code is 0 on success, 1 on failure, and 2 on wrong usage.

mod bench;
mod checkpoint;
mod contest;
mod levels;
mod players;
mod results;
mod review;
mod solve;
mod train;
mod tune;
mod usage;
mod wins;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use focus_engine::protocol::{self, Identity};

use crate::cli::usage::Usage;

/// Trains, tunes and measures computer players of FOCUS.
#[derive(Debug, Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Search fixed positions, to see if the engine still plays the same and how fast it is
    Bench(bench::Args),
    /// Serve the engine protocol on standard input and output, for example as a player in a match
    Engine,
    /// Measure the levels of a kind of game against fixed simple players, with error bars
    Levels(levels::Args),
    /// Play many games between two players, and estimate which is stronger with error bars
    Match(Box<contest::Args>),
    /// Compare the moments that the review of a game names with a deeper search
    Review(review::Args),
    /// Count the forced wins that a player proves and keeps
    Solve(solve::Args),
    /// Learn an evaluation from self-play
    Train(train::Args),
    /// Tune the evaluation by game results, for games in which each plays alone
    Tune(tune::Args),
    /// Find positions in which a win is forced
    Wins(wins::Args),
}

/// Parses the arguments and runs the subcommand.
pub(crate) fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // There is no other place to report a failure to write to the terminal.
            let _ = error.print();
            return u8::try_from(error.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from);
        }
    };
    let done = match cli.command {
        Command::Bench(args) => bench::run(&args),
        Command::Engine => protocol::run(Identity {
            name: env!("CARGO_PKG_NAME"),
            version: env!("CARGO_PKG_VERSION"),
        })
        .map_err(Into::into),
        Command::Levels(args) => levels::run(&args),
        Command::Match(args) => contest::run(&args),
        Command::Review(args) => review::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::Train(args) => train::run(&args),
        Command::Tune(args) => tune::run(&args),
        Command::Wins(args) => wins::run(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // As above.
            let _ = writeln!(io::stderr(), "error: {error:#}");
            ExitCode::from(if error.is::<Usage>() { 2 } else { 1 })
        }
    }
}
