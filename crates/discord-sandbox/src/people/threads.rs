//! Threads that people start, and posts in forums.

use serde_json::Value;

use crate::people::access::place;
use crate::people::messages::check_content;
use crate::people::places::shown;
use crate::people::protocol::Refusal;
use crate::world::changes::channel::NewThread;
use crate::world::changes::message::AllowedMentions;
use crate::world::model::{Channel, FORUM, Message, PRIVATE_THREAD, TEXT};
use crate::world::snowflake::Id;
use crate::world::{World, permissions};

/// Thread that a person wants to start.
pub(crate) struct Wanted {
    pub(crate) parent: Id,
    pub(crate) name: String,
    /// Message to start from.
    pub(crate) message: Option<Id>,
    pub(crate) private: bool,
    /// First message of a post in a forum.
    pub(crate) content: Option<String>,
}

/// Starts a thread or a post.
///
/// # Errors
///
/// The person may not start this kind of thread here, or a post has no text.
pub(crate) fn create(world: &mut World, person: Id, wanted: Wanted) -> Result<Value, Refusal> {
    let channel = place(world, person, wanted.parent)?;
    let Some(kind) = kind(world, person, channel, &wanted) else {
        return Refusal::new("You cannot start a thread here.");
    };
    let content = wanted.content.filter(|_| channel.kind == FORUM);
    if channel.kind == FORUM {
        check_content(content.as_deref().unwrap_or_default())?;
    }
    if let Some(message) = wanted.message {
        let is_free = world
            .message(message)
            .is_some_and(|message| message.channel == wanted.parent && message.thread.is_none());
        if !is_free {
            return Refusal::new("You cannot start a thread from this message.");
        }
    }
    let id = world.create_thread(NewThread {
        parent: wanted.parent,
        message: wanted.message,
        owner: person,
        name: wanted.name,
        kind,
        auto_archive_minutes: 4_320,
    });
    if let Some(content) = content {
        post_first(world, person, id, content);
    }
    Ok(shown(world, person, id))
}

/// Returns the type of the thread if the person may start it here.
fn kind(world: &World, person: Id, channel: &Channel, wanted: &Wanted) -> Option<u8> {
    let (kind, needed) = if channel.kind == FORUM {
        let kind = channel.thread_kind().filter(|_| wanted.message.is_none());
        (kind, permissions::SEND_MESSAGES)
    } else if wanted.private {
        let fits = channel.kind == TEXT && wanted.message.is_none();
        let kind = fits.then_some(PRIVATE_THREAD);
        (kind, permissions::CREATE_PRIVATE_THREADS)
    } else {
        (channel.thread_kind(), permissions::CREATE_PUBLIC_THREADS)
    };
    kind.filter(|_| world.permissions(person, channel) & needed != 0)
}

/// Posts the first message of a post, which has the id of its thread.
fn post_first(world: &mut World, person: Id, thread: Id, content: String) {
    let mut first = Message {
        content,
        ..Message::new(thread, thread, person)
    };
    world.set_mentions(&mut first, &AllowedMentions::all(), true);
    world.post(first);
}
