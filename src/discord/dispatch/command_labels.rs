//! Names and descriptions of the commands in every language.

use std::borrow::Cow;

use poise::{Command, CommandParameter, CommandParameterChoice};

use crate::discord::interaction::arguments::options::choice_label;
use crate::i18n::{CommandOption, Label, Language, MenuCommand, Root, Words};

type Text = Cow<'static, str>;

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
            label_parameter(parameter);
        }
    }
}

fn label_parameter<U, E>(parameter: &mut CommandParameter<U, E>) {
    let name = parameter.name.clone();
    let label = |words: Words| words.option_named(&name);
    parameter.description = label(english()).map(|label| label.description.into());
    parameter.name_localizations = each_locale(|words| label(words).map(|label| label.name));
    parameter.description_localizations =
        each_locale(|words| label(words).map(|label| label.description));
    let Some(option) = CommandOption::from_name(&name) else {
        return;
    };
    let mut choices = parameter.choices.to_vec();
    for (i, choice) in choices.iter_mut().enumerate() {
        label_choice(choice, |words| choice_label(words, option, i));
    }
    parameter.choices = choices.into();
}

fn label_choice(choice: &mut CommandParameterChoice, label: impl Fn(Words) -> Option<String>) {
    if let Some(name) = label(english()) {
        choice.name = name.into();
    }
    choice.localizations = each_locale(label);
}

/// Returns a text in every language, by Discord's locales. English is among them: without its own entry,
/// somebody who uses American English may be shown the British one.
fn each_locale(text: impl Fn(Words) -> Option<String>) -> Cow<'static, [(Text, Text)]> {
    let mut texts = Vec::new();
    for language in Language::ALL {
        let Some(text) = text(Words::new(language)) else {
            continue;
        };
        for locale in language.locale_codes() {
            texts.push((Text::Borrowed(*locale), Text::Owned(text.clone())));
        }
    }
    texts.into()
}

fn english() -> Words {
    Words::new(Language::English)
}
