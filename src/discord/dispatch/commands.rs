//! Commands: `/focus` for players, `/focus-info` to look things up, `/focus-me` for the person's
//! own data, `/focus-admin` for those who run a server.

use std::convert::Infallible;
use std::sync::Arc;

use serenity::all::{CommandType, CreateCommand};

use crate::discord::bot::Bot;
use crate::discord::dispatch::command_labels;
use crate::discord::features::{
    admin, history, import, personal, play, ratings, rules, tables, watch,
};
use crate::discord::interaction::arguments::Context;
use crate::i18n::Root;

/// Command of this bot.
pub type Command = poise::Command<Arc<Bot>, Infallible>;

/// Lists the commands that this bot registers, in every language.
#[must_use]
pub fn all() -> Vec<Command> {
    let mut people = [
        (Root::Focus, focus()),
        (Root::Info, info()),
        (Root::Me, me()),
    ];
    for (root, command) in &mut people {
        command_labels::label(*root, command);
    }
    let mut admin = admin::commands::admin();
    command_labels::label_admin(&mut admin);
    let mut menus = [
        tables::panel::challenge(),
        import::commands::play_on(),
        history::replay::replay_shown(),
    ];
    menus.iter_mut().for_each(command_labels::label_menu);
    let people = people.into_iter().map(|(_, command)| command);
    people.chain([admin]).chain(menus).collect()
}

/// Returns the commands as they are registered with Discord.
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
            install_context = "Guild|User",
            interaction_context = "Guild|BotDm|PrivateChannel",
            subcommands($($subcommand),+)
        )]
        async fn $name(_: Context<'_>) -> Result<(), Infallible> {
            Ok(())
        }
    };
}

holds! {
    /// Commands of players.
    focus = "focus" [
        "tables::panel::play",
        "tables::new_table::new",
        "tables::new_table::challenge",
        "tables::table_buttons::join",
        "tables::table_buttons::leave",
        "tables::table_buttons::start",
        "play::commands::play",
        "play::commands::board",
        "play::commands::resign",
        "play::commands::draw",
        "play::commands::takeback",
        "play::commands::here",
        "play::commands::hint",
    ]
}

holds! {
    /// Commands to look things up.
    info = "focus-info" [
        "history::commands::games",
        "watch::watch",
        "ratings::commands::leaderboard",
        "history::replay::replay",
        "history::commands::export",
        "import::commands::import",
        "history::commands::history",
        "history::commands::eval",
        "rules::commands::diagnose",
        "rules::commands::rules",
        "rules::commands::help",
    ]
}

holds! {
    /// Commands about the person.
    me = "focus-me" ["ratings::commands::profile", "personal::settings::settings", "personal::privacy::privacy"]
}
