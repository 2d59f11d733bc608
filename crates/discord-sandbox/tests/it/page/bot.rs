//! People and a bot on the page: commands, buttons, selects, modals, ephemeral messages.

use std::time::Duration;

use discord_sandbox::{Clock, SandboxOptions};
use serde_json::json;

use super::browser::Window;
use super::places::person;
use super::tab::{Key, Tab, find};
use super::{Place, parrot};
use crate::bot::PIXEL;

/// Arbitrary time.
const NOW_MS: u64 = 1_790_000_000_000;

fn place() -> Option<Place> {
    // A frozen clock: nothing expires unless a test advances it.
    let options = SandboxOptions {
        clock: Clock::frozen(NOW_MS),
        ..SandboxOptions::default()
    };
    let mut place = Place::with(options)?;
    place.let_in(&parrot::commands(), parrot::answer);
    Some(place)
}

/// Lets the time limit of a response pass until the page reports it. The page does not show when
/// the sandbox has received an interaction, which is when that time starts.
#[track_caller]
fn answers_too_late(place: &Place, tab: &mut Tab, kind: &str, words: &str) {
    let failure = find(kind, words);
    while tab.value(&format!("!{failure}")) == true {
        place.advance(Duration::from_secs(4));
    }
}

fn field(name: &str) -> String {
    format!("document.querySelector('.field input[data-option={name}]')")
}

fn has_focus(tab: &mut Tab, element: &str) {
    tab.wait(&format!("document.activeElement === {element}"));
}

/// Types a command without options and sends it.
pub(super) fn call(tab: &mut Tab, command: &str) {
    tab.click("document.querySelector('#entry')");
    tab.type_text(&format!("/{command}"));
    tab.see(".picker li[aria-selected=true]", &format!("/{command}"));
    tab.key(Key::Enter);
    tab.see(".slash .command", command);
    tab.key(Key::Enter);
}

/// Opens the form for a move below a board.
fn open_form(tab: &mut Tab) {
    call(tab, "board");
    tab.press_on(".button", "Write");
    tab.see("dialog.modal h2", "Your move");
}

#[test]
fn command_is_filled_in_with_keys_alone() {
    let Some(mut place) = place() else { return };
    let mut anna = place.enter("anna", Window::DESKTOP);

    anna.key(Key::Tab);
    anna.type_text("/pl");
    anna.see(".picker li[aria-selected=true]", "/play");
    anna.key(Key::Enter);
    has_focus(&mut anna, &field("mode"));
    anna.see(".picker li[aria-selected=true]", "Duel");
    anna.key(Key::Down);
    anna.key(Key::Enter);
    has_focus(&mut anna, &field("move"));
    anna.type_text("b7");
    anna.wait("document.querySelectorAll('.picker li').length === 2");
    anna.see(".picker li[aria-selected=true]", "b7-c7");
    anna.key(Key::Down);
    anna.see(".picker li[aria-selected=true]", "b7-b6");
    anna.key(Key::Tab);
    anna.key(Key::Enter);
    has_focus(&mut anna, &field("hours"));
    anna.type_text("500");
    anna.key(Key::Enter);
    anna.see(".picker-head [role=alert]", "48");
    for _ in 0..3 {
        anna.key(Key::Backspace);
    }
    anna.type_text("24");
    anna.key(Key::Enter);
    anna.see(".message .content", "Playing mode=3 move=b7-b6 hours=24.");
    anna.see(".message .used", "/play");
    anna.is_clean();
}

