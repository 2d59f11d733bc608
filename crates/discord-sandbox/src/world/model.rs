//! What the world is made of, as it is kept on disk.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::world::permissions::Permissions;
use crate::world::snowflake::Id;

/// A guild text channel.
pub(crate) const TEXT: u8 = 0;
/// A conversation between the bot and one person.
pub(crate) const DIRECT: u8 = 1;
/// A public thread.
pub(crate) const PUBLIC_THREAD: u8 = 11;
/// A private thread.
pub(crate) const PRIVATE_THREAD: u8 = 12;

/// Only one person sees the message.
pub(crate) const EPHEMERAL: u64 = 1 << 6;
/// The bot "is thinking…".
pub(crate) const LOADING: u64 = 1 << 7;
/// Embeds are not shown.
pub(crate) const SUPPRESS_EMBEDS: u64 = 1 << 2;
/// A thread hangs on the message.
pub(crate) const HAS_THREAD: u64 = 1 << 5;
/// Nobody is notified.
pub(crate) const SUPPRESS_NOTIFICATIONS: u64 = 1 << 12;
/// Components alone make up the message.
pub(crate) const COMPONENTS_V2: u64 = 1 << 15;

/// A person, or the bot.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct User {
    pub(crate) id: Id,
    pub(crate) username: String,
    pub(crate) global_name: Option<String>,
    pub(crate) bot: bool,
    pub(crate) locale: String,
    pub(crate) dms_open: bool,
    /// Roles in all guilds.
    pub(crate) roles: Vec<Id>,
    pub(crate) joined_ms: u64,
}

/// A role of a guild; the one with the guild's id is everybody's.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Role {
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) permissions: Permissions,
    pub(crate) managed_by: Option<Id>,
}

/// A guild, which people call a server.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Guild {
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) owner: Id,
    pub(crate) roles: Vec<Role>,
    pub(crate) has_bot: bool,
    /// Who has left it; everybody else is a member.
    pub(crate) left: Vec<Id>,
}

impl Guild {
    /// Whether somebody is a member.
    pub(crate) fn has(&self, user: &User) -> bool {
        if user.bot {
            self.has_bot
        } else {
            !self.left.contains(&user.id)
        }
    }

    /// Whether it has such a role.
    pub(crate) fn has_role(&self, id: Id) -> bool {
        self.roles.iter().any(|role| role.id == id)
    }
}

/// What a channel changes about a role's or a person's permissions.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Overwrite {
    pub(crate) id: Id,
    pub(crate) allow: Permissions,
    pub(crate) deny: Permissions,
}

/// A channel, a thread, or a conversation between two.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Channel {
    pub(crate) id: Id,
    /// Where it belongs; a conversation between two belongs nowhere.
    pub(crate) guild: Option<Id>,
    pub(crate) kind: u8,
    pub(crate) name: String,
    pub(crate) topic: Option<String>,
    pub(crate) position: u32,
    pub(crate) parent: Option<Id>,
    pub(crate) overwrites: Vec<Overwrite>,
    pub(crate) recipient: Option<Id>,
    pub(crate) last_message: Option<Id>,
    pub(crate) thread: Option<Thread>,
}

/// What a thread has above a channel.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Thread {
    pub(crate) owner: Id,
    pub(crate) archived: bool,
    pub(crate) locked: bool,
    pub(crate) invitable: bool,
    pub(crate) auto_archive_minutes: u64,
    pub(crate) archive_ms: u64,
    pub(crate) members: Vec<Id>,
    pub(crate) messages: u32,
    pub(crate) sent: u32,
}

impl Channel {
    /// Whether it is a thread.
    pub(crate) fn is_thread(&self) -> bool {
        self.thread.is_some()
    }
}

/// A file on a message.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Attachment {
    pub(crate) id: Id,
    pub(crate) filename: String,
    pub(crate) title: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) content_type: Option<String>,
    pub(crate) size: usize,
    pub(crate) dimensions: Option<(u32, u32)>,
}

/// One emoji on a message and who put it there.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Reaction {
    pub(crate) emoji: String,
    pub(crate) users: Vec<Id>,
}

/// Which interaction a message came from.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Origin {
    pub(crate) id: Id,
    pub(crate) kind: u8,
    pub(crate) user: Id,
    pub(crate) name: Option<String>,
    /// First response, on followups only.
    pub(crate) original: Option<Id>,
    /// Message whose component was used.
    pub(crate) message: Option<Id>,
    pub(crate) target_user: Option<Id>,
    pub(crate) target_message: Option<Id>,
    /// Interaction that opened the modal.
    pub(crate) triggering: Option<Box<Origin>>,
}

/// A message.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Message {
    pub(crate) id: Id,
    pub(crate) channel: Id,
    pub(crate) author: Id,
    pub(crate) kind: u8,
    pub(crate) content: String,
    pub(crate) edited_ms: Option<u64>,
    pub(crate) flags: u64,
    pub(crate) tts: bool,
    pub(crate) pinned: bool,
    pub(crate) embeds: Vec<Value>,
    pub(crate) components: Vec<Value>,
    pub(crate) attachments: Vec<Attachment>,
    pub(crate) mentions: Vec<Id>,
    pub(crate) mention_roles: Vec<Id>,
    pub(crate) mention_everyone: bool,
    /// Who was really notified.
    pub(crate) pings: Vec<Id>,
    pub(crate) reactions: Vec<Reaction>,
    pub(crate) reply_to: Option<Id>,
    pub(crate) nonce: Option<Value>,
    pub(crate) origin: Option<Origin>,
    /// Who alone sees it.
    pub(crate) only_for: Option<Id>,
    pub(crate) thread: Option<Id>,
}

impl Message {
    /// An empty regular message.
    pub(crate) fn new(id: Id, channel: Id, author: Id) -> Self {
        Self {
            id,
            channel,
            author,
            kind: 0,
            content: String::new(),
            edited_ms: None,
            flags: 0,
            tts: false,
            pinned: false,
            embeds: Vec::new(),
            components: Vec::new(),
            attachments: Vec::new(),
            mentions: Vec::new(),
            mention_roles: Vec::new(),
            mention_everyone: false,
            pings: Vec::new(),
            reactions: Vec::new(),
            reply_to: None,
            nonce: None,
            origin: None,
            only_for: None,
            thread: None,
        }
    }

    /// Whether `user` may see it, given that the channel is visible.
    pub(crate) fn is_for(&self, user: Id) -> bool {
        self.only_for.is_none_or(|only| only == user)
    }
}
