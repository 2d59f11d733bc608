//! The command line: one file for each subcommand.
//!
//! The exit code is 0 when it is done, 1 when it failed, 2 when it was used wrongly.

mod bench;
mod contest;
mod results;
mod train;
mod tune;

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use focus_engine::evaluation::Kind;
use focus_engine::protocol::{self, Identity};

/// Trains, tunes and measures computer players of FOCUS.
#[derive(Debug, Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Search fixed positions, to see whether and how fast the engine plays the same
    Bench(bench::Args),
    /// Answer another program on standard input and output, as a player of its matches for example
    Engine,
    /// Let two players play many games, and say who is better and how sure that is
    Match(Box<contest::Args>),
    /// Learn what positions are worth from games of the engine against itself
    Train(train::Args),
    /// Tune what positions are worth by who wins, where three or four play, each alone
    Tune(tune::Args),
}

/// Reads the arguments of the program and does what they ask for.
pub(crate) fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Nowhere is left to say that there is nowhere to say it.
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
        Command::Match(args) => contest::run(&args),
        Command::Train(args) => train::run(&args),
        Command::Tune(args) => tune::run(&args),
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

/// A wrong use that shows only after the arguments are read.
#[derive(Debug)]
struct Usage(String);

impl Usage {
    fn new(error: impl fmt::Display) -> Usage {
        Usage(error.to_string())
    }

    /// Wants a kind of game in which each plays alone.
    fn unless_alone(kind: Kind) -> Result<(), Usage> {
        if kind.is_two_sided() {
            let error = "expected a kind of game in which three or four play, each alone";
            return Err(Usage::new(format!("{error}, got `{kind}`")));
        }
        Ok(())
    }
}

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}