#[test]
fn options_are_named_by_what_is_typed_or_pasted() {
    let Some(mut place) = place() else { return };
    let mut anna = place.enter("anna", Window::DESKTOP);

    anna.click("document.querySelector('#entry')");
    anna.type_text("/play ");
    has_focus(&mut anna, &field("mode"));
    anna.value("document.querySelector('.add').focus()");
    anna.type_text("aga");
    has_focus(&mut anna, "document.querySelector('[data-add=against]')");
    anna.type_text(":");
    has_focus(&mut anna, &field("against"));
    anna.key(Key::Escape);
    anna.key(Key::Escape);
    has_focus(&mut anna, "document.querySelector('#entry')");

    anna.value(
        "document.activeElement.setRangeText('/play mode:three-way hours:24 move:b7-b6') \
         ?? document.activeElement.dispatchEvent(new Event('input'))",
    );
    anna.see(".picker li[aria-selected=true]", "Three-way");
    anna.key(Key::Enter);
    anna.key(Key::Enter);
    anna.see(".message .content", "Playing mode=3 move=b7-b6 hours=24.");
    anna.is_clean();
}

#[test]
fn command_that_cannot_be_sent_stays_filled_in() {
    let Some(mut place) = place() else { return };
    let mut anna = place.enter("anna", Window::DESKTOP);

    anna.click("document.querySelector('#entry')");
    anna.type_text("/play three");
    anna.see(".picker li[aria-selected=true]", "Three-way");
    anna.key(Key::Enter);
    anna.type_text("b7-b6");
    anna.see(".picker li[aria-selected=true]", "b7-b6");
    anna.key(Key::Enter);
    place.stop();
    anna.key(Key::Enter);
    anna.see("#toasts p", "The sandbox does not answer.");
    for (name, text) in [("mode", "Three-way"), ("move", "b7-b6")] {
        let field = field(name);
        anna.wait(&format!(
            "{field}.checkVisibility() && {field}.value === '{text}'"
        ));
    }
}

#[test]
fn missing_option_is_asked_for_and_escape_cancels() {
    let Some(mut place) = place() else { return };
    let mut juergen = place.enter("juergen", Window::PHONE);

    juergen.click("document.querySelector('#entry')");
    juergen.type_text("/spielen ");
    has_focus(&mut juergen, &field("mode"));
    juergen.key(Key::Enter);
    has_focus(&mut juergen, &field("move"));
    juergen.click("document.querySelector('.send')");
    juergen.see(".picker-head [role=alert]", "Option");
    juergen.wait(&format!(
        "{}.getAttribute('aria-invalid') === 'true'",
        field("move")
    ));
    juergen.wait("document.querySelector('.picker').checkVisibility()");
    juergen.key(Key::Escape);
    juergen.key(Key::Escape);
    juergen.wait("document.querySelector('.slash').hidden");
    has_focus(&mut juergen, "document.querySelector('#entry')");
    assert_eq!(
        juergen.value("document.querySelectorAll('.message').length"),
        0
    );
}

#[test]
fn press_changes_the_message_and_keeps_the_focus() {
    let Some(mut place) = place() else { return };
    let mut anna = place.enter("anna", Window::DESKTOP);
    let mut lukasz = place.enter("lukasz", Window::DESKTOP);

    call(&mut anna, "board");
    lukasz.see(".message .content", "Your turn.");
    lukasz.press_on(".button", "Count");
    anna.see(".message .content", "Pressed.");
    lukasz.see(".message .content", "Pressed.");
    has_focus(&mut lukasz, &find(".button", "Count"));
    assert_eq!(
        lukasz.value("document.querySelectorAll('.message').length"),
        1
    );
    let closed = lukasz.value(&format!("{}.disabled", find(".button", "Off")));
    assert_eq!(closed, true);
}

#[test]
fn list_is_operated_with_keys_and_keeps_the_focus() {
    let Some(mut place) = place() else { return };
    let mut anna = place.enter("anna", Window::DESKTOP);

    call(&mut anna, "board");
    anna.click("document.querySelector('.select')");
    anna.see(".options .active", "b7");
    anna.key(Key::Down);
    anna.see(".options .active", "c6");
    anna.key(Key::Enter);
    anna.see(".message .content", "Picked [\"c6\"].");
    has_focus(&mut anna, "document.querySelector('.select')");
}

