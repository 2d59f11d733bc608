//! Messages that people write, edit and delete.

use serde_json::{Value, json};

use crate::people::access::{may_write, place, seen, seen_message};
use crate::people::protocol::Refusal;
use crate::world::changes::message::AllowedMentions;
use crate::world::message_view::{REPLY, Viewer};
use crate::world::model::{EPHEMERAL, FORUM, Message};
use crate::world::snowflake::Id;
use crate::world::{World, permissions};

/// Longest message without Nitro, in UTF-16 code units, as Discord counts.
const CONTENT_LIMIT: usize = 2_000;

/// Writes a message. `reply` is the message that it replies to, and whether that notifies its
/// author.
///
/// # Errors
///
/// The person may not write here, the text is empty or too long, or there is no such message to
/// reply to.
pub(crate) fn say(
    world: &mut World,
    person: Id,
    channel: Id,
    content: String,
    reply: Option<(Id, bool)>,
) -> Result<Value, Refusal> {
    let place = seen(world, person, channel)?;
    if place.kind == FORUM {
        return Refusal::new("A forum holds nothing but posts.");
    }
    if !may_write(world, person, place) {
        return Refusal::new("You may not write here.");
    }
    check_content(&content)?;
    if let Some((replied, _)) = reply {
        let replied = world.message(replied);
        let is_here = replied.is_some_and(|to| to.channel == channel && to.is_for(person));
        if !is_here || replied.is_some_and(|to| to.flags & EPHEMERAL != 0) {
            return Refusal::new("There is no such message to reply to.");
        }
    }
    let may_mention_all = world.permissions(person, place) & permissions::MENTION_EVERYONE != 0;
    let allowed = AllowedMentions {
        everyone: may_mention_all,
        replied_user: reply.is_some_and(|(_, ping)| ping),
        ..AllowedMentions::all()
    };
    let id = world.next_id();
    let mut message = Message {
        content,
        kind: if reply.is_some() { REPLY } else { 0 },
        reply_to: reply.map(|(to, _)| to),
        ..Message::new(id, channel, person)
    };
    world.set_mentions(&mut message, &allowed, true);
    world.post(message);
    Ok(json!({"message": message_view(world, person, id)}))
}

/// Changes the text of a message.
///
/// # Errors
///
/// It is not the person's own, or the text is empty or too long.
pub(crate) fn edit(
    world: &mut World,
    person: Id,
    id: Id,
    content: String,
) -> Result<Value, Refusal> {
    check_content(&content)?;
    let message = world.message(id).filter(|message| message.author == person);
    let Some(mut message) = message.cloned() else {
        return Refusal::new("You can edit only your own messages.");
    };
    message.content = content;
    message.edited_ms = Some(world.now_ms);
    world.set_mentions(&mut message, &AllowedMentions::all(), false);
    world.update(message);
    Ok(json!({"message": message_view(world, person, id)}))
}

/// Deletes a message, or hides one that only the person sees.
///
/// # Errors
///
/// There is no such message, or the person may not delete it.
pub(crate) fn delete(world: &mut World, person: Id, id: Id) -> Result<Value, Refusal> {
    let message = seen_message(world, person, id)?;
    let channel = place(world, person, message.channel)?;
    let is_moderator = world.permissions(person, channel) & permissions::MANAGE_MESSAGES != 0;
    if message.author != person && message.only_for != Some(person) && !is_moderator {
        return Refusal::new("You can delete only your own messages.");
    }
    world.delete(id);
    Ok(json!({}))
}

/// Checks the text of a message.
///
/// # Errors
///
/// It is empty or too long.
pub(crate) fn check_content(content: &str) -> Result<(), Refusal> {
    let length = content.encode_utf16().count();
    if content.trim().is_empty() || length > CONTENT_LIMIT {
        return Refusal::new(format!("A message has 1 to {CONTENT_LIMIT} characters."));
    }
    Ok(())
}

fn message_view(world: &World, person: Id, id: Id) -> Option<Value> {
    let message = world.message(id)?;
    Some(world.message_json(message, Viewer::Person(person)))
}
