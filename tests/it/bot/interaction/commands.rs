//! Registration of the commands, checked against Discord's limits.

use std::collections::{BTreeSet, HashSet};

use focus_engine::Level;
use focusbot::discord::dispatch::commands;
use focusbot::i18n::{AdminCommand, Language, MenuCommand, Root, Subcommand, Words};
use serde_json::{Value, json};

/// Every limit is from Discord's "Application Commands".
const COMMANDS: usize = 100;
const OPTIONS: usize = 25;
const CHOICES: usize = 25;
const NAME: usize = 32;
const TEXT: usize = 100;
const COMMAND: usize = 8_000;

/// Number of further subcommands for which every command of people has room.
const ROOM: usize = 12;
/// Number of characters kept free for them; a short subcommand takes about 120.
const ROOM_TEXT: usize = 1_500;

fn registered() -> Value {
    let commands = commands::registration(&commands::all());
    serde_json::to_value(commands).expect("commands as JSON")
}

/// Returns the commands of a kind: 1 for typed ones, 2 and 3 for those in the menu of a person and
/// of a message.
fn of_kind(kind: u64) -> Vec<Value> {
    let registered = registered();
    let commands = registered.as_array().expect("a list of commands").iter();
    let wanted = commands.filter(|command| command["type"] == kind);
    wanted.cloned().collect()
}

fn options(command: &Value) -> &[Value] {
    command["options"].as_array().map_or(&[], Vec::as_slice)
}

fn choices(option: &Value) -> &[Value] {
    option["choices"].as_array().map_or(&[], Vec::as_slice)
}

/// Calls `look` with a command and everything below it.
fn walk(command: &Value, look: &mut impl FnMut(&Value)) {
    look(command);
    for option in options(command) {
        walk(option, look);
    }
}

/// Returns the text of a field in its longest language.
fn longest(value: &Value, field: &str) -> usize {
    let localized = value[format!("{field}_localizations")].as_object();
    let localized = localized.into_iter().flat_map(|texts| texts.values());
    let texts = localized.chain([&value[field]]).filter_map(Value::as_str);
    texts.map(|text| text.chars().count()).max().unwrap_or(0)
}

/// Returns the size that Discord counts for a value itself: its longest name and longest
/// description.
fn own_size(value: &Value) -> usize {
    let choices = choices(value).iter();
    let choices = choices.map(|choice| longest(choice, "name") + value_length(choice));
    longest(value, "name") + longest(value, "description") + choices.sum::<usize>()
}

/// Returns the size that Discord counts for a value and everything below it.
fn size(value: &Value) -> usize {
    own_size(value) + options(value).iter().map(size).sum::<usize>()
}

fn value_length(choice: &Value) -> usize {
    let value = &choice["value"];
    let text = value.as_str().map(str::to_owned);
    text.unwrap_or_else(|| value.to_string()).chars().count()
}

/// Returns all reasons for which Discord would refuse the registration as a whole.
fn faults(commands: &[Value]) -> Vec<String> {
    let mut faults = Vec::new();
    at_most("the bot", "commands", commands.len(), COMMANDS, &mut faults);
    for command in commands {
        look_at("", command, &mut faults);
        let total = size(command);
        if total > COMMAND {
            let below = options(command).iter();
            let mut sizes: Vec<_> = below.map(|sub| (size(sub), name(sub))).collect();
            sizes.sort_unstable_by(|one, other| other.cmp(one));
            faults.push(format!(
                "/{}: expected at most {COMMAND} characters in all, got {total}: {sizes:?}",
                name(command)
            ));
        }
    }
    faults
}

fn name(value: &Value) -> &str {
    value["name"].as_str().unwrap_or_default()
}

fn at_most(path: &str, what: &str, number: usize, limit: usize, faults: &mut Vec<String>) {
    if number > limit {
        faults.push(format!(
            "{path}: expected at most {limit} {what}, got {number}"
        ));
    }
}

