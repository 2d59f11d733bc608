//! Checks that the bot can see a channel or message and has the permissions for a request.

use crate::rest::error::{Answer, ApiError};
use crate::world::model::{Channel, FORUM, Message};
use crate::world::permissions::Permissions;
use crate::world::snowflake::Id;
use crate::world::{World, permissions};

/// Returns a channel that the bot can see.
///
/// # Errors
///
/// The channel does not exist, the bot cannot see it, or its guild has an outage.
pub(crate) fn channel(world: &World, id: Id) -> Answer<&Channel> {
    let channel = world.channel(id).ok_or_else(ApiError::unknown_channel)?;
    if channel.guild.is_some_and(|guild| world.is_out(guild)) {
        return Err(ApiError::unavailable());
    }
    if !world.sees(world.bot, channel) {
        return Err(ApiError::missing_access());
    }
    Ok(channel)
}

/// Returns a public message in a channel that the bot can see.
///
/// # Errors
///
/// The channel or message does not exist, or the bot may not read it.
pub(crate) fn message(world: &World, channel_id: Id, id: Id) -> Answer<&Message> {
    let channel = channel(world, channel_id)?;
    if channel.recipient.is_none() {
        require(world, channel, permissions::READ_MESSAGE_HISTORY)?;
    }
    world
        .message(id)
        .filter(|message| message.channel == channel_id && message.only_for.is_none())
        .ok_or_else(ApiError::unknown_message)
}

/// Checks that the bot has all of these permissions.
///
/// # Errors
///
/// A permission is missing.
pub(crate) fn require(world: &World, channel: &Channel, needed: Permissions) -> Answer<()> {
    if world.permissions(world.bot, channel) & needed == needed {
        return Ok(());
    }
    Err(ApiError::missing_permissions())
}

/// Checks that the bot may write in a channel.
///
/// # Errors
///
/// The channel is a forum, the bot lacks the permission, or the thread is locked. In a DM: the
/// person accepts none, or neither shares a guild with the bot nor has installed the application.
pub(crate) fn require_sending(world: &World, channel: &Channel) -> Answer<()> {
    if let Some(person) = channel
        .recipient
        .and_then(|recipient| world.user(recipient))
    {
        if !world.may_write_to(person) {
            return Err(ApiError::no_common_guild());
        }
        return if person.dms_open {
            Ok(())
        } else {
            Err(ApiError::cannot_reach_user())
        };
    }
    if channel.kind == FORUM {
        return Err(ApiError::no_messages_in_forum());
    }
    if !channel.is_thread() {
        return require(world, channel, permissions::SEND_MESSAGES);
    }
    require(world, channel, permissions::SEND_MESSAGES_IN_THREADS)?;
    require_unlocked(world, channel)
}

/// Checks that a channel is not a locked thread, unless the bot manages threads.
///
/// # Errors
///
/// The thread is locked.
pub(crate) fn require_unlocked(world: &World, channel: &Channel) -> Answer<()> {
    let locked = channel.thread.as_ref().filter(|thread| thread.locked);
    let Some(thread) = locked else {
        return Ok(());
    };
    if require(world, channel, permissions::MANAGE_THREADS).is_ok() {
        return Ok(());
    }
    Err(if thread.archived {
        ApiError::archived()
    } else {
        ApiError::locked()
    })
}

/// Checks that a channel is not an archived thread.
///
/// # Errors
///
/// The thread is archived.
pub(crate) fn require_active(channel: &Channel) -> Answer<()> {
    if channel
        .thread
        .as_ref()
        .is_some_and(|thread| thread.archived)
    {
        return Err(ApiError::archived());
    }
    Ok(())
}
