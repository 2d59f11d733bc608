//! Completeness of the catalogue: every message in every language, with the same variables, and
//! used.

use std::collections::{BTreeMap, BTreeSet};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use fluent_syntax::parser;
use focus::{Opening, Repetition, RuleOption, SetupSize, Stuck, Talk};
use focus_engine::Level;
use focusbot::i18n::{
    Button, CommandOption, Done, Language, OpponentKind, Permission, Setting, Subcommand, Switch,
    Task, Words,
};
use focusbot::service::{ClockKind, Orientation, ReminderFrequency, ReminderPlace, ThemeName};
use strum::VariantNames;

use crate::support::files::{files, read, root};

/// Messages of a language: their variables, and the file of each.
#[derive(Default)]
struct Messages {
    variables: BTreeMap<String, BTreeSet<String>>,
    files: BTreeMap<String, String>,
    references: BTreeSet<String>,
    problems: Vec<String>,
}

impl Messages {
    fn read(&mut self, file: &str, source: &str) {
        let resource = parser::parse(source).unwrap_or_else(|(rest, errors)| {
            self.problems.push(format!("{file}: {errors:?}"));
            rest
        });
        for entry in resource.body {
            let (id, pattern) = match entry {
                Entry::Message(message) if message.attributes.is_empty() => (
                    message.id.name.to_owned(),
                    message.value.expect("message with a text"),
                ),
                Entry::Comment(_) | Entry::GroupComment(_) | Entry::ResourceComment(_) => continue,
                other => {
                    self.problems
                        .push(format!("{file}: expected messages only, got {other:?}"));
                    continue;
                }
            };
            let mut variables = BTreeSet::new();
            self.walk(&pattern, &mut variables);
            self.variables.insert(id.clone(), variables);
            if self.files.insert(id.clone(), file.to_owned()).is_some() {
                self.problems.push(format!("{file}: {id} is there twice"));
            }
        }
    }

    fn walk(&mut self, pattern: &Pattern<&str>, variables: &mut BTreeSet<String>) {
        for element in &pattern.elements {
            let PatternElement::Placeable { expression } = element else {
                continue;
            };
            match expression {
                Expression::Inline(inline) => self.walk_inline(inline, variables),
                Expression::Select { selector, variants } => {
                    self.walk_inline(selector, variables);
                    for variant in variants {
                        self.walk(&variant.value, variables);
                    }
                }
            }
        }
    }

    fn walk_inline(&mut self, inline: &InlineExpression<&str>, variables: &mut BTreeSet<String>) {
        match inline {
            InlineExpression::VariableReference { id } => {
                variables.insert(id.name.to_owned());
            }
            InlineExpression::MessageReference { id, .. } => {
                self.references.insert(id.name.to_owned());
            }
            InlineExpression::StringLiteral { .. } => {}
            other => self
                .problems
                .push(format!("expected a variable or message, got {other:?}")),
        }
    }
}

/// Returns the differences of the languages from the first one.
fn problems(languages: &[(&str, Messages)]) -> Vec<String> {
    let mut problems = Vec::new();
    let (_, first) = &languages[0];
    for (code, messages) in languages {
        problems.extend(
            messages
                .problems
                .iter()
                .map(|problem| format!("{code}: {problem}")),
        );
        for (id, variables) in &first.variables {
            match messages.variables.get(id) {
                None => problems.push(format!("{code}: {id} is missing")),
                Some(theirs) if theirs != variables => {
                    problems.push(format!("{code}: {id} has {theirs:?}, not {variables:?}"));
                }
                Some(_) => {}
            }
        }
        for (id, file) in &messages.files {
            match first.files.get(id) {
                None => problems.push(format!("{code}: {id} is surplus")),
                Some(theirs) if theirs != file => {
                    problems.push(format!("{code}: {id} is in {file}, not {theirs}"));
                }
                Some(_) => {}
            }
        }
    }
    problems
}

fn catalogue() -> Vec<(&'static str, Messages)> {
    Language::ALL
        .map(|language| (language.code(), read_language(language)))
        .into()
}

