//! Commands, presses and choices of people, with their answers.

use discord_sandbox::{Asked, Message, Person, Response};
use serde_json::{Value, json};

use crate::bot::stage::{HERE, Stage};

/// Number of double presses that are tried.
const TRIES: u32 = 10;

/// Returns the answer to a slash command in the default channel.
pub(crate) async fn slash(person: &Person, command: &str, options: &[(&str, &str)]) -> Message {
    slash_in(person, HERE, command, options).await
}

/// Returns the answer to a slash command in a channel.
pub(crate) async fn slash_in(
    person: &Person,
    channel: &str,
    command: &str,
    options: &[(&str, &str)],
) -> Message {
    let asked = person.slash(channel, command, options).await;
    let answer = person.answer(&asked.expect("a command")).await;
    answer.expect("an answer")
}

/// Changes something in the sandbox on behalf of a person.
pub(crate) async fn control(person: &Person, name: &str, change: Value) {
    person.control(name, change).await.expect("a control");
}

/// Has the next `count` of these requests of the bot meet a fault: those with a method and a path that
/// contains some text, as in `POST /messages`, or all with such a path.
pub(crate) async fn hinder(person: &Person, requests: &str, count: u32, fault: Value) {
    let (method, path) = requests.split_once(' ').unzip();
    let path = path.unwrap_or(requests);
    let change = json!({"fault": fault, "count": count, "method": method, "path": path});
    control(person, "fault", change).await;
}

/// Has the next `count` posts of the bot in a channel meet a fault.
pub(crate) async fn hinder_posts(person: &Person, channel: &str, count: u32, fault: Value) {
    let channel = person.channel(channel).expect("a channel");
    let requests = format!("POST /channels/{channel}/messages");
    hinder(person, &requests, count, fault).await;
}

/// Ends all faults of the sandbox.
pub(crate) async fn end_faults(person: &Person) {
    control(person, "clear_faults", json!({})).await;
}

/// Waits until a person sees the bot disconnect.
pub(crate) async fn has_left(person: &Person) {
    let away = person.wait_for("the bot to leave", |event| {
        (event.kind == "bot" && event.body["online"] == false).then_some(())
    });
    away.await.expect("the bot to leave");
}

/// Waits until a person has seen the bot disconnect and reconnect.
pub(crate) async fn back_again(person: &Person) {
    has_left(person).await;
    person.wait_for_bot("focus").await.expect("the bot again");
}

/// Has a person read English from now on.
pub(crate) async fn speak_english(person: &Person) {
    let english = json!({"locale": "en-US"});
    person.perform("locale", english).await.expect("a language");
}

/// Chooses a value in a menu of the person's settings, which are shown for it.
pub(crate) async fn choose(person: &Person, menu: &str, value: &str) -> Message {
    let mut shown = slash(person, "focus-me settings", &[]).await;
    if shown.component(menu).is_none() {
        shown = press(person, &shown, "s1:more").await;
    }
    pick(person, &shown, menu, &[value]).await
}

/// Returns the answer to a choice in a menu of a message.
pub(crate) async fn pick(
    person: &Person,
    message: &Message,
    menu: &str,
    values: &[&str],
) -> Message {
    let asked = person.select(message, menu, values).await;
    let answer = person.answer(&asked.expect("a menu")).await;
    answer.expect("an answer")
}

/// Returns the form that answers a press or a choice.
pub(crate) async fn form_of(person: &Person, asked: &Asked) -> Value {
    match person.response(asked).await.expect("a response") {
        Response::Modal(form) => form,
        other => panic!("expected a form, got {other:?}"),
    }
}

/// Returns the form that a button opens.
pub(crate) async fn open_form(person: &Person, message: &Message, button: &str) -> Value {
    let asked = person.press(message, button).await.expect("a button");
    form_of(person, &asked).await
}

/// Returns the answer to a form that is filled in like this.
pub(crate) async fn submit(person: &Person, form: &Value, values: &[(&str, &str)]) -> Message {
    let asked = person.submit_modal(form, values).await.expect("a form");
    person.answer(&asked).await.expect("an answer")
}

/// Returns the answer to a command in the menu of a person or a message.
pub(crate) async fn context(
    person: &Person,
    channel: &str,
    command: &str,
    target: &str,
) -> Message {
    let asked = person.context(channel, command, target).await;
    let answer = person.answer(&asked.expect("a command in the menu")).await;
    answer.expect("an answer")
}

/// Lets a person resign the first game, against a computer, whose move may come between the question
/// and the answer.
pub(crate) async fn resign_to_computer(stage: &Stage, person: &Person, channel: &str) {
    while stage.game(1).ending.is_none() {
        resign_in(person, channel).await;
    }
}

/// Lets a person resign the game that the default channel has.
pub(crate) async fn resign(person: &Person) {
    resign_in(person, HERE).await;
}

/// Lets a person resign the game that a channel has.
pub(crate) async fn resign_in(person: &Person, channel: &str) {
    let question = slash_in(person, channel, "focus resign", &[]).await;
    press(person, &question, "f1:resign!").await;
}

/// Lets a person offer the seat in the game that the channel has.
pub(crate) async fn offer_seat(person: &Person) {
    let question = slash(person, "focus resign", &[]).await;
    press(person, &question, "f1:seat:").await;
}

