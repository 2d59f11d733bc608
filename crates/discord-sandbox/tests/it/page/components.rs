//! Messages made of components on the page, forms of labels, emojis, mentions of commands.

use data_encoding::BASE64;
use discord_sandbox::ChannelKind;
use serde_json::{Value, json};

use super::browser::Window;
use super::places::person;
use super::tab::{Key, Tab};
use super::{Place, parrot, place};
use crate::bot::{PIXEL, Rest};

/// Bot of this test: its button opens a form, and it repeats the submitted values.
fn answer(event: &Value) -> Option<Value> {
    let options = json!([
        {"label": "Two", "value": "2", "default": true},
        {"label": "Three", "value": "3"},
    ]);
    let label = |label: &str, component: Value| {
        let about = format!("About {label}");
        json!({"type": 18, "label": label, "description": about, "component": component})
    };
    match event["type"].as_u64()? {
        3 => {
            let fields = json!([
                label(
                    "Players",
                    json!({"type": 21, "custom_id": "players", "options": options})
                ),
                label(
                    "Options",
                    json!({"type": 22, "custom_id": "extra", "options": [
                        {"label": "Rated", "value": "rated"}, {"label": "Fast", "value": "fast"},
                    ]})
                ),
                label("Hidden", json!({"type": 23, "custom_id": "hidden"})),
            ]);
            let form = json!({"custom_id": "form", "title": "Game", "components": fields});
            Some(json!({"type": 9, "data": form}))
        }
        5 => {
            let fields = event["data"]["components"].as_array()?.iter();
            let field = |field: &Value| {
                let field = &field["component"];
                let value = if field["value"].is_null() {
                    "values"
                } else {
                    "value"
                };
                field[value].to_string()
            };
            let filled: Vec<String> = fields.map(field).collect();
            let content = format!("Filled in: {}", filled.join(" "));
            Some(json!({"type": 4, "data": {"content": content}}))
        }
        _ => parrot::answer(event),
    }
}

/// Posts a board made of components, with an emoji in its text, on its button and in its menu, and
/// a mention of a command.
fn post(place: &Place, channel: &str) {
    let rest = place.runtime.block_on(Rest::new(place.sandbox()));
    let app = rest.app.clone();
    let image = format!("data:image/png;base64,{}", BASE64.encode(PIXEL));
    let body = json!({"name": "stack", "image": image});
    let (emoji, commands) = place.runtime.block_on(async {
        let path = format!("/applications/{app}/emojis");
        let emoji = rest.post(&path, &body).await.fine();
        let path = format!("/applications/{app}/commands");
        (emoji, rest.get(&path).await.fine())
    });
    let emoji = emoji["id"].as_str().expect("id");
    let command = commands[1]["id"].as_str().expect("id");
    let text = format!("<:stack:{emoji}> **Anna** is to move: </board:{command}> </none:1>");
    let picture = json!({"media": {"url": "attachment://a.png"}, "description": "Board"});
    let secret = json!({"media": {"url": "attachment://a.png"}, "spoiler": true});
    let thumbnail = json!({"type": 11, "media": {"url": "attachment://a.png"}});
    let button = json!({"type": 2, "style": 1, "label": "Set up", "custom_id": "go",
        "emoji": {"id": emoji, "name": "stack"}});
    let stack = json!({"label": "b7", "value": "b7", "default": true,
        "emoji": {"id": emoji, "name": "stack"}});
    let menu = json!({"type": 3, "custom_id": "from", "options": [stack]});
    let container = json!({"type": 17, "accent_color": 0x00ff_8800, "components": [
        {"type": 9, "components": [{"type": 10, "content": "Move 14"}], "accessory": thumbnail},
        {"type": 14},
        {"type": 12, "items": [picture, secret]},
        {"type": 13, "file": {"url": "attachment://game.txt"}},
        {"type": 1, "components": [button]},
        {"type": 1, "components": [menu]},
    ]});
    let title = json!({"type": 10, "content": text});
    let body = json!({"flags": 1 << 15, "components": [title, container]});
    let files = [("a.png", PIXEL), ("game.txt", &b"b7-c7"[..])];
    place.upload(&format!("/channels/{channel}/messages"), &body, &files);
}

fn scene(place: &mut Place, window: Window) -> Tab {
    place.let_in(&parrot::commands(), answer);
    let mut tab = place.enter("anna", window);
    let channel =
        tab.value("document.querySelector('[data-channel][aria-current]').dataset.channel");
    post(place, channel.as_str().expect("id"));
    tab
}