#[test]
fn closed_form_gives_the_focus_back_to_its_button_although_that_was_drawn_anew() {
    let Some(mut place) = place() else { return };
    let mut anna = place.enter("anna", Window::DESKTOP);
    let mut lukasz = place.enter("lukasz", Window::DESKTOP);

    open_form(&mut anna);
    lukasz.press_on(".button", "Count");
    anna.see(".message .content", "Pressed.");
    anna.key(Key::Escape);
    anna.wait("!document.querySelector('dialog.modal')");
    has_focus(&mut anna, &find(".button", "Write"));
    anna.is_clean();
}

#[test]
fn closed_menu_gives_the_focus_back_to_its_button_although_that_was_drawn_anew() {
    let Some(mut place) = super::place() else {
        return;
    };
    place.let_in(&json!([{ "name": "Record", "type": 3 }]), |_| None);
    let mut anna = place.enter("anna", Window::DESKTOP);
    let lukasz = person(&place, "lukasz");
    let said = place.runtime.block_on(lukasz.say("general", "A game"));
    let said = said.expect("message");
    let button = "document.querySelector('.toolbar [title=Apps]')";

    anna.hover(&find(".message", "A game"));
    anna.click(button);
    anna.see("[role=menuitem]", "Record");
    let change = json!({ "message": said.id(), "content": "Another one" });
    let changed = lukasz.perform("edit_message", change);
    place.runtime.block_on(changed).expect("change");
    anna.see(".message .content", "Another one");
    anna.key(Key::Escape);
    anna.wait("!document.querySelector('[role=menu]')");
    has_focus(&mut anna, button);
    anna.is_clean();
}

#[test]
fn form_is_checked_filled_in_and_sent() {
    let Some(mut place) = place() else { return };
    let mut anna = place.enter("anna", Window::DESKTOP);

    open_form(&mut anna);
    anna.key(Key::Enter);
    anna.see("dialog.modal .error", "required");
    anna.type_text("+c5");
    anna.key(Key::Enter);
    anna.see(".message .content", "Written: \"+c5\".");
    anna.wait("!document.querySelector('dialog.modal')");
}

#[test]
fn double_click_presses_once() {
    let Some(mut place) = place() else { return };
    let mut anna = place.enter("anna", Window::DESKTOP);

    call(&mut anna, "board");
    anna.see(".button", "Write");
    let button = find(".button", "Write");
    anna.value(&format!(
        "[{button}, {button}].forEach((one) => one.click())"
    ));
    anna.see("dialog.modal h2", "Your move");
    anna.type_text("+c5");
    anna.key(Key::Enter);
    anna.see(".message .content", "Written: \"+c5\".");
    anna.wait("!document.querySelector('dialog.modal')");
}

#[test]
fn form_that_is_not_answered_keeps_what_was_filled_in() {
    let Some(mut place) = place() else { return };
    let mut anna = place.enter("anna", Window::DESKTOP);

    open_form(&mut anna);
    anna.type_text("silence");
    anna.key(Key::Enter);
    anna.wait("document.querySelector('dialog.modal .primary.waiting')");
    answers_too_late(
        &place,
        &mut anna,
        "dialog.modal .error",
        "Something went wrong",
    );
    anna.wait("document.querySelector('dialog.modal input').value === 'silence'");
    anna.type_text(" is broken");
    anna.key(Key::Enter);
    anna.see(".message .content", "Written: \"silence is broken\".");
    anna.wait("!document.querySelector('dialog.modal')");
}

