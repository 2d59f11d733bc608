//! Permission bits, and the permissions of users in guilds and channels.
//!
//! Source: Discord, "Permissions", the section on permission overwrites and its pseudocode.

use crate::world::World;
use crate::world::model::{Channel, Guild, PRIVATE_THREAD, VOICE};
use crate::world::snowflake::Id;

/// Set of Discord's permission bits.
pub(crate) type Permissions = u64;

pub(crate) const KICK_MEMBERS: Permissions = 1 << 1;
pub(crate) const ADMINISTRATOR: Permissions = 1 << 3;
pub(crate) const MANAGE_CHANNELS: Permissions = 1 << 4;
pub(crate) const MANAGE_GUILD: Permissions = 1 << 5;
pub(crate) const ADD_REACTIONS: Permissions = 1 << 6;
pub(crate) const VIEW_CHANNEL: Permissions = 1 << 10;
pub(crate) const SEND_MESSAGES: Permissions = 1 << 11;
pub(crate) const MANAGE_MESSAGES: Permissions = 1 << 13;
pub(crate) const EMBED_LINKS: Permissions = 1 << 14;
pub(crate) const ATTACH_FILES: Permissions = 1 << 15;
pub(crate) const READ_MESSAGE_HISTORY: Permissions = 1 << 16;
pub(crate) const MENTION_EVERYONE: Permissions = 1 << 17;
pub(crate) const USE_EXTERNAL_EMOJIS: Permissions = 1 << 18;
pub(crate) const CONNECT: Permissions = 1 << 20;
pub(crate) const MANAGE_ROLES: Permissions = 1 << 28;
pub(crate) const USE_APPLICATION_COMMANDS: Permissions = 1 << 31;
pub(crate) const MANAGE_THREADS: Permissions = 1 << 34;
pub(crate) const CREATE_PUBLIC_THREADS: Permissions = 1 << 35;
pub(crate) const CREATE_PRIVATE_THREADS: Permissions = 1 << 36;
pub(crate) const SEND_MESSAGES_IN_THREADS: Permissions = 1 << 38;
pub(crate) const USE_EXTERNAL_APPS: Permissions = 1 << 50;
pub(crate) const PIN_MESSAGES: Permissions = 1 << 51;

/// Names in Discord's documentation.
const NAMES: [(&str, Permissions); 22] = [
    ("KICK_MEMBERS", KICK_MEMBERS),
    ("ADMINISTRATOR", ADMINISTRATOR),
    ("MANAGE_CHANNELS", MANAGE_CHANNELS),
    ("MANAGE_GUILD", MANAGE_GUILD),
    ("ADD_REACTIONS", ADD_REACTIONS),
    ("VIEW_CHANNEL", VIEW_CHANNEL),
    ("SEND_MESSAGES", SEND_MESSAGES),
    ("MANAGE_MESSAGES", MANAGE_MESSAGES),
    ("EMBED_LINKS", EMBED_LINKS),
    ("ATTACH_FILES", ATTACH_FILES),
    ("READ_MESSAGE_HISTORY", READ_MESSAGE_HISTORY),
    ("MENTION_EVERYONE", MENTION_EVERYONE),
    ("USE_EXTERNAL_EMOJIS", USE_EXTERNAL_EMOJIS),
    ("CONNECT", CONNECT),
    ("MANAGE_ROLES", MANAGE_ROLES),
    ("USE_APPLICATION_COMMANDS", USE_APPLICATION_COMMANDS),
    ("MANAGE_THREADS", MANAGE_THREADS),
    ("CREATE_PUBLIC_THREADS", CREATE_PUBLIC_THREADS),
    ("CREATE_PRIVATE_THREADS", CREATE_PRIVATE_THREADS),
    ("SEND_MESSAGES_IN_THREADS", SEND_MESSAGES_IN_THREADS),
    ("USE_EXTERNAL_APPS", USE_EXTERNAL_APPS),
    ("PIN_MESSAGES", PIN_MESSAGES),
];

/// Default permissions of every member.
pub(crate) const EVERYONE: Permissions = ADD_REACTIONS
    | VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | USE_EXTERNAL_EMOJIS
    | CONNECT
    | USE_APPLICATION_COMMANDS
    | CREATE_PUBLIC_THREADS
    | SEND_MESSAGES_IN_THREADS
    | USE_EXTERNAL_APPS;

/// Permissions that the bot was invited with, in addition to the default ones.
pub(crate) const BOT: Permissions = EVERYONE;

/// Every bit that the sandbox supports.
const ALL: Permissions = {
    let mut all = 0;
    let mut index = 0;
    while index < NAMES.len() {
        all |= NAMES[index].1;
        index += 1;
    }
    all
};

/// Permissions of everybody in a DM or a group.
const DIRECT: Permissions = (ALL
    & !(KICK_MEMBERS | ADMINISTRATOR | MANAGE_CHANNELS | MANAGE_GUILD | MANAGE_ROLES))
    & !(MANAGE_MESSAGES | MANAGE_THREADS | CREATE_PUBLIC_THREADS | CREATE_PRIVATE_THREADS);

/// Returns whether a user with the permissions `bits` sees the channel: a private thread is for its
/// members and for moderators.
fn is_let_in(channel: &Channel, user: Id, bits: Permissions) -> bool {
    let Some(thread) = channel.thread.as_ref() else {
        return true;
    };
    let is_open = channel.kind != PRIVATE_THREAD || bits & MANAGE_THREADS != 0;
    is_open || thread.members.contains(&user)
}

/// Returns the bits for a list of names, or the first name that Discord does not have.
pub(crate) fn from_names(names: &[String]) -> Result<Permissions, &str> {
    names.iter().try_fold(0, |bits, name| {
        NAMES
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, bit)| bits | bit)
            .ok_or(name.as_str())
    })
}

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
