//! Places on the page: groups, servers, and where the application is installed.

use serde_json::json;

use super::browser::{Browser, Window};
use super::tab::{Key, Tab, find};
use super::{Place, parrot};
use crate::bot::Rest;

fn place() -> Place {
    let mut place = Place::new();
    place.let_in(&parrot::commands(), parrot::answer);
    place
}

/// Types a command without options and sends it.
fn call(tab: &mut Tab, command: &str) {
    tab.click("document.querySelector('#entry')");
    tab.type_text(&format!("/{command}"));
    tab.see(".picker li[aria-selected=true]", &format!("/{command}"));
    tab.key(Key::Enter);
    tab.see(".slash .command", command);
    tab.key(Key::Enter);
}

/// Follows the offer to add the application, which stands where there are no commands.
fn install(tab: &mut Tab) {
    tab.click("document.querySelector('#entry')");
    tab.type_text("/");
    tab.see(".picker-head", "There are no commands here.");
    tab.key(Key::Enter);
    tab.click("document.querySelector('[data-place=me]')");
    tab.see("[data-place=me]", "Remove");
    tab.key(Key::Escape);
    tab.wait("!document.querySelector('dialog')");
    tab.click("document.querySelector('#entry')");
    tab.key(Key::Backspace);
}

#[test]
fn group_plays_with_the_application_of_one_of_its_people() {
    let Some(mut browser) = Browser::launch() else {
        return;
    };
    let place = place();
    let mut anna = place.enter(&mut browser, "anna", Window::DESKTOP);
    let mut lukasz = place.enter(&mut browser, "lukasz", Window::PHONE);
    let mut sjoerd = place.enter(&mut browser, "sjoerd", Window::DESKTOP);

    anna.press_on(".channel", "New conversation");
    for who in ["lukasz", "eleonora"] {
        anna.click(&format!(
            "document.querySelector('.choices input[value={who}]')"
        ));
    }
    anna.click("document.querySelector('#group-name')");
    anna.type_text("Friends");
    anna.press_on("dialog button", "Open");
    anna.see("#channel-name", "Friends");
    install(&mut anna);
    call(&mut anna, "board");
    anna.see(".message .content", "Your turn.");
    lukasz.click("document.querySelector('#open-channels')");
    lukasz.press_on(".channel", "Friends");
    lukasz.press_on(".message .button", "Count");
    lukasz.see(".message .content", "Pressed.");
    anna.see(".message .content", "Pressed.");
    anna.click("document.querySelector('#place-actions button')");
    anna.click("document.querySelector('.choices input[value=sjoerd]')");
    anna.press_on("dialog button", "Add");
    anna.see(".message .system", "added Sjoerd to the group");
    anna.see("#members li", "Sjoerd");
    sjoerd.press_on(".channel", "Friends");
    sjoerd.see(".message .content", "Pressed.");
    anna.is_clean();
    lukasz.is_clean();
    sjoerd.is_clean();
}

#[test]
fn new_server_is_without_the_bot_until_its_owner_adds_it() {
    let Some(mut browser) = Browser::launch() else {
        return;
    };
    let place = place();
    let mut anna = place.enter(&mut browser, "anna", Window::DESKTOP);

    anna.press_on(".channel", "New server");
    anna.type_text("Chess club");
    anna.key(Key::Enter);
    anna.see(".server.open h2", "Chess club");
    anna.see("#channel-name", "general");
    anna.see("#beginning h2", "general");
    install(&mut anna);
    call(&mut anna, "secret");
    anna.see(".message .content", "Psst.");
    anna.wait("document.querySelectorAll('#members .tag').length === 0");
    anna.click("document.querySelector('#person')");
    anna.press_on("#panel .add-app", "Add");
    anna.click(
        &find("dialog li", "Chess club").replace(".at(-1)", ".at(-1)?.querySelector('button')"),
    );
    anna.wait("document.querySelectorAll('#members .tag').length === 1");
    anna.is_clean();
}

#[test]
fn people_write_to_each_other_alone() {
    let Some(mut browser) = Browser::launch() else {
        return;
    };
    let place = place();
    let mut anna = place.enter(&mut browser, "anna", Window::DESKTOP);
    let mut lukasz = place.enter(&mut browser, "lukasz", Window::DESKTOP);

    anna.press_on("#members button", "Łukasz");
    anna.press_on("[role=menuitem]", "Message");
    anna.see("#channel-name", "Łukasz");
    anna.say("psst");
    lukasz.see(".channel.unread .badge", "1");
    lukasz.press_on(".channel", "Anna");
    lukasz.see(".message .content", "psst");
    anna.is_clean();
}

#[test]
fn thread_begins_with_the_message_from_which_it_was_started() {
    let Some(mut browser) = Browser::launch() else {
        return;
    };
    let place = place();
    let mut anna = place.enter(&mut browser, "anna", Window::DESKTOP);
    let channel =
        anna.value("document.querySelector('[data-channel][aria-current]').dataset.channel");
    let messages = format!("/channels/{}/messages", channel.as_str().expect("id"));
    place.runtime.block_on(async {
        let rest = Rest::new(place.sandbox()).await;
        let table = json!({ "content": "Who plays?" });
        let table = rest.post(&messages, &table).await.fine();
        let threads = format!("{messages}/{}/threads", table["id"].as_str().expect("id"));
        let _ = rest
            .post(&threads, &json!({ "name": "A game" }))
            .await
            .fine();
    });

    anna.press_on(".channel", "A game");
    anna.see("#channel-name", "A game");
    anna.see(".message .content", "Who plays?");
    anna.is_clean();
}
