//! People without the bot on the page: posting, replying, reading, choosing colors.

use discord_sandbox::SandboxOptions;
use serde_json::{Value, json};

use super::bot::call;
use super::browser::Window;
use super::places::{open, person};
use super::tab::{Key, find};
use super::{Place, parrot, place};
use crate::bot::Rest;

const ENTRY: &str = "document.querySelector('#entry')";
const GROUND: &str = "getComputedStyle(document.querySelector('main')).backgroundColor";

#[test]
fn people_write_to_each_other_and_markup_stays_text() {
    let Some(mut place) = place() else { return };
    let mut anna = place.enter("anna", Window::DESKTOP);
    let mut lukasz = place.enter("lukasz", Window::PHONE);

    anna.say("Cześć **everybody**, <img src=x onerror=alert(1)> `a*b`");
    lukasz.see(".message .author", "Anna");
    lukasz.see(".message strong", "everybody");
    lukasz.see(".message code", "a*b");
    lukasz.see(".message .content", "<img src=x onerror=alert(1)>");
    let pictures = lukasz.value("document.querySelectorAll('.message img').length");
    assert_eq!(pictures, 0, "markup in a message became an element");

    anna.is_clean();
    lukasz.is_clean();
}

#[test]
fn answer_quotes_the_message_and_pings_its_author() {
    let Some(mut place) = place() else { return };
    let mut anna = place.enter("anna", Window::DESKTOP);
    let mut lukasz = place.enter("lukasz", Window::DESKTOP);

    anna.say("How high may a stack be?");
    lukasz.hover(&find(".message", "How high"));
    lukasz.click("document.querySelector('.toolbar button')");
    lukasz.see(".reply-bar", "Anna");
    lukasz.type_text("Five.");
    lukasz.key(Key::Enter);

    anna.see(".message.to-me .content", "Five.");
    anna.see(".message.to-me .reply", "How high may a stack be?");
    lukasz.wait("document.querySelector('.reply-bar').hidden");
    lukasz.see(".message:not(.to-me) .content", "Five.");
}

#[test]
fn answer_quotes_what_the_message_says_now() {
    let Some(mut place) = place() else { return };
    let mut anna = place.enter("anna", Window::DESKTOP);

    let rest = place.runtime.block_on(Rest::new(place.sandbox()));
    let channel = anna.value("location.hash.slice(1)");
    let messages = format!("/channels/{}/messages", channel.as_str().expect("id"));
    let post = |body: &Value| place.runtime.block_on(rest.post(&messages, body)).fine();
    let quoted = post(&json!({"content": "Orange to move"}));
    let quoted = quoted["id"].as_str().expect("id");
    post(&json!({"content": "Blue to move", "message_reference": {"message_id": quoted}}));
    anna.see(".reply", "Orange to move");
    anna.value("window.node = document.querySelector('.message:has(.reply)'), true");

    let address = format!("{messages}/{quoted}");
    let change = json!({"content": "c3-d3"});
    let changed = place.runtime.block_on(rest.patch(&address, &change));
    changed.fine();
    anna.see(".reply", "c3-d3");
    let deleted = place.runtime.block_on(rest.delete(&address));
    deleted.fine();
    anna.see(".reply", "The message was deleted");
    let same = anna.value("window.node === document.querySelector('.message:has(.reply)')");
    assert_eq!(same, true, "a click on the reply would have been lost");
    anna.is_clean();
}

#[test]
fn change_of_a_message_that_is_not_loaded_leaves_out_none_after_it() {
    let Some(mut place) = place() else { return };
    let lukasz = person(&place, "lukasz");
    let say = async |text: &str| lukasz.say("general", text).await.expect("message");
    let first = place.runtime.block_on(async {
        let first = say("Number 1").await;
        for number in 2..=60 {
            say(&format!("Number {number}\nof\nmany")).await;
        }
        first
    });
    let mut anna = place.enter("anna", Window::DESKTOP);

    let change = json!({"message": first.id(), "content": "The very first"});
    place.runtime.block_on(async {
        let changed = lukasz.perform("edit_message", change).await;
        changed.expect("change");
        say("Number 61").await;
    });
    anna.see(".message .content", "Number 61");
    anna.wait(
        "(document.querySelector('#scroller').scrollTop = 0, \
         document.querySelector('.message .content').textContent.startsWith('The very first'))",
    );
    let shown = anna.value("document.querySelectorAll('.message').length");
    assert_eq!(shown, 61);
    anna.is_clean();
}

