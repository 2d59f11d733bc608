//! Games where the bot is only user-installed, in groups and on servers, and in direct messages.

mod deadlines;
mod direct;
mod group;
mod lost_answers;
mod notices;
mod server;
mod tokens;

use discord_sandbox::{Asked, Message, Person, Response};
use focusbot::service::View;

use crate::bot::stage::says::says;
use crate::bot::stage::{
    Stage, all_is_said, board, choose_move, person_of, press, slash_in, stripped,
};
use crate::support::players::{Dice, choose};

/// Group of the people.
pub(super) const GROUP: &str = "friends";

/// Returns people in a group, who have all installed the bot for themselves.
pub(super) async fn group<const N: usize>(stage: &Stage, names: [&str; N]) -> [Person; N] {
    let people = stage.people(names).await;
    for person in &people {
        person.install().await.expect("an installation");
    }
    let made = people[0].create_group(GROUP, &names[1..]).await;
    made.expect("a group");
    for person in &people {
        person.wait_for_channel(GROUP).await.expect("the group");
    }
    people
}

/// Returns people in a group who have just begun a game with these options.
async fn begun_with<const N: usize>(
    stage: &Stage,
    names: [&str; N],
    options: &[(&str, &str)],
) -> [Person; N] {
    let people = group(stage, names).await;
    let table = set_up(&people[0], GROUP, options).await;
    let (last, others) = people[1..].split_last().expect("somebody to play with");
    for person in others {
        // The table is updated, and begins with the last one.
        press(person, &table, "f1:join").await;
    }
    sit_down(last, &table).await;
    for person in &people {
        board(person, 1, 0).await;
    }
    all_is_said(&people, &table).await;
    people
}

/// Returns a game of two people in a group.
async fn begun(stage: &Stage) -> [Person; 2] {
    begun_with(stage, ["anna", "lukasz"], &[]).await
}

/// Waits until a message has become a line that leads to another message.
async fn leads_to(person: &Person, message: &Message, newer: &Message) {
    says(&stripped(person, message).await, newer.id());
}

/// Presses a button of a public message; the bot answers beside it.
pub(super) async fn press_beside(person: &Person, message: &Message, button: &str) {
    // The next message is the answer, not an earlier one.
    person.look_past();
    let asked = person.press(message, button).await.expect("a button");
    acknowledged(person, &asked).await;
}

/// Sets up a table, and returns its message: the answer or, if that takes long, one that follows it.
pub(super) async fn set_up(person: &Person, channel: &str, options: &[(&str, &str)]) -> Message {
    let answer = slash_in(person, channel, "focus new", options).await;
    let channel = answer.channel();
    let table = person.wait_until("the table", |view| {
        let messages = view.messages(channel).into_iter();
        messages
            .rev()
            .find(|message| message.component("f1:join:").is_some())
    });
    table.await.expect("a table")
}

/// Joins a table of somebody else as soon as it can be seen.
pub(super) async fn sit_down(person: &Person, table: &Message) {
    let seen = person.wait_until("the table", |view| view.message(table.id()));
    press_beside(person, &seen.await.expect("the table"), "f1:join").await;
}

async fn acknowledged(person: &Person, asked: &Asked) {
    let response = person.response(asked).await.expect("a response");
    assert!(matches!(response, Response::DeferredUpdate), "{response:?}");
}

/// Makes a move with the buttons of a board.
async fn move_by_button(person: &Person, board: &Message, mv: &str) {
    press_beside(person, board, "f1:move:").await;
    let first = person.wait_for_message("a step", |message| {
        message.is_ephemeral() && !message.attachments().is_empty()
    });
    pick_move(person, first.await.expect("a step of the move"), mv).await;
}

/// Makes a move with the menus of a private message.
async fn pick_move(person: &Person, first: Message, mv: &str) {
    let (question, _) = choose_move(person, first, mv).await;
    let asked = person.press(&question, "f1:play:").await.expect("a button");
    let done = person.answer(&asked).await.expect("an answer");
    says(&done, mv);
}

/// Makes the next move of the game, chosen by the dice, in this way; returns whether it goes on.
pub(super) async fn play_one(
    stage: &Stage,
    people: &[Person],
    dice: &mut Dice,
    input: MoveInput<'_>,
) -> bool {
    let view = stage.game(1);
    let color = view.to_move().expect("a game that goes on");
    let mover = person_of(people, view.person(color).expect("a person").id);
    let shown = board(mover, 1, view.steps).await;
    // Discord notifies everybody in a private channel; the mention says whose turn it is.
    assert!(
        shown.pings().contains(&mover.id().as_str()),
        "{}",
        shown.content()
    );
    let called = shown.0["mentions"][0]["id"].as_str();
    assert_eq!(called, Some(mover.id().as_str()), "{}", shown.content());
    let mv = choose(view.game.position(), dice, 9).to_string();
    match input {
        MoveInput::Buttons => move_by_button(mover, &shown, &mv).await,
        MoveInput::CommandIn(channel) => {
            let played = slash_in(mover, channel, "focus move", &[("move", &mv)]).await;
            // A board that takes long follows the answer, unless the bot posts it in the channel.
            let is_shown = !played.is_ephemeral() || played.is_loading();
            let is_answered = is_shown || played.content().contains(&mv);
            assert!(is_answered, "{}", played.content());
        }
    }
    let is_played = || stage.game(1).steps > view.steps;
    stage.until("the move", is_played).await;
    stage.game(1).ending.is_none()
}

/// Restarts the bot once the newest board is there and no older one has buttons: both need tokens,
/// which a restart loses.
async fn restart_after_the_board(stage: &mut Stage, person: &Person, channel: &str) {
    board(person, 1, stage.game(1).steps).await;
    only_the_last_has_buttons(person, channel).await;
    stage.restart_bot().await;
}

#[derive(Clone, Copy)]
pub(super) enum MoveInput<'a> {
    Buttons,
    CommandIn(&'a str),
}

/// Waits until only the newest board in a channel has buttons.
async fn only_the_last_has_buttons(person: &Person, channel: &str) {
    let calm = person.wait_until("old boards without buttons", |view| {
        let messages = view.messages(&view.channel(channel)?);
        let boards = messages.iter().filter(|message| !message.is_ephemeral());
        let boards = boards.filter(|message| message.component("f1:move:").is_some());
        (boards.count() <= 1).then_some(())
    });
    calm.await.expect("old boards without buttons");
}

/// Waits for the last board of the game in a channel, in whatever language.
pub(super) async fn last_board(person: &Person, channel: &str) -> Message {
    let found = person.wait_until("the last board", |view| {
        let messages = view.messages(&view.channel(channel)?);
        let mut boards = messages
            .into_iter()
            .filter(|message| !message.is_ephemeral());
        boards.find(|message| message.component("f1:rematch").is_some())
    });
    found.await.expect("the last board")
}

/// Asserts that the bot has not tried the routes of a channel in which it is not.
fn assert_only_answered(stage: &Stage, person: &Person, channel: &str) {
    let channel = person.channel(channel).expect("a channel");
    let requests = stage.sandbox.requests(0);
    let route = format!("/channels/{channel}");
    let mut tried = requests.iter().filter(|asked| asked.path.contains(&route));
    assert!(tried.next().is_none(), "{requests:?}");
}

/// Returns whether a table or game waits to be shown.
fn is_waiting(stage: &Stage, game: u32) -> bool {
    let pending = stage.service().pending(focusbot::service::GameId(game));
    pending
        .expect("a store")
        .is_some_and(|update| match update.view {
            View::Game(_) | View::Table(_) => true,
        })
}
