//! What Discord is told of the commands, held against its limits.

use std::collections::HashSet;

use focusbot::discord::commands;
use focusbot::wording::Language;
use serde_json::Value;

/// Every limit is from Discord's "Application Commands".
const OPTIONS: usize = 25;
const NAME: usize = 32;
const DESCRIPTION: usize = 100;
const COMMAND: usize = 8_000;

fn registered() -> Value {
    let commands = commands::registration(&commands::all());
    serde_json::to_value(commands).expect("commands as JSON")
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

/// The text of a field in its longest language.
fn longest(value: &Value, field: &str) -> usize {
    let localized = value[format!("{field}_localizations")].as_object();
    let localized = localized.into_iter().flat_map(|texts| texts.values());
    let texts = localized.chain([&value[field]]).filter_map(Value::as_str);
    texts.map(|text| text.chars().count()).max().unwrap_or(0)
}

#[test]
fn there_is_one_command_with_every_subcommand() {
    let commands = registered();
    assert_eq!(commands.as_array().map(Vec::len), Some(1));
    let names: Vec<_> = options(&commands[0])
        .iter()
        .map(|sub| sub["name"].clone())
        .collect();
    let wanted = [
        "new",
        "challenge",
        "join",
        "leave",
        "start",
        "move",
        "board",
        "games",
        "resign",
        "draw",
        "takeback",
        "watch",
        "hint",
        "leaderboard",
        "profile",
        "replay",
        "export",
        "history",
        "eval",
        "rules",
        "help",
    ];
    assert_eq!(names, wanted);
    assert_eq!(
        commands[0]["contexts"],
        serde_json::json!([0]),
        "in servers only"
    );
    assert_eq!(commands[0]["integration_types"], serde_json::json!([0]));
}

#[test]
fn lists_and_texts_are_within_limits_in_every_language() {
    walk(&registered()[0], &mut |value| {
        assert!(
            options(value).len() <= OPTIONS && choices(value).len() <= OPTIONS,
            "{value}"
        );
        assert!(longest(value, "name") <= NAME, "{value}");
        let description = longest(value, "description");
        assert!((1..=DESCRIPTION).contains(&description), "{value}");
        for choice in choices(value) {
            assert!(
                (1..=DESCRIPTION).contains(&longest(choice, "name")),
                "{choice}"
            );
        }
        let mut is_optional = false;
        for option in options(value).iter().filter(|option| option["type"] != 1) {
            let is_required = option["required"] == true;
            assert!(
                !(is_required && is_optional),
                "required after optional: {option}"
            );
            is_optional |= !is_required;
        }
    });
}

#[test]
fn names_are_spelled_as_discord_wants_and_differ_in_every_language() {
    let is_spelled = |name: &str| {
        name.chars()
            .all(|c| c.is_alphanumeric() || c == '-' || c == '_')
            && name.to_lowercase() == name
            && !name.is_empty()
    };
    walk(&registered()[0], &mut |value| {
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
fn a_whole_command_is_within_its_limit() {
    let mut total = 0;
    walk(&registered()[0], &mut |value| {
        total += longest(value, "name") + longest(value, "description");
        for choice in choices(value) {
            total += longest(choice, "name") + choice["value"].to_string().chars().count();
        }
    });
    assert!(total <= COMMAND, "{total} characters");
}