#[test]
fn older_messages_that_come_after_a_reconnection_leave_out_none_after_them() {
    let Some((_folder, mut place)) = Place::keeping(SandboxOptions::default()) else {
        return;
    };
    let lukasz = person(&place, "lukasz");
    place.runtime.block_on(async {
        for number in 1..=110 {
            let text = format!("Number {number:03}\nof\nmany");
            lukasz.say("general", &text).await.expect("message");
        }
    });
    let mut anna = place.enter("anna", Window::DESKTOP);

    let scroll = "((node) => { node.scrollTop = node.scrollTop === 0 ? 1 : 0; })\
        (document.querySelector('#scroller'))";
    let shown = "document.querySelectorAll('.message').length";
    anna.wait(&format!("{shown} === 100 || ({scroll}, false)"));
    anna.value(
        "window.ask = window.fetch, window.fetch = (address, ...how) =>
            !String(address).startsWith('messages?') ? ask(address, ...how) :
            new Promise((resolve) => { window.answer = () => resolve(ask(address, ...how)); }), true",
    );
    anna.wait(&format!("({scroll}, Boolean(window.answer))"));
    place.stop();
    anna.see("#banner", "");
    place.start();
    anna.wait(&format!("{shown} === 50"));
    anna.value("window.fetch = window.ask, window.answer(), true");
    anna.wait(&format!(
        "({scroll}, document.querySelector('.message').textContent.includes('Number 001'))"
    ));
    assert_eq!(anna.value(shown), 110);
}

#[test]
fn log_stays_at_its_end_where_messages_shrink_and_grow() {
    let Some(mut place) = place() else { return };
    let mut anna = place.enter("anna", Window::PHONE);
    let at_end = "((node) => node.scrollHeight - node.scrollTop - node.clientHeight < 1)\
        (document.querySelector('#scroller'))";

    anna.say("An old board");
    anna.see(".message", "An old board");
    anna.say("A new board");
    anna.see(".message", "A new board");
    anna.value(
        "[window.old, window.fresh] = document.querySelectorAll('.message'),
        document.querySelector('#scroller').addEventListener('scroll', () => window.scrolled = true),
        window.old.style.paddingBottom = '3000px', true",
    );
    anna.wait(&format!("window.scrolled && {at_end}"));
    // The old board loses its picture, a message comes, and its picture is loaded, all before the
    // browser reports that the log has been scrolled.
    anna.value(
        "window.old.style.paddingBottom = '800px',
        document.querySelector('#jump').click(),
        window.fresh.style.paddingBottom = '800px', true",
    );
    anna.wait(at_end);
}

#[test]
fn name_after_an_at_sign_becomes_a_mention() {
    let Some(mut place) = place() else { return };
    let mut anna = place.enter("anna", Window::DESKTOP);
    let mut juergen = place.enter("juergen", Window::DESKTOP);

    anna.click(ENTRY);
    anna.type_text("Your turn, @jue");
    anna.see(".picker li[aria-selected=true]", "juergen");
    anna.key(Key::Enter);
    anna.key(Key::Enter);
    juergen.see(".message.to-me .mention.mine", "@");
}

#[test]
fn message_elsewhere_is_marked_until_it_is_read() {
    let Some(mut place) = place() else { return };
    let mut anna = place.enter("anna", Window::DESKTOP);
    let mut lukasz = place.enter("lukasz", Window::DESKTOP);
    let second = "[...document.querySelectorAll('.channel[data-channel]')][1]";

    anna.click(second);
    anna.wait(&format!("{second}.getAttribute('aria-current') === 'page'"));
    anna.say("Over here");
    lukasz.wait(&format!("{second}.classList.contains('unread')"));
    lukasz.click(second);
    lukasz.see(".message .content", "Over here");
    lukasz.wait(&format!("!{second}.classList.contains('unread')"));
}

#[test]
fn message_that_is_read_in_another_tab_is_no_longer_marked() {
    let Some(mut place) = place() else { return };
    let lukasz = person(&place, "lukasz");
    let mut anna = place.enter("anna", Window::DESKTOP);

    let said = lukasz.say("games", "Over here");
    place.runtime.block_on(said).expect("message");
    anna.see(".channel.unread", "games");
    // The tabs of a test share nothing, so this is what a browser does for another one.
    anna.value(
        "(() => {
            const key = Object.keys(localStorage).find((key) => key.startsWith('read '));
            const { channel } = document.querySelector('.channel.unread').dataset;
            localStorage.setItem(key, JSON.stringify({ [channel]: '9'.repeat(20) }));
            dispatchEvent(new StorageEvent('storage', { key }));
        })()",
    );
    anna.wait("!document.querySelector('.channel.unread')");
    anna.is_clean();
}

