//! Places on the page: groups, servers, and where the application is installed.

use discord_sandbox::{ChannelKind, Person};
use serde_json::json;

use super::bot::call;
use super::browser::Window;
use super::tab::{Key, Tab, find};
use super::{Place, parrot};
use crate::bot::Rest;

/// List of the elements whose content is wider than they are.
const TOO_WIDE: &str = "\
    [document.scrollingElement, ...document.querySelectorAll('#scroller, dialog')]
    .filter((node) => node.scrollWidth > node.clientWidth)
    .map((node) => node.id || node.localName)";

fn place() -> Option<Place> {
    let mut place = super::place()?;
    place.let_in(&parrot::commands(), parrot::answer);
    Some(place)
}

/// Follows the offer to add the application, which is shown if there are no commands.
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

/// Connects a scripted person, who sets the scene.
pub(super) fn person(place: &Place, name: &str) -> Person {
    let person = Person::connect(&place.address, name);
    place.runtime.block_on(person).expect("person")
}

/// Shows the list of channels, which is in a drawer where the window is narrow.
fn show_channels(tab: &mut Tab) {
    let is_hidden = "document.querySelector('#open-channels').checkVisibility() \
                     && !document.body.classList.contains('drawer')";
    if tab.value(is_hidden) == true {
        tab.click("document.querySelector('#open-channels')");
    }
}

/// Opens a channel from the list.
#[track_caller]
pub(super) fn open(tab: &mut Tab, name: &str) {
    show_channels(tab);
    tab.press_on(".channel", name);
    tab.see("#channel-name", name);
}

/// Closes the open dialog.
#[track_caller]
fn close(tab: &mut Tab) {
    tab.key(Key::Escape);
    tab.wait("!document.querySelector('dialog')");
}

/// Writes a message and waits until it is there.
#[track_caller]
pub(super) fn write(tab: &mut Tab, text: &str) {
    tab.say(text);
    tab.see(".message .content", text);
}

#[track_caller]
fn fits(tab: &mut Tab, place: &str) {
    assert_eq!(tab.value(TOO_WIDE), json!([]), "{place}");
}

/// Returns a name that fits into no line of a phone and has no space.
fn long(kind: &str) -> String {
    format!("{kind}_whose_name_is_too_long_for_any_line_of_a_phone")
}

/// Makes a conversation, a group, a server without the bot and a thread, as Anna.
fn make_places(place: &Place) {
    let anna = person(place, "anna");
    place.runtime.block_on(async {
        anna.open_dm_with("lukasz").await.expect("conversation");
        let group = anna.create_group(&long("group"), &["lukasz"]).await;
        group.expect("group");
        let server = anna.create_server(&long("server"), &["hall"]).await;
        server.expect("server");
        let channel = long("channel");
        let made = anna.create_channel("games", &channel, ChannelKind::Text);
        made.await.expect("channel");
        anna.create_thread(&channel, "A game")
            .await
            .expect("thread");
    });
}

