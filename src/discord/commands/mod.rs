//! Commands: `/focus` for players, `/focus-info` to look things up, `/focus-me` for what belongs to
//! the person, `/focus-admin` for those who run a server.
//!
//! - `options`: the options of the rules as arguments
//! - `time`: how much time players have
//! - `company`: who is to play at a new table
//! - `panel`: `play`
//! - `tables`: `new`, `challenge`, `join`, `leave`, `start`
//! - `play`: `move`, `board`, `resign`, `draw`, `takeback`, `here`, `watch`, `hint`
//! - `past`: `replay`, `export`, `history`, `eval`
//! - `import`: records that people bring along
//! - `info`: `games`, `rules`, `help`
//! - `settings`: what a person has chosen; `privacy`: what is kept about one
//! - `admin`: `/focus-admin`
//! - `menus`: commands in the menu of a person or a message
//! - `complete`: what is offered while somebody types
//! - `labels`: names and descriptions in every language

pub(super) mod admin;
mod company;
pub mod complete;
pub(super) mod import;
mod info;
pub mod labels;
mod menus;
mod options;
pub(super) mod panel;
pub(super) mod past;
pub(super) mod play;
mod privacy;
pub(super) mod settings;
pub(super) mod standing;
pub(super) mod tables;
mod time;

use std::convert::Infallible;
use std::sync::Arc;

use poise::ApplicationContext;
use serenity::all::{CommandType, CreateCommand};

use crate::discord::bot::Bot;
use crate::i18n::Root;

/// What poise hands to a command; a command answers whatever happens and never fails.
pub type Context<'a> = ApplicationContext<'a, Arc<Bot>, Infallible>;

/// A command of this bot.
pub type Command = poise::Command<Arc<Bot>, Infallible>;

/// Everything this bot registers, in every language.
#[must_use]
pub fn all() -> Vec<Command> {
    let mut people = [
        (Root::Focus, focus()),
        (Root::Info, info()),
        (Root::Me, me()),
    ];
    for (root, command) in &mut people {
        labels::label(*root, command);
    }
    let mut admin = admin::admin();
    labels::label_admin(&mut admin);
    let mut menus = [menus::challenge(), menus::play_on(), menus::replay()];
    menus.iter_mut().for_each(labels::label_menu);
    let people = people.into_iter().map(|(_, command)| command);
    people.chain([admin]).chain(menus).collect()
}

/// Everything this bot responds to: what it registers, and under `/focus` what older versions
/// registered there, because clients keep commands for a while.
#[must_use]
pub fn understood() -> Vec<Command> {
    let mut commands = all();
    let moved = [info(), me()].into_iter().flat_map(|root| root.subcommands);
    // `/focus` comes first.
    if let Some(focus) = commands.first_mut() {
        focus.subcommands.extend(moved);
    }
    commands
}

/// What Discord is told of commands.
#[must_use]
pub fn registration(commands: &[Command]) -> Vec<CreateCommand> {
    let typed = commands.iter().filter_map(Command::create_as_slash_command);
    let typed = typed.map(|command| command.kind(CommandType::ChatInput));
    let menus = commands.iter().filter_map(|command| {
        let menu = command.create_as_context_menu_command()?;
        // poise leaves them out.
        let names = command.name_localizations.iter();
        Some(names.fold(menu, |menu, (locale, name)| {
            menu.name_localized(locale.as_ref(), name.as_ref())
        }))
    });
    typed.chain(menus).collect()
}

/// Declares a command that holds others; Discord never runs it itself.
macro_rules! holds {
    ($(#[$about:meta])* $name:ident = $rename:literal [$($subcommand:literal),+ $(,)?]) => {
        $(#[$about])*
        #[poise::command(
            slash_command,
            rename = $rename,
            install_context = "Guild",
            interaction_context = "Guild",
            subcommands($($subcommand),+)
        )]
        async fn $name(_: Context<'_>) -> Result<(), Infallible> {
            Ok(())
        }
    };
}

holds! {
    /// What players do.
    focus = "focus" [
        "panel::play",
        "tables::new",
        "tables::challenge",
        "tables::join",
        "tables::leave",
        "tables::start",
        "play::play",
        "play::board",
        "play::resign",
        "play::draw",
        "play::takeback",
        "play::here",
        "play::hint",
    ]
}

holds! {
    /// What can be looked up.
    info = "focus-info" [
        "info::games",
        "play::watch",
        "standing::leaderboard",
        "past::replay",
        "past::export",
        "import::import",
        "past::history",
        "past::eval",
        "info::rules",
        "info::help",
    ]
}

holds! {
    /// What belongs to the person.
    me = "focus-me" ["standing::profile", "settings::settings", "privacy::privacy"]
}