#[test]
fn servers_are_listed_with_their_channels_and_a_mention_leads_from_one_to_the_other() {
    let Some(mut place) = place() else { return };
    let mut anna = place.enter("anna", Window::DESKTOP);
    let mut lukasz = place.enter("lukasz", Window::PHONE);
    let channels = "[...document.querySelectorAll('.server')].map((server) =>
        server.querySelector('h2').textContent + ':' +
        [...server.querySelectorAll('[data-channel]')].map((channel) => channel.textContent)).join(' ')";
    let shown = anna.value(channels);
    let shown = shown.as_str().expect("servers");
    assert!(
        shown.starts_with("Sandbox:general,games Sandbox 2:lounge,tables "),
        "{shown}"
    );
    anna.see(".server.open h2", "Sandbox");
    anna.say("Come to #lounge");
    lukasz.click("[...document.querySelectorAll('button.mention')].at(-1)");
    lukasz.see("#channel-name", "lounge");
    lukasz.say("Here I am");
    anna.see(".channel.unread", "lounge");
    anna.click(&find(".mention", "Sandbox 2 › #lounge"));
    anna.see(".message .content", "Here I am");
    anna.see(".server.open h2", "Sandbox 2");
    // In the second server, a channel name of the first still refers to the channel of the first.
    anna.say("Back to #general");
    anna.click(&find(".mention", "Sandbox › #general"));
    anna.see("#channel-name", "general");
    anna.is_clean();
    lukasz.is_clean();
}

#[test]
fn message_that_is_not_sent_comes_back_where_it_was_written() {
    let Some(mut place) = place() else { return };
    let mut anna = place.enter("anna", Window::DESKTOP);

    anna.say("A board");
    anna.hover(&find(".message", "A board"));
    anna.click("document.querySelector('.toolbar button')");
    anna.value(
        "window.fetch = () => new Promise((_, reject) => { window.refuse = reject; }), true",
    );
    anna.say("Only for here");
    anna.wait("document.querySelector('.reply-bar').hidden");
    open(&mut anna, "games");
    anna.value("window.refuse(new TypeError('Failed to fetch')), true");
    anna.see("#toasts p", "The sandbox does not answer.");
    assert_eq!(anna.value("document.querySelector('#entry').value"), "");
    open(&mut anna, "general");
    anna.wait("document.querySelector('#entry').value === 'Only for here'");
    anna.see(".reply-bar", "Anna");
    open(&mut anna, "games");
    anna.wait("document.querySelector('.reply-bar').hidden");
    open(&mut anna, "general");
    anna.see(".reply-bar", "Anna");
    anna.is_clean();
}

#[test]
fn command_that_is_not_sent_replaces_nothing_that_was_written_since() {
    let Some(mut place) = place() else { return };
    place.let_in(&parrot::commands(), parrot::answer);
    let mut anna = place.enter("anna", Window::DESKTOP);

    anna.value(
        r#"window.fetch = (_, { body } = {}) => new Promise((_, reject) => {
            if (body?.includes('"action":"slash"')) window.refuse = reject;
        }), true"#,
    );
    call(&mut anna, "board");
    open(&mut anna, "games");
    anna.click(ENTRY);
    anna.type_text("Hello");
    anna.value("window.refuse(new TypeError('Failed to fetch')), true");
    anna.see("#toasts p", "The sandbox does not answer.");
    assert_eq!(anna.value(&format!("{ENTRY}.value")), "Hello");
    open(&mut anna, "general");
    anna.see(".slash .command", "/board");
    open(&mut anna, "games");
    anna.wait(&format!("{ENTRY}.value === 'Hello'"));
    anna.is_clean();
}