fn read_language(language: Language) -> Messages {
    let folder = root().join("assets/locales").join(language.code());
    let mut messages = Messages::default();
    for path in files(&folder, "ftl") {
        let file = path.file_name().expect("name of a file");
        messages.read(&file.to_string_lossy(), &read(&path));
    }
    messages
}

/// Collects every string in the sources that could be the id of a message, and those passed to
/// `text` or a function like it.
fn ids_in_sources(folder: &str, strings: &mut BTreeSet<String>, asked: &mut BTreeSet<String>) {
    for path in files(&root().join(folder), "rs") {
        collect_ids(&read(path), strings, asked);
    }
}

fn collect_ids(source: &str, strings: &mut BTreeSet<String>, asked: &mut BTreeSet<String>) {
    let parts: Vec<&str> = source.split('"').collect();
    for pair in parts.windows(2) {
        let (before, string) = (pair[0].trim_end(), pair[1]);
        if !is_id(string) {
            continue;
        }
        strings.insert(string.to_owned());
        let call = before.rsplit_once('.').map_or("", |(_, call)| call);
        if ["about(", "naming(", "of_game(", "quoting(", "text("].contains(&call) {
            asked.insert(string.to_owned());
        }
    }
}

/// Returns the ids that the sources put together from the names of values.
fn composed_ids() -> BTreeSet<String> {
    let ids = [
        ("button-*", names(Button::ALL)),
        ("choice-opening-*", names(&Opening::ALL.map(Opening::token))),
        (
            "choice-repetition-*",
            names(&Repetition::ALL.map(Repetition::token)),
        ),
        (
            "choice-setup-*",
            names(&SetupSize::ALL.map(SetupSize::token)),
        ),
        ("choice-stuck-*", names(&Stuck::ALL.map(Stuck::token))),
        ("choice-talk-*", names(&Talk::ALL.map(Talk::token))),
        ("clock-kind-*", names(ClockKind::ALL)),
        ("command-*", names(Subcommand::ALL)),
        ("command-*-name", names(Subcommand::ALL)),
        ("done-*", names(Done::VARIANTS)),
        ("lesson-*", names(&Task::ALL)),
        ("lesson-*-right", names(&Task::ALL)),
        ("lesson-*-wrong", names(&Task::ALL)),
        ("level-*", Level::ALL.map(|level| level.to_string()).into()),
        ("option-*", names(&RuleOption::ALL.map(RuleOption::token))),
        ("option-about-*", names(CommandOption::ALL)),
        ("option-name-*", names(CommandOption::ALL)),
        ("orientation-*", names(Orientation::ALL)),
        ("panel-against-*", names(OpponentKind::ALL)),
        ("panel-switch-*", names(Switch::ALL)),
        ("permission-*", names(Permission::ALL)),
        ("reminder-place-*", names(ReminderPlace::ALL)),
        ("reminders-*", names(ReminderFrequency::ALL)),
        ("settings-*", names(Setting::ALL)),
        ("theme-*", names(ThemeName::ALL)),
    ];
    let ids = ids.into_iter().flat_map(|(id, names)| {
        let names = names.into_iter();
        names.map(move |name| id.replace('*', &name))
    });
    // The buttons of teams have the names of the teams.
    ids.filter(|id| !id.ends_with("-team")).collect()
}

/// Returns the names of values.
fn names<T: Copy + Into<&'static str>>(values: &[T]) -> Vec<String> {
    let names = values.iter().map(|value| {
        let name: &str = (*value).into();
        name.to_owned()
    });
    names.collect()
}

fn is_id(string: &str) -> bool {
    let letters = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    string.starts_with(|c: char| c.is_ascii_lowercase())
        && string.contains('-')
        && string.chars().all(letters)
        // The form of the names of variants.
        && string != "kebab-case"
}

fn planted(first: &str, second: &str) -> Vec<String> {
    let languages = [first, second].map(|source| {
        let mut messages = Messages::default();
        messages.read("a.ftl", source);
        messages
    });
    let [first, second] = languages;
    problems(&[("en", first), ("de", second)])
}

