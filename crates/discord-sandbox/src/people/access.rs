//! People by name, and the channels that a person sees and may act in.

use crate::people::protocol::Refusal;
use crate::world::model::{Channel, Message, User};
use crate::world::snowflake::Id;
use crate::world::{World, permissions};

/// Returns the person with this user name.
pub(crate) fn named<'a>(world: &'a World, name: &str) -> Result<&'a User, Refusal> {
    world
        .person(name)
        .ok_or_else(|| Refusal(format!("There is nobody called `{name}`.")))
}

/// Returns the channel if the person sees it and it is not archived.
pub(crate) fn place(world: &World, person: Id, channel: Id) -> Result<&Channel, Refusal> {
    let place = seen(world, person, channel)?;
    if place.thread.as_ref().is_some_and(|thread| thread.archived) {
        return Refusal::new("The thread is archived; write in it first.");
    }
    Ok(place)
}

/// Returns the channel if the person sees it and its guild has no outage.
pub(crate) fn seen(world: &World, person: Id, channel: Id) -> Result<&Channel, Refusal> {
    let place = world
        .channel(channel)
        .filter(|channel| world.sees(person, channel))
        .ok_or_else(|| Refusal("There is no such channel.".to_owned()))?;
    if place.guild.is_some_and(|guild| world.is_out(guild)) {
        return Refusal::new("The server is not available right now.");
    }
    Ok(place)
}

/// Returns a message that the person may see.
pub(crate) fn seen_message(world: &World, person: Id, message: Id) -> Result<&Message, Refusal> {
    world
        .message(message)
        .filter(|message| message.is_for(person))
        .ok_or_else(|| Refusal("There is no such message.".to_owned()))
}

/// Returns whether the person may write in the channel: messages or, in a forum, posts.
pub(crate) fn may_write(world: &World, person: Id, channel: &Channel) -> bool {
    let needed = if channel.is_thread() {
        permissions::SEND_MESSAGES_IN_THREADS
    } else {
        permissions::SEND_MESSAGES
    };
    let is_locked = channel.thread.as_ref().is_some_and(|thread| thread.locked);
    !is_locked && world.permissions(person, channel) & needed != 0
}