#[test]
fn colors_follow_the_system_until_the_person_chooses() {
    let Some(mut place) = place() else { return };
    let mut dark = place.enter("anna", Window::DESKTOP);
    let bright = Window {
        colors: "light",
        ..Window::DESKTOP
    };
    let mut light = place.enter("anna", bright);
    let (night, day) = (dark.value(GROUND), light.value(GROUND));
    assert_ne!(night, day, "light and dark look the same");

    dark.click("document.querySelector('#person')");
    dark.click("document.querySelector('#panel input[value=light]')");
    assert_eq!(dark.value(GROUND), day);
    dark.go(&format!("{}/sandbox/?as=anna", place.address));
    assert_eq!(dark.value(GROUND), day, "the choice was forgotten");
}

#[test]
fn panel_changes_the_person_and_the_language() {
    let Some(mut place) = place() else { return };
    let mut tab = place.enter("anna", Window::DESKTOP);

    tab.click(ENTRY);
    tab.type_text("Anna was here");
    tab.click("document.querySelector('#person')");
    tab.click("document.querySelector('[data-person=sjoerd]')");
    tab.wait("location.search.includes('as=sjoerd') && document.querySelector('#person').textContent.includes('sjoerd')");
    tab.wait("document.documentElement.lang === 'nl'");
    tab.see("#members h2", "Personen");
    tab.wait("document.querySelector('#entry').value === ''");
    tab.click("document.querySelector('#person')");
    tab.click("document.querySelector('[data-person=anna]')");
    tab.wait("document.querySelector('#entry').value === 'Anna was here'");
}

#[test]
fn address_keeps_its_query_and_the_channel() {
    let Some(mut place) = place() else { return };
    let address = format!("{}/?as=lukasz&from=mail", place.address);
    let mut tab = place.browser.open(&address, Window::DESKTOP);

    tab.see("#person", "lukasz");
    tab.wait("location.search === '?as=lukasz&from=mail'");
    tab.wait("document.querySelector('#panel a[href*=\"?as=anna&from=mail#\"]')");
    tab.value("document.querySelector('.skip').focus()");
    tab.key(Key::Enter);
    tab.wait(&format!("document.activeElement === {ENTRY}"));
    tab.wait(
        "document.querySelector('[data-channel][aria-current]').dataset.channel \
         === location.hash.slice(1)",
    );
}

#[test]
fn list_of_people_comes_and_goes_with_its_button_in_every_window() {
    let Some(mut place) = place() else { return };
    let narrow = Window {
        width: 900,
        ..Window::DESKTOP
    };
    for (window, begins_shown) in [(Window::DESKTOP, true), (narrow, false)] {
        let mut tab = place.enter("anna", window);
        for is_shown in [begins_shown, !begins_shown, begins_shown] {
            tab.wait(&format!(
                "(getComputedStyle(document.querySelector('#members')).display !== 'none') === {is_shown} \
                 && document.querySelector('#toggle-people').ariaPressed === '{is_shown}'"
            ));
            tab.click("document.querySelector('#toggle-people')");
        }
    }
}

#[test]
fn narrowest_phone_shows_everything_without_scrolling_sideways() {
    let Some(mut place) = place() else { return };
    let mut tab = place.enter("eleonora", Window::PHONE);

    tab.say("a-very-long-word-that-does-not-fit-into-one-line-of-a-phone-and-has-no-space-in-it-anywhere");
    tab.see(".message .content", "a-very-long-word");
    let wider = tab.value("document.documentElement.scrollWidth - innerWidth");
    assert_eq!(wider, 0, "the page is wider than the phone");
    let over = tab.value("document.querySelector('#scroller').scrollWidth - document.querySelector('#scroller').clientWidth");
    assert_eq!(over, 0, "the messages are wider than the phone");
    tab.click("document.querySelector('#open-channels')");
    tab.click("[...document.querySelectorAll('.channel[data-channel]')][1]");
    tab.wait("!document.body.classList.contains('drawer')");
}

#[test]
fn page_comes_back_when_the_sandbox_does() {
    let Some((_folder, mut place)) = Place::keeping(SandboxOptions::default()) else {
        return;
    };
    let mut anna = place.enter("anna", Window::DESKTOP);

    anna.say("Before");
    anna.see(".message .content", "Before");
    anna.type_text("half a sentence");
    place.stop();
    anna.see("#banner", "");
    place.start();
    anna.wait("document.querySelector('#banner').hidden");
    anna.type_text(", and the rest");
    anna.key(Key::Enter);
    anna.see(".message .content", "half a sentence, and the rest");
    assert_eq!(
        anna.value("document.querySelectorAll('.message').length"),
        2
    );
}
