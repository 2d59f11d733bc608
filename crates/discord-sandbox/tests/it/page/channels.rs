//! Forum, voice and announcement channels and private threads on the page.

use std::collections::BTreeSet;

use discord_sandbox::{ChannelKind, Person};
use serde_json::{Value, json};

use super::browser::Window;
use super::places::{open, person, write};
use super::tab::{Key, Tab, find};
use super::{Place, place};

/// Denies permissions in a channel to everybody but the owner of the server.
fn deny(place: &Place, owner: &Person, channel: &str, names: &[&str]) {
    let fields = json!({ "channel": channel, "who": "everyone", "deny": names });
    let denied = owner.control("permissions", fields);
    place.runtime.block_on(denied).expect("control");
}

/// Returns the drawing of the mark in an element.
#[track_caller]
fn mark(tab: &mut Tab, element: &str) -> Value {
    tab.value(&format!(
        "document.querySelector('{element} path').getAttribute('d')"
    ))
}

#[test]
fn forum_lists_its_posts_the_last_written_in_first() {
    let Some(mut place) = place() else { return };
    let owner = person(&place, "anna");
    let forum = place.runtime.block_on(async {
        let forum = owner.create_channel("games", "ideas", ChannelKind::Forum);
        let forum = forum.await.expect("forum");
        for (title, text) in [("Opening", "Who plays b7?"), ("Endgame", "Reserves first")] {
            let post = owner.create_post("ideas", title, text).await;
            post.expect("post");
        }
        forum
    });
    let mut anna = place.enter("anna", Window::DESKTOP);

    open(&mut anna, "ideas");
    anna.see(".posts li:first-child .post", "Endgame");
    anna.see(".post .preview", "Who plays b7?");
    let has_input = anna.value("document.querySelector('#composer').checkVisibility()");
    assert_eq!(has_input, false);
    let said = owner.say("Opening", "Nobody?");
    place.runtime.block_on(said).expect("message");
    anna.see(".posts li:first-child .post", "Opening");
    anna.see(".posts li:first-child .post", "Messages: 2");
    let forum_mark = mark(&mut anna, "#channel-icon");
    anna.press_on(".post", "Opening");
    anna.see("#channel-name", "Opening");
    anna.see(".message .content", "Who plays b7?");
    write(&mut anna, "I do");
    assert_eq!(mark(&mut anna, "#channel-parent"), forum_mark);
    anna.press_on("#channel-parent button", "ideas");
    anna.see(".posts li:first-child .post", "Messages: 3");

    deny(&place, &owner, &forum, &["SEND_MESSAGES"]);
    let mut lukasz = place.enter("lukasz", Window::DESKTOP);
    open(&mut lukasz, "ideas");
    lukasz.see(".post", "Opening");
    let buttons = lukasz.value("document.querySelectorAll('.forum .button').length");
    assert_eq!(buttons, 0, "he cannot post");
    anna.is_clean();
    lukasz.is_clean();
}

#[test]
fn every_kind_of_channel_has_a_mark_of_its_own() {
    let Some(mut place) = place() else { return };
    let owner = person(&place, "anna");
    place.runtime.block_on(async {
        for (name, kind) in [
            ("talk", ChannelKind::Voice),
            ("news", ChannelKind::Announcement),
            ("ideas", ChannelKind::Forum),
        ] {
            let made = owner.create_channel("games", name, kind).await;
            made.expect("channel");
        }
        let thread = owner.create_thread("games", "A table").await;
        thread.expect("thread");
        let thread = owner.create_private_thread("games", "Secret").await;
        thread.expect("private thread");
        owner.open_dm_with("lukasz").await.expect("conversation");
    });
    let mut anna = place.enter("anna", Window::DESKTOP);

    let mut marks = BTreeSet::new();
    for name in [
        "games", "talk", "news", "ideas", "A table", "Secret", "Łukasz",
    ] {
        open(&mut anna, name);
        let shown = mark(&mut anna, "#channel-icon");
        assert_eq!(mark(&mut anna, ".channel[aria-current]"), shown, "{name}");
        assert!(shown.as_str().is_some_and(|shape| shape.starts_with('M')));
        assert!(marks.insert(shown.to_string()), "{name}");
    }
    anna.is_clean();
}

#[test]
fn list_of_channels_keeps_the_focus_when_a_message_arrives() {
    let Some(mut place) = place() else { return };
    let lukasz = person(&place, "lukasz");
    let mut anna = place.enter("anna", Window::DESKTOP);

    for name in ["games", "New conversation"] {
        anna.value(&format!("{}.focus()", find(".channel", name)));
        let text = format!("Not {name}");
        let said = lukasz.say("general", &text);
        place.runtime.block_on(said).expect("message");
        anna.see(".message .content", &format!("Not {name}"));
        let focused = anna.value("document.activeElement.querySelector('.name')?.textContent");
        assert_eq!(focused, name);
    }
    anna.key(Key::Enter);
    anna.see("dialog h2", "New conversation");
    let said = lukasz.say("general", "Behind the dialog");
    place.runtime.block_on(said).expect("message");
    anna.see(".message .content", "Behind the dialog");
    anna.key(Key::Escape);
    anna.wait("!document.querySelector('dialog')");
    let focused = anna.value("document.activeElement.querySelector('.name')?.textContent");
    assert_eq!(focused, "New conversation");
    anna.is_clean();
}