#[test]
fn message_made_of_components_is_shown_whole() {
    for window in [Window::DESKTOP, Window::PHONE] {
        let Some(mut place) = place() else { return };
        let mut anna = scene(&mut place, window);
        anna.see(".container.accented .section", "Move 14");
        anna.wait("document.querySelector('.section .thumbnail img')?.naturalWidth === 1");
        anna.wait("document.querySelector('.gallery img[alt=Board]')?.naturalWidth === 1");
        anna.wait("document.querySelector('.container hr.divided')");
        anna.see(".container .file", "game.txt");
        anna.see(".container .file small", "5 B");
        anna.wait(
            "document.querySelector('.content img.emoji[title=\":stack:\"]').naturalWidth === 1",
        );
        anna.wait("document.querySelector('.button img.emoji').naturalWidth === 1");
        anna.wait("document.querySelector('.select-value img.emoji').naturalWidth === 1");
        anna.click("document.querySelector('.veil')");
        anna.wait("!document.querySelector('.veiled')");
        anna.wait("document.activeElement.matches('.gallery .picture')");
        let wider = anna.value("document.documentElement.scrollWidth - innerWidth");
        assert_eq!(wider, 0, "the page is wider than the window");
        anna.click("document.querySelector('.select')");
        anna.wait("document.querySelector('.options img.emoji')?.naturalWidth === 1");
        anna.is_clean();
    }
}

#[test]
fn placeholders_can_be_read_on_a_phone() {
    let Some(mut place) = place() else { return };
    let phone = Window {
        width: 390,
        ..Window::PHONE
    };
    let mut anna = place.enter("anna", phone);
    let menu = json!({"type": 3, "custom_id": "from", "options": [{"label": "b7", "value": "b7"}],
        "placeholder": "Choose the stack that you want to move, or a piece of your reserve"});
    let rows = json!([{"type": 1, "components": [menu]}]);
    let body = json!({"content": "Your turn.", "components": rows});
    place.post(&mut anna, &body);

    anna.see(".select .placeholder", "Choose the stack");
    let menu = "document.querySelector('.select-value')";
    let over = anna.value(&format!("{menu}.scrollWidth - {menu}.clientWidth"));
    assert_eq!(over, 0, "the placeholder of the menu is cut");
    let end = anna.value("getComputedStyle(document.querySelector('#entry')).textOverflow");
    assert_eq!(end, "ellipsis", "a long placeholder ends in a letter");
}

/// Names the role that was given to a command or chosen from a menu.
fn name_role(event: &Value) -> Option<Value> {
    let data = &event["data"];
    let role = match event["type"].as_u64()? {
        2 => &data["options"][0]["value"],
        _ => &data["values"][0],
    };
    let content = format!("Chosen: <@&{}>", role.as_str()?);
    Some(json!({"type": 4, "data": {"content": content}}))
}

#[test]
fn roles_of_the_server_are_offered_and_named() {
    let Some(mut place) = place() else { return };
    let option = json!({"type": 8, "name": "role", "description": "Which", "required": true});
    let command = json!({"name": "allow", "description": "Lets play", "options": [option]});
    place.let_in(&json!([command]), name_role);
    let mut anna = place.enter("anna", Window::DESKTOP);

    anna.click("document.querySelector('#entry')");
    anna.type_text("/allow bo");
    anna.see(".picker li[aria-selected=true]", "Bot");
    anna.key(Key::Enter);
    anna.key(Key::Enter);
    anna.see(".message .content", "Chosen: @Bot");
    let menu = json!({"type": 6, "custom_id": "role"});
    let rows = json!([{"type": 1, "components": [menu]}]);
    place.post(
        &mut anna,
        &json!({"content": "Who plays?", "components": rows}),
    );
    anna.click("document.querySelector('.message .select')");
    anna.press_on(".options li", "everyone");
    anna.see(".message .content", "everyone");
    anna.is_clean();
}

#[test]
fn file_of_a_command_is_read_out_as_one() {
    let Some(mut place) = place() else { return };
    let option = json!({"type": 11, "name": "record", "description": "Which", "required": true});
    let command = json!({"name": "import", "description": "Reads a game", "options": [option]});
    place.let_in(&json!([command]), name_role);
    let mut anna = place.enter("anna", Window::DESKTOP);

    anna.click("document.querySelector('#entry')");
    anna.type_text("/import ");
    anna.see(".picker-head", "record");
    let role = anna.value("document.querySelector('.field input[type=file]').getAttribute('role')");
    assert_eq!(role, Value::Null);
    anna.is_clean();
}