#[test]
fn group_plays_with_the_application_of_one_of_its_people() {
    let Some(mut place) = place() else { return };
    let mut anna = place.enter("anna", Window::DESKTOP);
    let mut lukasz = place.enter("lukasz", Window::PHONE);
    let mut sjoerd = place.enter("sjoerd", Window::DESKTOP);

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
    let Some(mut place) = place() else { return };
    let mut anna = place.enter("anna", Window::DESKTOP);

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
fn links_to_what_the_sandbox_has_stay_in_it() {
    let Some(mut place) = place() else { return };
    let mut anna = place.enter("anna", Window::DESKTOP);
    let games = person(&place, "anna").channel("games").expect("a channel");
    let app = place.runtime.block_on(Rest::new(place.sandbox())).app;
    let link = |label: &str, path: String| {
        let url = format!("https://discord.com/{path}");
        json!({"type": 2, "style": 5, "label": label, "url": url})
    };
    let links = [
        link("Add", format!("oauth2/authorize?client_id={app}")),
        link("Add another", "oauth2/authorize?client_id=1".to_owned()),
        link("There", format!("channels/1/{games}")),
    ];
    let rows = json!([{"type": 1, "components": links}]);
    place.post(&mut anna, &json!({"content": "Hi!", "components": rows}));

    anna.see(".message a.button", "Add another");
    anna.press_on(".message button.link", "Add");
    anna.click("document.querySelector('[data-place=me]')");
    anna.see("[data-place=me]", "Remove");
    close(&mut anna);
    anna.press_on(".message button.link", "There");
    anna.see("#channel-name", "games");
    anna.is_clean();
}

#[test]
fn people_write_to_each_other_alone() {
    let Some(mut place) = place() else { return };
    let mut anna = place.enter("anna", Window::DESKTOP);
    let mut lukasz = place.enter("lukasz", Window::DESKTOP);

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
    let Some(mut place) = place() else { return };
    let mut anna = place.enter("anna", Window::DESKTOP);
    let channel =
        anna.value("document.querySelector('[data-channel][aria-current]').dataset.channel");
    let messages = format!("/channels/{}/messages", channel.as_str().expect("id"));
    place.runtime.block_on(async {
        let rest = Rest::new(place.sandbox()).await;
        let button = json!({ "type": 2, "style": 1, "label": "Join", "custom_id": "join" });
        let row = json!({ "type": 1, "components": [button] });
        let text = json!({ "type": 10, "content": "One seat is free" });
        let container = json!({ "type": 17, "components": [text, row] });
        let table = json!({ "flags": 1 << 15, "components": [container] });
        for (name, first) in [
            ("A game", json!({ "content": "Who plays?" })),
            ("A table", table),
        ] {
            let first = rest.post(&messages, &first).await.fine();
            let threads = format!("{messages}/{}/threads", first["id"].as_str().expect("id"));
            let _ = rest.post(&threads, &json!({ "name": name })).await.fine();
        }
    });

    anna.press_on(".channel", "A game");
    anna.see("#channel-name", "A game");
    anna.see(".message .content", "Who plays?");
    anna.press_on(".channel", "A table");
    anna.see("#channel-name", "A table");
    anna.see(".message .container .content", "One seat is free");
    let rows = anna.value("document.querySelectorAll('.message .row').length");
    assert_eq!(rows, 0);
    anna.is_clean();
}

#[test]
fn every_place_fits_into_a_phone_and_a_desktop() {
    let phone = Window {
        width: 390,
        ..Window::PHONE
    };
    let (server, group) = (long("server"), long("group"));
    for window in [phone, Window::DESKTOP] {
        let Some(mut place) = place() else { return };
        make_places(&place);
        let mut anna = place.enter("anna", window);

        show_channels(&mut anna);
        anna.click("document.querySelector('#person')");
        anna.press_on("#panel .add-app", "Add");
        anna.see("dialog .who", &server);
        fits(&mut anna, "installation");
        anna.click("document.querySelector('[data-place=me]')");
        anna.see("[data-place=me]", "Remove");
        close(&mut anna);
        show_channels(&mut anna);
        anna.click("[...document.querySelectorAll('.server > .icon-button')].at(-1)");
        anna.see("dialog h2", &server);
        fits(&mut anna, "new channel");
        close(&mut anna);
        for name in ["general", "Łukasz", group.as_str(), "hall", "A game"] {
            open(&mut anna, name);
            call(&mut anna, "board");
            anna.see(".message .content", "Your turn.");
            write(&mut anna, "Here I am");
            fits(&mut anna, name);
        }
        anna.is_clean();
    }
}

#[test]
fn list_of_people_over_the_messages_is_closed_beside_it_and_by_escape() {
    let Some(mut place) = super::place() else {
        return;
    };
    let mut anna = place.enter("anna", Window::PHONE);
    let closed = "!document.querySelector('#members').checkVisibility()";
    let toggle = "document.querySelector('#toggle-people')";

    anna.click(toggle);
    anna.press_on("#members button", "Łukasz");
    anna.key(Key::Escape);
    anna.wait("!document.querySelector('[role=menu]')");
    assert_eq!(anna.value(closed), false, "only the menu is closed");
    anna.key(Key::Escape);
    anna.wait(closed);
    anna.wait(&format!("document.activeElement === {toggle}"));
    anna.click(toggle);
    anna.wait("document.elementFromPoint(40, 400).id === 'shade'");
    anna.value("document.elementFromPoint(40, 400).click()");
    anna.wait(closed);
    anna.is_clean();
}

#[test]
fn list_of_people_makes_way_for_what_is_begun_in_it() {
    let Some(mut place) = super::place() else {
        return;
    };
    let mut anna = place.enter("anna", Window::PHONE);

    anna.click("document.querySelector('#toggle-people')");
    anna.press_on("#members button", "Łukasz");
    anna.press_on("[role=menuitem]", "Message");
    anna.see("#channel-name", "Łukasz");
    write(&mut anna, "psst");
    anna.click("document.querySelector('#toggle-people')");
    anna.press_on("#members button", "Łukasz");
    anna.press_on("[role=menuitem]", "Mention");
    anna.wait("!document.querySelector('#members').checkVisibility()");
    anna.key(Key::Enter);
    anna.see(".message .mention", "Łukasz");
    anna.is_clean();
}
