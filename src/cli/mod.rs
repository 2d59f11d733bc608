//! Command line: one file per subcommand, in folders by purpose.
//!
//! The exit code is 0 on success, 1 on failure, 2 on wrong usage.

mod data;
mod game;
#[cfg(all(feature = "discord", feature = "sandbox"))]
mod load_test;
mod log;
mod offline;
mod serve;
mod terminal;
mod usage;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use focus_engine::protocol::{self, Identity};

use crate::cli::game::{perft, play, render, replay};
#[cfg(feature = "postgres")]
use crate::cli::offline::migrate;
use crate::cli::offline::{backup, compact, config, restore, verify};
use crate::cli::serve::health;
#[cfg(feature = "discord")]
use crate::cli::serve::run;
#[cfg(all(feature = "discord", feature = "sandbox"))]
use crate::cli::serve::sandbox;
use crate::cli::usage::Usage;
use crate::config::{Config, ConfigError, hide_tokens, variables};

/// Plays FOCUS, Sid Sackson's stacking game, on Discord.
///
/// Without a command, it runs the bot if there is a token, and the sandbox otherwise.
#[derive(Debug, Parser)]
#[command(version)]
struct Cli {
    /// File with the settings; `config.toml` by default, if it exists
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the bot on Discord
    #[cfg(feature = "discord")]
    Run,
    /// Run the sandbox, a local Discord in the browser, with the bot connected
    #[cfg(all(feature = "discord", feature = "sandbox"))]
    Sandbox(sandbox::Args),
    /// Let scripted people play many games at once in a sandbox, and print speed, CPU and memory
    #[cfg(all(feature = "discord", feature = "sandbox"))]
    Load(load_test::Args),
    /// Play at the terminal against the engine
    Play(play::Args),
    /// Serve the engine protocol on standard input and output
    Engine,
    /// Count the move sequences of a position, to test and time move generation
    Perft(perft::Args),
    /// Draw a position
    Render(render::Args),
    /// Show a recorded game as an animated picture
    Replay(replay::Args),
    /// Write all games to a file; if the bot is running, it does the writing
    Backup(backup::Args),
    /// Fill an empty data folder or database from a backup
    Restore(restore::Args),
    /// Free disk space that the games do not need; the bot does so itself at startup if that is
    /// clearly worthwhile
    Compact,
    /// Move all games between a data folder and a PostgreSQL database
    #[cfg(feature = "postgres")]
    Migrate(migrate::Args),
    /// Read every record, replay every game, and report errors or repair them
    Verify(verify::Args),
    /// Show the settings in force
    Config,
    /// Ask the bot that runs with these settings whether it is healthy
    Health(health::Args),
}

/// Parses the program's arguments and runs the subcommand.
#[must_use]
pub fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // If printing fails, there is nowhere left to report that.
            let _ = if error.use_stderr() {
                // The error quotes the typed text.
                let text = hide_tokens(&error.render().to_string());
                io::stderr().write_all(text.as_bytes())
            } else {
                error.print()
            };
            return exit_code(error.exit_code());
        }
    };
    match perform(cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // As above, nothing can be done about a failure.
            let text = hide_tokens(&format!("error: {error:#}"));
            let _ = writeln!(io::stderr(), "{}", log::printable(&text));
            exit_code(if error.is::<Usage>() { 2 } else { 1 })
        }
    }
}

fn perform(cli: Cli) -> anyhow::Result<()> {
    let file = cli.config.as_deref();
    if let Some(file) = file {
        require(file)?;
    }
    match cli.command {
        #[cfg(feature = "discord")]
        Some(Command::Run) => run::run(&settings(file)?),
        #[cfg(all(feature = "discord", feature = "sandbox"))]
        Some(Command::Sandbox(args)) => sandbox::run(&settings(file)?, &args),
        #[cfg(all(feature = "discord", feature = "sandbox"))]
        Some(Command::Load(args)) => load_test::run(&args),
        Some(Command::Play(args)) => play::run(&args),
        Some(Command::Engine) => Ok(protocol::run(Identity {
            name: env!("CARGO_PKG_NAME"),
            version: env!("CARGO_PKG_VERSION"),
        })?),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Backup(args)) => backup::run(&settings(file)?, &args),
        Some(Command::Restore(args)) => restore::run(&settings(file)?, &args),
        #[cfg(feature = "postgres")]
        Some(Command::Migrate(args)) => migrate::run(&settings(file)?, &args),
        Some(Command::Compact) => compact::run(&settings(file)?),
        Some(Command::Verify(args)) => verify::run(&settings(file)?, &args),
        Some(Command::Config) => config::run(&settings(file)?),
        Some(Command::Health(args)) => health::run(&settings(file)?, args),
        Some(Command::Render(args)) => render::run(&args),
        Some(Command::Replay(args)) => replay::run(&args),
        None => perform_default(file),
    }
}

/// Runs the bot if there is a token, otherwise the sandbox.
#[cfg(all(feature = "discord", feature = "sandbox"))]
fn perform_default(file: Option<&Path>) -> anyhow::Result<()> {
    let config = settings(file)?;
    if config.discord.token.is_some() {
        return run::run(&config);
    }
    sandbox::run(&config, &sandbox::Args::default())
}

/// Shows the help.
#[cfg(not(all(feature = "discord", feature = "sandbox")))]
fn perform_default(_: Option<&Path>) -> anyhow::Result<()> {
    use clap::CommandFactory;

    Err(Usage::new(Cli::command().render_help()).into())
}

/// Refuses a file that does not exist, also for subcommands without settings.
fn require(file: &Path) -> anyhow::Result<()> {
    let found = file.metadata().map_err(|source| ConfigError::Read {
        path: file.to_owned(),
        source,
    });
    found.map_err(Usage::new)?;
    Ok(())
}

/// Reads the settings and starts the log. Subcommands that use settings work on people's data, so
/// files created from now on are accessible only to this user.
fn settings(file: Option<&Path>) -> anyhow::Result<Config> {
    let config = Config::load(file, &variables()).map_err(Usage::new)?;
    log::start(&config);
    // The database creates its files itself, with the permissions that the umask leaves.
    #[cfg(unix)]
    rustix::process::umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO);
    Ok(config)
}

fn exit_code(code: i32) -> ExitCode {
    u8::try_from(code).map_or(ExitCode::FAILURE, ExitCode::from)
}
