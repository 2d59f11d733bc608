//! Failures of Discord and of the disk: after each, the game goes on and nothing is doubled.

mod deletions;
mod gateway;
mod limit;
mod people;
mod rest;

use discord_sandbox::{Message, Person};

use crate::bot::stage::{HERE, messages_in};

/// Returns the public boards, including superseded ones.
fn boards(person: &Person) -> Vec<Message> {
    public(person, |message| {
        !message.attachments().is_empty() || message.content().contains("[#1](https://")
    })
}

/// Returns the public messages that satisfy a condition.
fn public(person: &Person, is_meant: impl Fn(&Message) -> bool) -> Vec<Message> {
    let mut messages = messages_in(person, HERE);
    messages.retain(|message| !message.is_ephemeral() && is_meant(message));
    messages
}