/// Asks for a role and a voice channel with a form, and names those that were chosen.
fn ask(event: &Value) -> Option<Value> {
    if event["type"] == 3 {
        let label =
            |label: &str, menu: Value| json!({"type": 18, "label": label, "component": menu});
        let fields = json!([
            label("Who plays", json!({"type": 6, "custom_id": "role"})),
            label(
                "Where",
                json!({"type": 8, "custom_id": "channel", "channel_types": [2]})
            ),
        ]);
        let form = json!({"custom_id": "form", "title": "Game", "components": fields});
        return Some(json!({"type": 9, "data": form}));
    }
    let fields = event["data"]["components"].as_array()?;
    let chosen = fields
        .iter()
        .map(|field| field["component"]["values"][0].as_str());
    let [Some(role), Some(channel)] = chosen.collect::<Vec<_>>()[..] else {
        return None;
    };
    let content = format!("Chosen: <@&{role}> <#{channel}>");
    Some(json!({"type": 4, "data": {"content": content}}))
}

#[test]
fn menus_of_a_form_offer_what_those_of_a_message_do() {
    let Some(mut place) = place() else { return };
    place.let_in(&json!([]), ask);
    let owner = person(&place, "anna");
    let hall = owner.create_channel("games", "hall", ChannelKind::Voice);
    place.runtime.block_on(hall).expect("channel");
    let mut anna = place.enter("anna", Window::DESKTOP);
    let button = json!({"type": 2, "style": 1, "label": "Ask", "custom_id": "ask"});
    let rows = json!([{"type": 1, "components": [button]}]);
    place.post(&mut anna, &json!({"content": "Game", "components": rows}));

    anna.press_on(".message .button", "Ask");
    anna.click("document.querySelectorAll('dialog .select')[0]");
    anna.press_on(".options li", "Bot");
    anna.click("document.querySelectorAll('dialog .select')[1]");
    anna.see(".options li", "hall");
    let offered = anna.value("document.querySelectorAll('.options li').length");
    assert_eq!(offered, 1);
    anna.key(Key::Enter);
    anna.press_on("dialog button", "Submit");
    anna.see(".message .content", "Chosen: @Bot #hall");
    anna.is_clean();
}

#[test]
fn choice_of_too_few_is_not_shown_as_made() {
    let Some(mut place) = place() else { return };
    let mut anna = place.enter("anna", Window::DESKTOP);
    let options = json!([
        {"label": "Per move", "value": "move", "default": true},
        {"label": "Whole game", "value": "game"},
    ]);
    let menu = json!({"type": 3, "custom_id": "clocks", "max_values": 2, "options": options});
    let rows = json!([{"type": 1, "components": [menu]}]);
    place.post(&mut anna, &json!({"content": "Clocks", "components": rows}));

    anna.click("document.querySelector('.select')");
    anna.see(".options .active", "Per move");
    anna.key(Key::Enter);
    anna.wait("!document.querySelector('.options [aria-selected=true]')");
    anna.key(Key::Escape);
    anna.wait("!document.querySelector('dialog')");
    anna.see(".select-value", "Per move");
    anna.is_clean();
}

#[test]
fn mention_of_a_command_begins_it_where_it_is_offered() {
    let Some(mut place) = place() else { return };
    let mut anna = scene(&mut place, Window::DESKTOP);
    anna.see("span.mention", "/none");
    anna.press_on("button.mention", "/board");
    anna.see(".slash .command", "/board");
    anna.is_clean();
}

#[test]
fn form_of_labels_is_filled_in_and_sent() {
    let Some(mut place) = place() else { return };
    let mut anna = scene(&mut place, Window::PHONE);
    anna.press_on(".message .button", "Set up");
    anna.see("dialog h2", "Game");
    let about = "document.querySelector('dialog input[name=hidden]').getAttribute('aria-describedby')\
                 .split(' ').map((id) => document.getElementById(id).textContent).join('')";
    assert_eq!(anna.value(about), "About Hidden");
    anna.press_on("dialog button", "Submit");
    anna.see("dialog .error", "This field is required.");
    anna.press_on("dialog label", "Three");
    anna.press_on("dialog label", "Rated");
    anna.click("document.querySelector('dialog input[name=hidden]')");
    anna.press_on("dialog button", "Submit");
    anna.see(".message .content", "Filled in: \"3\" [\"rated\"] true");
    anna.is_clean();
}