#[test]
fn form_that_was_sent_before_a_restart_can_be_sent_again() {
    let options = SandboxOptions {
        clock: Clock::frozen(NOW_MS),
        ..SandboxOptions::default()
    };
    let Some((_folder, mut place)) = Place::keeping(options) else {
        return;
    };
    place.let_in(&parrot::commands(), parrot::answer);
    let witness = person(&place, "anna");
    let mut anna = place.enter("anna", Window::DESKTOP);

    open_form(&mut anna);
    anna.type_text("silence");
    anna.key(Key::Enter);
    let sent = witness.wait_for("the form", |event| {
        let is_form = event.body["interaction"]["kind"] == "modal";
        is_form.then_some(())
    });
    place.runtime.block_on(sent).expect("event");
    place.stop();
    place.start();
    anna.see("dialog.modal .error", "Something went wrong");
    anna.wait("!document.querySelector('dialog.modal .primary').disabled");
    anna.wait("document.querySelector('dialog.modal input').value === 'silence'");
}

#[test]
fn form_that_cannot_be_sent_says_why_and_stays() {
    let Some(mut place) = place() else { return };
    let mut juergen = place.enter("juergen", Window::DESKTOP);

    open_form(&mut juergen);
    juergen.type_text("+c5");
    place.stop();
    juergen.key(Key::Enter);
    juergen.see("dialog.modal .error", "Die Sandbox antwortet nicht.");
    juergen.wait("document.querySelector('dialog.modal input').value === '+c5'");
    juergen.wait("!document.querySelector('dialog.modal .primary').disabled");
}

#[test]
fn only_the_one_who_asked_sees_a_private_answer_and_dismisses_it() {
    let Some(mut place) = place() else { return };
    let mut anna = place.enter("anna", Window::DESKTOP);
    let mut lukasz = place.enter("lukasz", Window::DESKTOP);

    call(&mut anna, "secret");
    anna.see(".message.ephemeral .content", "Psst.");
    anna.see(".only-you", "Only you can see this");
    anna.say("Done");
    lukasz.see(".message .content", "Done");
    assert_eq!(
        lukasz.value("document.querySelectorAll('.message').length"),
        1
    );
    anna.press_on(".only-you button", "Dismiss");
    anna.wait("!document.querySelector('.message.ephemeral')");
}

#[test]
fn silence_of_the_bot_is_shown() {
    let Some(mut place) = place() else { return };
    let mut anna = place.enter("anna", Window::DESKTOP);

    call(&mut anna, "silent");
    anna.see(".message .thinking", "Sending the command");
    answers_too_late(
        &place,
        &mut anna,
        ".message .failed",
        "The application did not respond",
    );

    call(&mut anna, "board");
    anna.press_on(".button", "Dead");
    anna.wait("document.querySelector('.button.waiting')");
    answers_too_late(
        &place,
        &mut anna,
        ".message .failed",
        "This interaction failed",
    );
    anna.wait("!document.querySelector('.button.waiting')");
}

#[test]
fn picture_has_its_description_and_can_be_enlarged() {
    let Some(mut place) = place() else { return };
    let mut anna = place.enter_by_name("anna", Window::DESKTOP);

    let channel = anna.value("location.hash.slice(1)");
    let body = json!({ "content": "Look", "attachments": [
        { "id": 0, "filename": "board.png", "description": "Orange tops 12 stacks." },
    ] });
    let path = format!(
        "/channels/{}/messages",
        channel.as_str().expect("the open channel")
    );
    place.upload(&path, &body, &[("board.png", PIXEL)]);
    anna.wait("document.querySelector('.picture img[alt=\"Orange tops 12 stacks.\"]')?.naturalWidth === 1");
    let is_below = anna.value(
        "document.querySelector('.alt').getBoundingClientRect().top >= \
         document.querySelector('.picture img').getBoundingClientRect().bottom",
    );
    assert_eq!(is_below, true, "the badge hides a part of the picture");
    anna.click("document.querySelector('.picture')");
    anna.see("dialog.lightbox .caption", "Orange tops 12 stacks.");
    anna.key(Key::Escape);
    anna.wait("!document.querySelector('dialog.lightbox')");
    anna.is_clean();
}