#[test]
fn languages_have_the_same_messages() {
    let problems = problems(&catalogue());
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn planted_faults_are_found() {
    let rows = [
        ("a-b = A\nc-d = B\n", "a-b = A\n", "c-d is missing"),
        ("a-b = A\n", "a-b = A\nc-d = B\n", "c-d is surplus"),
        ("a-b = A { $x }\n", "a-b = A { $y }\n", "a-b has {\"y\"}"),
        ("a-b = A { $x }\n", "a-b = A\n", "a-b has {}"),
        ("a-b = A\n", "a-b = A\na-b = B\n", "a-b is there twice"),
        ("a-b = A\n", "a-b = A {\n", "ExpectedInlineExpression"),
    ];
    for (first, second, expected) in rows {
        let found = planted(first, second);
        assert!(
            found.iter().any(|problem| problem.contains(expected)),
            "{expected}: {found:?}"
        );
    }
    assert_eq!(
        planted("a-b = { $x }\n", "a-b = x { $x }\n"),
        Vec::<String>::new()
    );
}

#[test]
fn every_message_is_used_and_every_used_one_exists() {
    let (mut strings, mut asked) = (BTreeSet::new(), BTreeSet::new());
    ids_in_sources("src", &mut strings, &mut asked);
    asked.extend(composed_ids());
    strings.extend(composed_ids());
    let mut in_wording = BTreeSet::new();
    ids_in_sources("src/i18n", &mut in_wording, &mut BTreeSet::new());
    let english = read_language(Language::English);
    let is_message = |id: &&String| english.files.contains_key(*id);

    let unknown: Vec<_> = asked
        .union(&in_wording)
        .filter(|id| !is_message(id))
        .collect();
    assert!(
        unknown.is_empty(),
        "asked for, but not in the catalogue: {unknown:?}"
    );
    let used = |id: &&String| strings.contains(*id) || english.references.contains(*id);
    let unused: Vec<_> = english.files.keys().filter(|id| !used(id)).collect();
    assert!(
        unused.is_empty(),
        "in the catalogue, but not in the sources: {unused:?}"
    );
}

#[test]
fn ids_are_found_in_sources() {
    let (mut strings, mut asked) = (BTreeSet::new(), BTreeSet::new());
    let source = r#"words.text("a-b", &[("name", x)]); match y { A => "c-d" }"#;
    collect_ids(source, &mut strings, &mut asked);
    assert_eq!(strings.into_iter().collect::<Vec<_>>(), ["a-b", "c-d"]);
    assert_eq!(asked.into_iter().collect::<Vec<_>>(), ["a-b"]);
}

#[test]
fn every_file_is_embedded() {
    for language in Language::ALL {
        for (id, file) in read_language(language).files {
            assert_ne!(
                Words::new(language).text(&id, &[]),
                id,
                "{file} is not embedded"
            );
        }
    }
}

#[test]
fn a_missing_message_is_its_id() {
    assert_eq!(
        Words::new(Language::Polish).text("no-such-message", &[]),
        "no-such-message"
    );
}

#[test]
fn locales_of_discord_are_understood() {
    for language in Language::ALL {
        for locale in language.locale_codes() {
            assert_eq!(Language::from_locale(locale), language, "{locale}");
        }
    }
    assert_eq!(Language::from_locale("pt-BR"), Language::English);
    assert_eq!(Language::from_locale(""), Language::English);
}

#[test]
fn commands_keep_the_names_that_the_client_of_a_person_knows() {
    for client in Language::ALL.map(Words::new) {
        for language in Language::ALL {
            let (own, words) = (Words::new(language), client.in_language(language));
            assert_eq!(words.language(), language);
            let name =
                |words: Words| format!("/focus-info {}`", words.command(Subcommand::Games).name);
            let said = words.text("unknown-button", &[]);
            assert!(said.contains(&name(client)), "{said}");
            // Everything else is in the chosen language.
            let renamed = own
                .text("unknown-button", &[])
                .replace(&name(own), &name(client));
            assert_eq!(said, renamed);
            let about = |words: Words| words.command(Subcommand::Games).description;
            assert_eq!(about(words), about(own));
        }
    }
}