/// Returns the answer to a press, as a message.
pub(crate) async fn press(person: &Person, message: &Message, button: &str) -> Message {
    let asked = person.press(message, button).await.expect("a button");
    person.answer(&asked).await.expect("an answer")
}

/// Chooses a move in the menus of a first step and of those after it; returns the last step and the
/// number of choices.
pub(crate) async fn choose_move(person: &Person, first: Message, mv: &str) -> (Message, usize) {
    let source = if mv.starts_with('+') { "+" } else { &mv[..2] };
    let (mut step, mut choices) = (first, 0);
    while let Some((menu, value)) = menu_with(&step, [mv, source]) {
        step = pick(person, &step, &menu, &[value]).await;
        choices += 1;
    }
    (step, choices)
}

/// Returns the custom id of a menu that offers one of these values, and the value.
fn menu_with<'v>(message: &Message, wanted: [&'v str; 2]) -> Option<(String, &'v str)> {
    message.components().into_iter().find_map(|component| {
        let options = component["options"].as_array()?;
        let is_offered = |value: &&str| options.iter().any(|option| option["value"] == **value);
        let value = wanted.into_iter().find(is_offered)?;
        Some((component["custom_id"].as_str()?.to_owned(), value))
    })
}

/// Presses a button whose effect is public, so that there is no answer to read.
pub(crate) async fn press_quietly(person: &Person, message: &Message, button: &str) {
    let asked = person.press(message, button).await.expect("a button");
    ends_silently(person, &asked).await;
}

/// Waits for a response without a message; a slow one comes after "thinking…", which goes.
async fn ends_silently(person: &Person, asked: &Asked) {
    match person.response(asked).await.expect("a response") {
        // A board that is superseded loses its buttons.
        Response::DeferredUpdate | Response::Update(_) => {}
        Response::Deferred(thinking) => {
            let is_gone = person.wait_until("the end of thinking", |view| {
                let messages = view.messages(thinking.channel());
                let is_there = messages.iter().any(|message| message.id() == thinking.id());
                (!is_there).then_some(())
            });
            is_gone.await.expect("no message");
        }
        other => panic!("{other:?}"),
    }
}

/// Presses a button by its custom id, even if the message does not have it now; its effect is
/// public, or there is none.
pub(crate) async fn press_silently(person: &Person, message: &Message, custom_id: &str) {
    let asked = person.forge(message, custom_id, None).await;
    ends_silently(person, &asked.expect("a press")).await;
}

/// Presses a button twice by its custom id, even if the message does not have it any more; neither
/// press waits for the answer to the other. Returns the messages that answer them.
pub(crate) async fn double_press(
    person: &Person,
    message: &Message,
    custom_id: &str,
) -> Vec<Message> {
    let mut pressed = Vec::new();
    for _ in 0..2 {
        let asked = person.forge(message, custom_id, None).await;
        pressed.push(asked.expect("a press"));
    }
    let mut said = Vec::new();
    for asked in &pressed {
        match person.response(asked).await.expect("a response") {
            Response::DeferredUpdate => {}
            Response::Update(board) if !board.is_ephemeral() => {}
            Response::Message(answer) | Response::Deferred(answer) | Response::Update(answer) => {
                said.push(answer);
            }
            other => panic!("{other:?}"),
        }
    }
    said
}

/// Tries something with a double press again until its second press has come in time to be one,
/// which `is_in_time` tells: on a busy machine, it may come too late.
pub(crate) async fn until_in_time(is_in_time: impl AsyncFn() -> bool) {
    for _ in 0..TRIES {
        if is_in_time().await {
            return;
        }
    }
    panic!("expected the second press of a double press to be told from a request of its own");
}

/// Does something, after which the next press is none of a double press.
pub(crate) async fn do_something_else(person: &Person) {
    slash(person, "focus-me settings", &[]).await;
}

/// Returns the answer to a press of a button behind *More*, as a message.
pub(crate) async fn press_more(person: &Person, board: &Message, button: &str) -> Message {
    let menu = press(person, board, "f1:more:").await;
    assert!(menu.is_ephemeral(), "{}", menu.content());
    press(person, &menu, button).await
}

/// Returns the answer to a press of a button that a message does not have now, as a message.
pub(crate) async fn press_old(person: &Person, message: &Message, custom_id: &str) -> Message {
    let asked = person.forge(message, custom_id, None).await;
    let answer = person.answer(&asked.expect("a button")).await;
    answer.expect("an answer")
}

/// Shares a private message in English, and returns what everybody sees; if it takes long, that is not
/// the answer to the press.
pub(crate) async fn share(person: &Person, message: &Message) -> Message {
    let all_shared = |view: &discord_sandbox::View| -> Vec<Message> {
        let messages = view.messages(message.channel()).into_iter();
        let is_shared = |one: &Message| !one.is_ephemeral() && one.all_text().contains("Shared by");
        messages.filter(is_shared).collect()
    };
    let before = person.wait_until("the channel", |view| Some(all_shared(view).len()));
    let before = before.await.expect("the channel");
    person.press(message, "Share").await.expect("a button");
    let shared = person.wait_until("a shared message", |view| {
        all_shared(view).into_iter().nth(before)
    });
    shared.await.expect("a shared message")
}
