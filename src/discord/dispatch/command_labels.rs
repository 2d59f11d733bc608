//! Names and descriptions of the commands in every language.

use poise::{Command, CommandParameter};

use crate::i18n::{Label, Language, MenuCommand, Root, Words, each_locale};

/// Puts the words of the catalogue on a top-level command and everything below it.
pub fn label<U, E>(root: Root, command: &mut Command<U, E>) {
    let about = |words: Words| words.root_command(root);
    label_all(command, about, |words, name| {
        name.parse().ok().map(|kind| words.command(kind))
    });
}

/// Puts the words of the catalogue on `/focus-admin` and everything below it.
pub fn label_admin<U, E>(admin: &mut Command<U, E>) {
    label_all(admin, Words::admin_root, |words, name| {
        name.parse().ok().map(|kind| words.admin_command(kind))
    });
}

/// Puts the words of the catalogue on a command in the menu of a person or a message.
pub fn label_menu<U, E>(command: &mut Command<U, E>) {
    let name = command.context_menu_name.as_deref();
    let kind = name.and_then(MenuCommand::from_name);
    command.name_localizations = each_locale(|words| kind.map(|kind| words.menu_command(kind)));
}

fn label_all<U, E>(
    root: &mut Command<U, E>,
    about: impl Fn(Words) -> String,
    label: fn(Words, &str) -> Option<Label>,
) {
    root.description = Some(about(english()).into());
    root.description_localizations = each_locale(|words| Some(about(words)));
    for command in &mut root.subcommands {
        let name = command.name.to_string();
        let label = |words| label(words, &name);
        command.description = label(english()).map(|label| label.description.into());
        command.name_localizations = each_locale(|words| label(words).map(|label| label.name));
        command.description_localizations =
            each_locale(|words| label(words).map(|label| label.description));
        for parameter in &mut command.parameters {
            label_parameter(&name, parameter);
        }
    }
}

fn label_parameter<U, E>(command: &str, parameter: &mut CommandParameter<U, E>) {
    let name = parameter.name.clone();
    let label = |words: Words| words.option_of(command, &name);
    parameter.description = label(english()).map(|label| label.description.into());
    parameter.name_localizations = each_locale(|words| label(words).map(|label| label.name));
    parameter.description_localizations =
        each_locale(|words| label(words).map(|label| label.description));
}

fn english() -> Words {
    Words::new(Language::English)
}
