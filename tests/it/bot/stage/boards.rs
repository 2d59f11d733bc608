//! Boards, tables and other messages that tests wait for.

use discord_sandbox::{Event, Message, Person, View};
use serde_json::{Value, json};

use crate::bot::stage::says::says;
use crate::bot::stage::{HERE, Stage, hinder};

/// Returns whether a message is a board with buttons, the newest of its game.
pub(crate) fn is_board(message: &Message) -> bool {
    !message.is_ephemeral() && !message.attachments().is_empty() && !message.labels().is_empty()
}

/// Returns the next board that a person sees.
pub(crate) async fn next_board(person: &Person) -> Message {
    let shown = person.wait_for_message("a board", is_board).await;
    shown.expect("a board")
}

/// Returns all messages that a person sees, in all channels.
pub(crate) fn all_messages(view: &View) -> Vec<Message> {
    let channels = view.channels().filter_map(|channel| channel["id"].as_str());
    channels
        .flat_map(|channel| view.messages(channel))
        .collect()
}

/// Returns the messages that a person sees in a channel.
pub(crate) fn messages_in(person: &Person, channel: &str) -> Vec<Message> {
    let channel = person.channel(channel).expect("a channel");
    person.view(|view| view.messages(&channel))
}

/// Returns the board of a game after `plies` plies, once it is there.
pub(crate) async fn board(person: &Person, game: u32, plies: u32) -> Message {
    let name = format!("focus-{game}-{plies}.png");
    let what = format!("the board {name}");
    let found = person.wait_until(&what, |view| {
        let mut boards = all_messages(view).into_iter().filter(is_board);
        boards.find(|message| message.attachments()[0]["filename"] == name)
    });
    found.await.expect("a board")
}

/// Returns the number of boards with buttons in a channel.
pub(crate) fn boards_in(person: &Person, channel: &str) -> usize {
    let messages = messages_in(person, channel);
    messages.iter().filter(|message| is_board(message)).count()
}

/// Returns whether a message is a final board; the buttons to look back exist only if the game was
/// long enough.
pub(crate) fn is_final(message: &Message) -> bool {
    let labels = message.labels();
    labels == ["Rematch"] || labels == ["Rematch", "Analysis", "Replay", "Look"]
}

/// Returns the final board of a game, with its buttons.
pub(crate) async fn final_board(person: &Person, game: u32) -> Message {
    let prefix = format!("focus-{game}-");
    let is_meant = |event: &Event| {
        let message = (event.kind == "message_create").then(|| event.message())??;
        let file = message.attachments().first()?["filename"]
            .as_str()?
            .to_owned();
        (file.starts_with(&prefix) && is_final(&message) && !message.is_ephemeral())
            .then_some(message)
    };
    person
        .wait_for("the last board", is_meant)
        .await
        .expect("a last board")
}

/// Waits until no superseded message is left to change.
pub(crate) async fn cleared(stage: &Stage) {
    let service = stage.service();
    let left = || service.superseded_messages(None).expect("a store").entries;
    stage.until("nothing to change", || left().is_empty()).await;
}

/// Waits until the bot has recorded which messages follow games.
pub(crate) async fn followers_noted(stage: &Stage) {
    let service = stage.service();
    let behind = || service.watches_behind(None).expect("a store").entries;
    stage
        .until("notes of the messages", || behind().is_empty())
        .await;
}

/// Returns the direct message of the bot to a person that contains `what`.
pub(crate) async fn told(person: &Person, what: &str) -> Message {
    let direct = person.open_dm().await.expect("a conversation");
    let found = person.wait_until(what, |view| {
        let mut messages = view.messages(&direct).into_iter();
        messages.find(|message| message.content().contains(what))
    });
    found.await.expect("a message")
}

/// Returns whether a message replies to another one.
pub(crate) fn answers(message: &Message, other: &Message) -> bool {
    message.0["message_reference"]["message_id"] == other.id()
}

/// Returns the next message that replies to a message.
pub(crate) async fn answer_to(person: &Person, message: &Message) -> Message {
    let answer = person.wait_for_message("an answer", |answer| answers(answer, message));
    answer.await.expect("an answer")
}

/// Returns the next private message with this component.
pub(crate) async fn private_with(person: &Person, component: &str) -> Message {
    let found = person.wait_for_message(component, |message| {
        message.is_ephemeral() && message.component(component).is_some()
    });
    found.await.expect("a private message")
}

