//! `/focus`, `/focus-admin` and their subcommands.
//!
//! - `options`: the options of the rules as arguments
//! - `time`: how much time players have
//! - `company`: who is to play at a new table
//! - `tables`: `new`, `challenge`, `join`, `leave`, `start`
//! - `play`: `move`, `board`, `resign`, `draw`, `takeback`, `here`, `watch`, `hint`
//! - `past`: `replay`, `export`, `history`, `eval`
//! - `import`: records that people bring along
//! - `info`: `games`, `rules`, `help`
//! - `settings`: what a person has chosen; `privacy`: what is kept about one
//! - `admin`: `/focus-admin`
//! - `complete`: what is offered while somebody types
//! - `labels`: names and descriptions in every language

pub(super) mod admin;
mod company;
pub mod complete;
pub(super) mod import;
mod info;
pub mod labels;
mod options;
pub(super) mod past;
pub(super) mod play;
mod privacy;
pub(super) mod settings;
pub(super) mod standing;
mod tables;
mod time;

use std::convert::Infallible;
use std::sync::Arc;

use poise::ApplicationContext;
use serenity::all::{CommandType, CreateCommand};

use crate::discord::bot::Bot;

/// What poise hands to a command; a command answers whatever happens and never fails.
pub type Context<'a> = ApplicationContext<'a, Arc<Bot>, Infallible>;

/// A command of this bot.
pub type Command = poise::Command<Arc<Bot>, Infallible>;

/// Everything this bot registers, in every language.
#[must_use]
pub fn all() -> Vec<Command> {
    let (mut focus, mut admin) = (focus(), admin::admin());
    labels::label(&mut focus);
    labels::label_admin(&mut admin);
    vec![focus, admin]
}

/// What Discord is told of commands.
#[must_use]
pub fn registration(commands: &[Command]) -> Vec<CreateCommand> {
    let commands = commands.iter().filter_map(Command::create_as_slash_command);
    commands
        .map(|command| command.kind(CommandType::ChatInput))
        .collect()
}

/// The command that holds all others; Discord never runs it itself.
#[expect(
    clippy::unused_async,
    reason = "poise wants a command to be asynchronous"
)]
#[poise::command(
    slash_command,
    install_context = "Guild",
    interaction_context = "Guild",
    subcommands(
        "tables::new",
        "tables::challenge",
        "tables::join",
        "tables::leave",
        "tables::start",
        "play::play",
        "play::board",
        "info::games",
        "play::resign",
        "play::draw",
        "play::takeback",
        "play::here",
        "play::watch",
        "play::hint",
        "standing::leaderboard",
        "standing::profile",
        "past::replay",
        "past::export",
        "import::import",
        "past::history",
        "past::eval",
        "settings::settings",
        "privacy::privacy",
        "info::rules",
        "info::help"
    )
)]
async fn focus(_: Context<'_>) -> Result<(), Infallible> {
    Ok(())
}