fn look_at(above: &str, value: &Value, faults: &mut Vec<String>) {
    let path = format!("{above}/{}", name(value));
    let (options, choices) = (options(value), choices(value));
    at_most(
        &path,
        "options or subcommands",
        options.len(),
        OPTIONS,
        faults,
    );
    at_most(&path, "choices", choices.len(), CHOICES, faults);
    let mut text = |what: &str, length: usize, limit: usize| {
        if !(1..=limit).contains(&length) {
            faults.push(format!(
                "{path}: expected 1 to {limit} characters of {what}, got {length}"
            ));
        }
    };
    text("name", longest(value, "name"), NAME);
    text("description", longest(value, "description"), TEXT);
    for choice in choices {
        text(
            &format!("choice `{}`", name(choice)),
            longest(choice, "name"),
            TEXT,
        );
        text(
            &format!("value of `{}`", name(choice)),
            value_length(choice),
            TEXT,
        );
    }
    let names: BTreeSet<_> = options.iter().map(name).collect();
    if names.len() < options.len() {
        faults.push(format!("{path}: expected different names of options"));
    }
    let is_optional = |option: &Value| option["required"] != true;
    if !options.is_sorted_by_key(is_optional) {
        faults.push(format!(
            "{path}: expected required options before all others"
        ));
    }
    for option in options {
        look_at(&path, option, faults);
    }
}