/// Returns the next private message that contains some words.
pub(crate) async fn told_privately(person: &Person, words: &str) -> Message {
    let found = person.wait_for_message(words, |message| {
        message.is_ephemeral() && message.content().contains(words)
    });
    found.await.expect("a private message")
}

/// Returns the newest table that can be joined.
pub(crate) async fn table(person: &Person) -> Message {
    let found = person.wait_until("a table", |view| {
        let channel = view.channel(HERE)?;
        view.messages(&channel)
            .into_iter()
            .rev()
            .find(|message| message.component("f1:join").is_some() && !message.is_ephemeral())
    });
    found.await.expect("a table")
}

/// Returns the newest message with this button.
pub(crate) async fn with_button(person: &Person, button: &str) -> Message {
    newest(person, button, |_| true).await
}

/// Returns the newest message with this button, once it differs from `before` in id or content.
pub(crate) async fn after(person: &Person, before: &Message, button: &str) -> Message {
    newest(person, button, |message| {
        message.id() != before.id() || message.content() != before.content()
    })
    .await
}

async fn newest(person: &Person, button: &str, is_meant: impl Fn(&Message) -> bool) -> Message {
    let what = format!("a board with `{button}`");
    let found = person.wait_until(&what, |view| {
        let messages = view.messages(&view.channel(HERE)?);
        let mut messages = messages.into_iter().rev();
        messages.find(|message| message.component(button).is_some() && is_meant(message))
    });
    found.await.expect("a board")
}

/// Waits until a message contains `wanted`.
pub(crate) async fn reads(person: &Person, message: &Message, wanted: &str) -> Message {
    let what = format!("a message with `{wanted}`");
    changed(person, message, &what, |message| {
        message.all_text().contains(wanted)
    })
    .await
}

/// Waits until a message satisfies a condition.
pub(crate) async fn changed(
    person: &Person,
    message: &Message,
    what: &str,
    is_so: impl Fn(&Message) -> bool,
) -> Message {
    let found = person.wait_until(what, |view| view.message(message.id()).filter(&is_so));
    found.await.expect("a changed message")
}

/// Waits until a message has lost its buttons.
pub(crate) async fn stripped(person: &Person, message: &Message) -> Message {
    changed(person, message, "a message without buttons", |message| {
        message.labels().is_empty()
    })
    .await
}

/// Returns the custom id of a button.
pub(crate) fn button_id(message: &Message, button: &str) -> String {
    let button = message.component(button).expect("a button");
    button["custom_id"].as_str().expect("an id").to_owned()
}

/// Returns the options of a menu.
fn options<'m>(message: &'m Message, menu: &str) -> &'m [Value] {
    let menu = message.component(menu).expect("a menu");
    menu["options"].as_array().expect("options")
}

/// Returns the values that a menu offers.
pub(crate) fn offered<'m>(message: &'m Message, menu: &str) -> Vec<&'m str> {
    let values = options(message, menu).iter();
    values
        .filter_map(|option| option["value"].as_str())
        .collect()
}

/// Returns the values that are chosen in a menu.
pub(crate) fn chosen<'m>(message: &'m Message, menu: &str) -> Vec<&'m str> {
    let chosen = options(message, menu).iter();
    let chosen = chosen.filter(|option| option["default"] == true);
    chosen
        .filter_map(|option| option["value"].as_str())
        .collect()
}

/// Makes every edit of a message hang.
pub(crate) async fn hold_changes(person: &Person, message: &Message) {
    let hang = json!({"delay_ms": 3_600_000});
    hinder(person, &format!("PATCH {}", message.id()), 99, hang).await;
}

/// Waits until a board of the first game is reduced to a line that links to a newer one.
pub(crate) async fn is_left(person: &Person, old: &Message, new: &Message) {
    let left = reads(person, old, "[#1](https://").await;
    assert!(left.labels().is_empty() && left.attachments().is_empty());
    says(&left, new.id());
}

/// Returns a review once it is complete; on a busy machine, it says before that how far it is, and may
/// take as long as it goes on.
pub(crate) async fn reviewed(person: &Person, message: &Message) -> Message {
    let mut progress = None;
    loop {
        let found = person.wait_until("a review, or more of it", |view| {
            let message = view.message(message.id())?;
            let is_new = progress.as_ref() != Some(&message.all_text());
            (is_new || !message.pictures().is_empty()).then_some(message)
        });
        let found = found.await.expect("a review, or more of it");
        if !found.pictures().is_empty() {
            return found;
        }
        progress = Some(found.all_text());
    }
}
