//! Permissions of users in guilds and channels, and which channels they see.
//!
//! Source: Discord, "Permissions", the section on permission overwrites and its pseudocode.

use crate::world::World;
use crate::world::model::{Channel, Guild, PRIVATE_THREAD, VOICE};
use crate::world::permissions::{
    ADMINISTRATOR, ALL, CONNECT, DIRECT, MANAGE_THREADS, Permissions, VIEW_CHANNEL,
};
use crate::world::snowflake::Id;

impl World {
    /// Returns the permissions of `user` in a guild, regardless of channels.
    pub(crate) fn guild_permissions(&self, guild: &Guild, user: Id) -> Permissions {
        if guild.owner == user {
            return ALL;
        }
        let roles = self.user(user).map_or(&[][..], |user| &user.roles);
        let bits = guild
            .roles
            .iter()
            .filter(|role| role.id == guild.id || roles.contains(&role.id))
            .fold(0, |bits, role| bits | role.permissions);
        if bits & ADMINISTRATOR != 0 { ALL } else { bits }
    }

    /// Returns the permissions of `user` in `channel`; a thread has those of its parent.
    pub(crate) fn permissions(&self, user: Id, channel: &Channel) -> Permissions {
        if channel.guild.is_none() {
            let takes_part = match channel.recipient {
                Some(recipient) => user == recipient || user == self.bot,
                None => channel.people.contains(&user),
            };
            return if takes_part { DIRECT } else { 0 };
        }
        let guild = self.guild_of(channel);
        let Some(guild) = guild.filter(|guild| self.user(user).is_some_and(|user| guild.has(user)))
        else {
            return 0;
        };
        let bits = self.overwritten(guild, user, self.home(channel));
        if bits & VIEW_CHANNEL == 0 || !is_let_in(channel, user, bits) {
            return 0;
        }
        // A person who may not enter a voice channel cannot read or write in it either.
        let is_outside = channel.kind == VOICE && bits & CONNECT == 0;
        if is_outside {
            bits & VIEW_CHANNEL
        } else {
            bits
        }
    }

    /// Returns the permissions that every member of the guild has in the channel.
    pub(crate) fn permissions_of_everybody(&self, guild: &Guild, channel: &Channel) -> Permissions {
        // The role with the guild's id is the one that everybody has.
        self.overwritten(guild, guild.id, self.home(channel))
    }

    /// Returns the channel whose permissions apply: for a thread, its parent.
    fn home<'a>(&'a self, channel: &'a Channel) -> &'a Channel {
        let parent = channel.parent.filter(|_| channel.is_thread());
        parent
            .and_then(|parent| self.channel(parent))
            .unwrap_or(channel)
    }

    fn overwritten(&self, guild: &Guild, user: Id, channel: &Channel) -> Permissions {
        let base = self.guild_permissions(guild, user);
        if base & ADMINISTRATOR != 0 {
            return base;
        }
        let roles = self.user(user).map_or(&[][..], |user| &user.roles);
        let apply = |bits: Permissions, concerns: &dyn Fn(Id) -> bool| {
            let (allow, deny) = channel
                .overwrites
                .iter()
                .filter(|overwrite| concerns(overwrite.id))
                .fold((0, 0), |(allow, deny), overwrite| {
                    (allow | overwrite.allow, deny | overwrite.deny)
                });
            (bits & !deny) | allow
        };
        let bits = apply(base, &|id| id == guild.id);
        let bits = apply(bits, &|id| roles.contains(&id));
        apply(bits, &|id| id == user)
    }

    /// Returns whether `user` can see the channel.
    pub(crate) fn sees(&self, user: Id, channel: &Channel) -> bool {
        self.permissions(user, channel) & VIEW_CHANNEL != 0
    }
}

/// Returns whether a user with the permissions `bits` sees the channel: a private thread is for its
/// members and for moderators.
fn is_let_in(channel: &Channel, user: Id, bits: Permissions) -> bool {
    let Some(thread) = channel.thread.as_ref() else {
        return true;
    };
    let is_open = channel.kind != PRIVATE_THREAD || bits & MANAGE_THREADS != 0;
    is_open || thread.members.contains(&user)
}