#[test]
fn registration_is_within_every_limit_in_every_language() {
    let faults = faults(&of_kind(1));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn planted_faults_are_named() {
    let option = |name: &str| json!({"type": 3, "name": name, "description": "d"});
    let many: Vec<_> = (0..26).map(|i| option(&format!("o{i}"))).collect();
    let late = json!({"type": 3, "name": "late", "description": "d", "required": true});
    let choice = json!({"name": "c", "value": "v".repeat(101)});
    let long = json!({"type": 3, "name": "a", "description": "d", "choices": vec![choice; 26]});
    let german = json!({"type": 1, "name": "sub", "description": "d",
        "description_localizations": {"de": "ä".repeat(101)}});
    let wide = json!({"type": 3, "name": "n", "description": "d".repeat(99)});
    let large: Vec<_> = (0..25)
        .map(|i| {
            json!({"type": 1, "name": format!("s{i:02}"), "description": "d".repeat(97),
            "options": [wide, wide, wide]})
        })
        .collect();
    for (options, expected) in [
        (
            many,
            "/x: expected at most 25 options or subcommands, got 26",
        ),
        (
            vec![option("a"), late],
            "/x: expected required options before all others",
        ),
        (
            vec![option("a"), option("a")],
            "/x: expected different names of options",
        ),
        (
            vec![option(&"n".repeat(33))],
            "expected 1 to 32 characters of name, got 33",
        ),
        (
            vec![option("")],
            "/x/: expected 1 to 32 characters of name, got 0",
        ),
        (
            vec![long.clone()],
            "/x/a: expected at most 25 choices, got 26",
        ),
        (
            vec![long],
            "/x/a: expected 1 to 100 characters of value of `c`, got 101",
        ),
        (
            vec![german],
            "/x/sub: expected 1 to 100 characters of description, got 101",
        ),
        (
            large,
            "/x: expected at most 8000 characters in all, got 10002: [(400, \"s24\")",
        ),
    ] {
        let found = faults(&[json!({"name": "x", "description": "d", "options": options})]);
        let is_named = found.iter().any(|fault| fault.contains(expected));
        assert!(is_named, "{expected}: {found:?}");
    }
}

#[test]
fn people_have_every_subcommand_everywhere_and_admins_on_servers() {
    let commands = &of_kind(1)[..];
    let english = Words::new(Language::English);
    let names = |command| -> BTreeSet<_> { options(command).iter().map(name).collect() };
    let (admin, people) = commands.split_last().expect("some commands");
    assert_eq!(people.len(), Root::ALL.len());
    for (root, command) in Root::ALL.iter().zip(people) {
        assert_eq!(name(command), root.name());
        let wanted = Subcommand::ALL
            .iter()
            .filter(|command| command.root() == *root);
        let wanted: Vec<_> = wanted
            .map(|command| english.command(*command).name)
            .collect();
        assert_eq!(names(command), wanted.iter().map(String::as_str).collect());
        assert!(wanted.len() + ROOM <= OPTIONS, "{}", root.name());
        let size = size(command);
        assert!(size + ROOM_TEXT <= COMMAND, "{}: {size}", root.name());
    }
    let wanted: Vec<_> = AdminCommand::ALL
        .iter()
        .map(|command| english.admin_command(*command).name)
        .collect();
    assert_eq!(names(admin), wanted.iter().map(String::as_str).collect());
    for command in people {
        check_places(command, &json!([0, 1, 2]), &json!([0, 1]));
    }
    check_places(admin, &json!([0]), &json!([0]));
    // Only members with Manage Guild, unless the server permits others.
    assert_eq!(admin["default_member_permissions"], "32");
}

#[track_caller]
fn check_places(command: &Value, contexts: &Value, installations: &Value) {
    assert_eq!(command["contexts"], *contexts);
    assert_eq!(command["integration_types"], *installations);
}

#[test]
fn menus_of_people_and_messages_have_commands_in_every_language() {
    let names = |kind| -> Vec<_> {
        let commands = of_kind(kind);
        commands
            .iter()
            .map(|command| name(command).to_owned())
            .collect()
    };
    assert_eq!(names(2), ["Challenge to FOCUS"]);
    assert_eq!(names(3), ["Play on from here", "Replay"]);
    for command in of_kind(2).into_iter().chain(of_kind(3)) {
        assert!(longest(&command, "name") <= NAME, "{command}");
        check_places(&command, &json!([0, 1, 2]), &json!([0, 1]));
        assert!(command["description"].is_null());
        for locale in Language::ALL
            .iter()
            .flat_map(|language| language.locale_codes())
        {
            assert!(
                command["name_localizations"][*locale].is_string(),
                "{locale}: {command}"
            );
        }
    }
    assert_eq!(names(2).len() + names(3).len(), MenuCommand::ALL.len());
}

#[test]
fn names_are_spelled_as_discord_wants_and_differ_in_every_language() {
    let is_spelled = |name: &str| {
        name.chars()
            .all(|c| c.is_alphanumeric() || c == '-' || c == '_')
            && name.to_lowercase() == name
            && !name.is_empty()
    };
    for command in of_kind(1) {
        check_names(&command, is_spelled);
    }
}

fn check_names(command: &Value, is_spelled: impl Fn(&str) -> bool) {
    walk(command, &mut |value| {
        for language in Language::ALL {
            for locale in language.locale_codes() {
                let names = options(value).iter().map(|option| {
                    let localized = option["name_localizations"][*locale].as_str();
                    let name = localized.unwrap_or_else(|| panic!("{locale} in {option}"));
                    assert!(is_spelled(name), "{name}");
                    name.to_owned()
                });
                let names: Vec<_> = names.collect();
                let different: HashSet<_> = names.iter().collect();
                assert_eq!(different.len(), names.len(), "{locale}: {names:?}");
                assert!(
                    value["description_localizations"][*locale].is_string(),
                    "{value}"
                );
            }
        }
    });
}

#[test]
fn every_seat_of_a_computer_has_every_level_in_every_language() {
    let registered = registered();
    let commands = registered.as_array().expect("a list").iter();
    let subcommands = commands.flat_map(options);
    for name in ["new", "challenge"] {
        let mut found = subcommands.clone();
        let command = found.find(|command| command["name"] == name);
        let options = options(command.expect("a command")).iter();
        let seats = options.filter(|option| {
            let name = option["name"].as_str().unwrap_or_default();
            name.starts_with("computer") || name == "partner"
        });
        let seats: Vec<_> = seats.map(choices).collect();
        assert_eq!(seats.len(), 4, "{name}");
        for seat in seats {
            assert_eq!(seat.len(), Level::ALL.len(), "{name}");
            let is_named = |choice: &Value| choice["name_localizations"]["pl"].is_string();
            assert!(seat.iter().all(is_named), "{seat:?}");
        }
    }
}

#[test]
fn a_category_cannot_be_chosen_to_play_in() {
    const CATEGORY: u64 = 4;
    let registered = registered();
    let mut kinds = Vec::new();
    for command in registered.as_array().expect("commands") {
        walk(command, &mut |value| {
            // Type 7 is a channel option.
            if value["type"] == 7 {
                kinds.push(value["channel_types"].clone());
            }
        });
    }
    let [kinds] = &kinds[..] else {
        panic!("expected one option, got {kinds:?}");
    };
    let kinds = kinds.as_array().expect("the kinds of channels");
    assert!(!kinds.contains(&json!(CATEGORY)), "{kinds:?}");
    // Text, announcements, threads of all three kinds, forums.
    for kind in [0, 5, 10, 11, 12, 15] {
        assert!(kinds.contains(&json!(kind)), "{kind} is not in {kinds:?}");
    }
}
