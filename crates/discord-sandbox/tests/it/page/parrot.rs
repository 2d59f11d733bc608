//! Bot that repeats its input, with every feature that Discord offers bots.

use serde_json::{Value, json};

const COMMAND: u64 = 2;
const COMPONENT: u64 = 3;
const AUTOCOMPLETE: u64 = 4;
const FORM: u64 = 5;

/// Returns the commands of the bot.
pub(super) fn commands() -> Value {
    let plain = |name: &str| json!({ "name": name, "description": "Says something" });
    json!([
        {
            "name": "play",
            "name_localizations": { "de": "spielen" },
            "description": "Plays something",
            "options": [
                {
                    "type": 3, "name": "mode", "description": "Number of players", "required": true,
                    "choices": [{ "name": "Duel", "value": "2" }, { "name": "Three-way", "value": "3" }],
                },
                {
                    "type": 3, "name": "move", "description": "Where to", "required": true,
                    "autocomplete": true,
                },
                { "type": 4, "name": "hours", "description": "For a move", "min_value": 1, "max_value": 48 },
                { "type": 6, "name": "against", "description": "Whom" },
            ],
        },
        plain("board"),
        plain("secret"),
        plain("silent"),
    ])
}

/// Returns the response of the bot, if it has one.
pub(super) fn answer(event: &Value) -> Option<Value> {
    let data = &event["data"];
    let name = data["name"]
        .as_str()
        .or_else(|| data["custom_id"].as_str())?;
    match (event["type"].as_u64()?, name) {
        (AUTOCOMPLETE, _) => Some(moves(data)),
        (COMMAND, "board") => Some(json!({ "type": 4, "data": board("Your turn.") })),
        (COMMAND, "secret") => {
            Some(json!({ "type": 4, "data": { "content": "Psst.", "flags": 64 } }))
        }
        (COMMAND, "play") => Some(says(&format!("Playing {}.", filled(data)))),
        (COMPONENT, "write") => Some(form()),
        (COMPONENT, "count") => Some(json!({ "type": 7, "data": board("Pressed.") })),
        (COMPONENT, "pick") => {
            let values = data["values"].to_string();
            Some(json!({ "type": 7, "data": board(&format!("Picked {values}.")) }))
        }
        (FORM, _) => {
            let text = &data["components"][0]["components"][0]["value"];
            (text != "silence").then(|| says(&format!("Written: {text}.")))
        }
        _ => None,
    }
}

fn says(content: &str) -> Value {
    json!({ "type": 4, "data": { "content": content } })
}

/// Formats the options, such as `mode=2 move=b7-c7`.
fn filled(data: &Value) -> String {
    let options = data["options"].as_array().into_iter().flatten();
    let words = options.map(|option| {
        let value = option["value"]
            .as_str()
            .map_or(option["value"].to_string(), str::to_owned);
        format!("{}={value}", option["name"].as_str().unwrap_or_default())
    });
    words.collect::<Vec<_>>().join(" ")
}

fn moves(data: &Value) -> Value {
    let options = data["options"].as_array().into_iter().flatten();
    let focused = options.into_iter().find(|option| option["focused"] == true);
    let typed = focused
        .and_then(|option| option["value"].as_str())
        .unwrap_or_default();
    let known = ["b7-c7", "b7-b6", "c6-d6", "d4-e4"];
    let found = known.iter().filter(|text| text.starts_with(typed));
    let choices: Vec<_> = found
        .map(|text| json!({ "name": format!("{text} (slide)"), "value": text }))
        .collect();
    json!({ "type": 8, "data": { "choices": choices } })
}

fn board(content: &str) -> Value {
    let squares = ["b7", "c6", "d4"].map(|square| json!({ "label": square, "value": square }));
    json!({
        "content": content,
        "components": [
            { "type": 1, "components": [
                { "type": 2, "style": 1, "custom_id": "write", "label": "Write" },
                { "type": 2, "style": 3, "custom_id": "count", "label": "Count", "emoji": { "name": "➕" } },
                { "type": 2, "style": 4, "custom_id": "dead", "label": "Dead" },
                { "type": 2, "style": 2, "custom_id": "off", "label": "Off", "disabled": true },
                { "type": 2, "style": 5, "url": "https://example.com", "label": "Away" },
            ] },
            { "type": 1, "components": [
                { "type": 3, "custom_id": "pick", "placeholder": "From where?", "options": squares },
            ] },
        ],
    })
}

fn form() -> Value {
    json!({ "type": 9, "data": {
        "custom_id": "form",
        "title": "Your move",
        "components": [{ "type": 1, "components": [
            { "type": 4, "custom_id": "move", "style": 1, "label": "Move", "required": true, "min_length": 2 },
        ] }],
    } })
}