#[test]
fn lists_keep_the_focus_when_they_are_drawn_again() {
    let Some(mut place) = place() else { return };
    let owner = person(&place, "anna");
    place.runtime.block_on(async {
        let forum = owner.create_channel("games", "ideas", ChannelKind::Forum);
        forum.await.expect("forum");
        let post = owner.create_post("ideas", "Opening", "Who plays b7?");
        post.await.expect("post");
    });
    let mut anna = place.enter("anna", Window::DESKTOP);

    open(&mut anna, "ideas");
    let post = find(".post", "Opening");
    anna.value(&format!("{post}.focus()"));
    let said = owner.say("Opening", "Nobody?");
    place.runtime.block_on(said).expect("message");
    anna.see(".post", "Messages: 2");
    let has_focus = anna.value(&format!("document.activeElement === {post}"));
    assert_eq!(has_focus, true, "{post}");

    anna.click("document.querySelector('#person')");
    let colors = "document.querySelector('#panel input[value=dark]')".to_owned();
    for (control, name) in [(colors, "Sj"), (find("#people button", "Łukasz"), "Sjo")] {
        anna.value(&format!("{control}.focus()"));
        let renamed = owner.control("rename", json!({"who": "sjoerd", "name": name}));
        place.runtime.block_on(renamed).expect("control");
        anna.wait(&format!(
            "[...document.querySelectorAll('#people .name')].some((node) => node.textContent === '{name}')"
        ));
        let has_focus = anna.value(&format!("document.activeElement === {control}"));
        assert_eq!(has_focus, true, "{control}");
    }
    anna.is_clean();
}

#[test]
fn voice_channel_is_written_in() {
    let Some(mut place) = place() else { return };
    let owner = person(&place, "anna");
    let made = owner.create_channel("games", "talk", ChannelKind::Voice);
    place.runtime.block_on(made).expect("channel");
    let mut lukasz = place.enter("lukasz", Window::DESKTOP);

    open(&mut lukasz, "talk");
    place.post(&mut lukasz, &json!({ "content": "Round one" }));
    lukasz.see(".message .content", "Round one");
    lukasz.see(".message .tag", "APP");
    write(&mut lukasz, "I listen");
    let buttons = lukasz.value("document.querySelectorAll('#place-actions button').length");
    assert_eq!(buttons, 0, "a voice channel has no threads");
    lukasz.is_clean();
}

#[test]
fn announcements_are_read_by_those_who_may_not_write() {
    let Some(mut place) = place() else { return };
    let owner = person(&place, "anna");
    let news = place.runtime.block_on(async {
        let made = owner.create_channel("games", "news", ChannelKind::Announcement);
        made.await.expect("channel")
    });
    deny(&place, &owner, &news, &["SEND_MESSAGES"]);
    let said = owner.say("news", "Round one begins");
    place.runtime.block_on(said).expect("message");
    let mut lukasz = place.enter("lukasz", Window::DESKTOP);
    let mut anna = place.enter("anna", Window::DESKTOP);

    open(&mut lukasz, "news");
    lukasz.see(".message .content", "Round one begins");
    lukasz.see(".no-entry", "Nie masz uprawnień");
    lukasz.wait("!document.querySelector('#entry').checkVisibility()");
    lukasz.hover(&find(".message", "Round one begins"));
    let offers = lukasz.value("document.querySelectorAll('.toolbar button').length");
    assert_eq!(offers, 0, "there is nowhere to reply");
    open(&mut anna, "news");
    write(&mut anna, "Round two begins");
    open(&mut lukasz, "games");
    write(&mut lukasz, "At last");
    open(&mut lukasz, "news");
    lukasz.see(".no-entry", "Nie masz uprawnień");
    deny(&place, &owner, &news, &[]);
    lukasz.wait("!document.querySelector('.no-entry').checkVisibility()");
    write(&mut lukasz, "Thank you");
    lukasz.is_clean();
    anna.is_clean();
}

#[test]
fn private_thread_is_written_in_by_those_whom_it_mentions_until_it_is_locked() {
    let Some(mut place) = place() else { return };
    let owner = person(&place, "anna");
    let call = format!("Your turn, <@{}>", person(&place, "lukasz").id());
    let games = owner.channel("games").expect("channel");
    let thread = place.runtime.block_on(async {
        let thread = owner.create_private_thread("games", "Secret").await;
        let thread = thread.expect("thread");
        owner.say(&thread, &call).await.expect("message");
        thread
    });
    let mut lukasz = place.enter("lukasz", Window::DESKTOP);
    let mut eleonora = place.enter("eleonora", Window::DESKTOP);

    open(&mut lukasz, "Secret");
    lukasz.see("#channel-parent", "games");
    lukasz.see(".message.to-me .content", "Your turn");
    write(&mut lukasz, "b7-c7");
    let is_hidden = eleonora.value(&format!("!{}", find(".channel", "Secret")));
    assert_eq!(is_hidden, true, "she is not in the thread");

    deny(&place, &owner, &games, &["SEND_MESSAGES_IN_THREADS"]);
    lukasz.see(".no-entry", "Nie masz uprawnień");
    deny(&place, &owner, &games, &[]);
    write(&mut lukasz, "c6-d6");
    let lock = json!({ "channel": thread, "archived": false, "locked": true });
    let locked = owner.control("archive_thread", lock);
    place.runtime.block_on(locked).expect("control");
    lukasz.see(".no-entry", "Nie masz uprawnień");
    lukasz.see(".message .content", "c6-d6");
    lukasz.is_clean();
}
