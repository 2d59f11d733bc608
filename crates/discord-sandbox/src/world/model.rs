//! Objects of the world, in the form in which they are stored on disk.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::world::permissions::Permissions;
use crate::world::snowflake::Id;

/// Channel type of a text channel in a guild.
pub(crate) const TEXT: u8 = 0;
/// Channel type of a DM of two: a person and the bot, or two people.
pub(crate) const DIRECT: u8 = 1;
/// Channel type of a DM of several people.
pub(crate) const GROUP: u8 = 3;
/// Channel type of a voice channel, in which people also write.
pub(crate) const VOICE: u8 = 2;
/// Channel type of an announcement channel.
pub(crate) const ANNOUNCEMENT: u8 = 5;
/// Channel type of a thread in an announcement channel.
pub(crate) const ANNOUNCEMENT_THREAD: u8 = 10;
/// Channel type of a forum, which holds nothing but threads.
pub(crate) const FORUM: u8 = 15;
/// Channel types that a guild can have, besides threads.
pub(crate) const GUILD_CHANNELS: [u8; 4] = [TEXT, VOICE, ANNOUNCEMENT, FORUM];
/// Channel type of a public thread.
pub(crate) const PUBLIC_THREAD: u8 = 11;
/// Channel type of a private thread.
pub(crate) const PRIVATE_THREAD: u8 = 12;

/// Flag of a message that only one person sees.
pub(crate) const EPHEMERAL: u64 = 1 << 6;
/// Flag of the "is thinking…" message of the bot.
pub(crate) const LOADING: u64 = 1 << 7;
/// Flag of a message whose embeds are hidden.
pub(crate) const SUPPRESS_EMBEDS: u64 = 1 << 2;
/// Flag of a message that a thread was started from.
pub(crate) const HAS_THREAD: u64 = 1 << 5;
/// Flag of a message that notifies no one.
pub(crate) const SUPPRESS_NOTIFICATIONS: u64 = 1 << 12;
/// Flag of a message that consists of components only.
pub(crate) const COMPONENTS_V2: u64 = 1 << 15;

/// Locales of Discord's client.
pub(crate) const LOCALES: [&str; 32] = [
    "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl",
    "no", "pl", "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th",
    "zh-CN", "ja", "zh-TW", "ko",
];

/// Person or bot.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct User {
    pub(crate) id: Id,
    pub(crate) username: String,
    pub(crate) global_name: Option<String>,
    pub(crate) bot: bool,
    pub(crate) locale: String,
    pub(crate) dms_open: bool,
    /// Roles of the user in all guilds.
    pub(crate) roles: Vec<Id>,
    pub(crate) joined_ms: u64,
    /// True if the person has installed the application for themselves.
    pub(crate) installed: bool,
}

/// Role of a guild; the role with the guild's id belongs to every member.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Role {
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) permissions: Permissions,
    pub(crate) managed_by: Option<Id>,
}

/// Guild, called a server in Discord's client.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Guild {
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) owner: Id,
    pub(crate) roles: Vec<Role>,
    pub(crate) has_bot: bool,
    /// People who have left the guild; all others are members.
    pub(crate) left: Vec<Id>,
}

impl Guild {
    /// Returns whether the user is a member.
    pub(crate) fn has(&self, user: &User) -> bool {
        if user.bot {
            self.has_bot
        } else {
            !self.left.contains(&user.id)
        }
    }

    /// Returns whether the guild has this role.
    pub(crate) fn has_role(&self, id: Id) -> bool {
        self.roles.iter().any(|role| role.id == id)
    }
}

/// Permission overwrite of a role or a person in a channel.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Overwrite {
    pub(crate) id: Id,
    pub(crate) allow: Permissions,
    pub(crate) deny: Permissions,
}

/// Channel, thread or DM channel.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Channel {
    pub(crate) id: Id,
    /// Guild of the channel; `None` for a DM or a group.
    pub(crate) guild: Option<Id>,
    pub(crate) kind: u8,
    pub(crate) name: String,
    pub(crate) topic: Option<String>,
    pub(crate) position: u32,
    pub(crate) parent: Option<Id>,
    pub(crate) overwrites: Vec<Overwrite>,
    /// Person in a DM with the bot.
    pub(crate) recipient: Option<Id>,
    /// People in a DM or a group without the bot.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) people: Vec<Id>,
    /// Person who owns the group.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) owner: Option<Id>,
    pub(crate) last_message: Option<Id>,
    pub(crate) thread: Option<Thread>,
}

/// Fields that only threads have.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Thread {
    pub(crate) owner: Id,
    pub(crate) archived: bool,
    pub(crate) locked: bool,
    pub(crate) auto_archive_minutes: u64,
    pub(crate) archive_ms: u64,
    pub(crate) members: Vec<Id>,
    pub(crate) messages: u32,
    pub(crate) sent: u32,
}

impl Channel {
    pub(crate) fn is_thread(&self) -> bool {
        self.thread.is_some()
    }

    /// Returns the type of the public threads in the channel; `None` if it can have none.
    pub(crate) fn thread_kind(&self) -> Option<u8> {
        match self.kind {
            TEXT | FORUM => Some(PUBLIC_THREAD),
            ANNOUNCEMENT => Some(ANNOUNCEMENT_THREAD),
            _ => None,
        }
    }

    /// Returns the kind of place that the channel is for interactions.
    pub(crate) fn context(&self) -> Context {
        match (self.guild, self.recipient) {
            (Some(_), _) => Context::Guild,
            (None, Some(_)) => Context::BotDirect,
            (None, None) => Context::Private,
        }
    }
}

/// Kind of place in which an interaction begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Context {
    Guild,
    /// DM with the bot.
    BotDirect,
    /// DM or group of people, without the bot.
    Private,
}

impl Context {
    /// Returns Discord's number.
    pub(crate) fn number(self) -> u8 {
        match self {
            Self::Guild => 0,
            Self::BotDirect => 1,
            Self::Private => 2,
        }
    }
}

/// File attached to a message.
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

/// Emoji that the application owns; its picture has the same id among the files.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Emoji {
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) animated: bool,
}

/// Installations that authorized an interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Authorization {
    /// True for the installation in the guild; in the DM with the bot, for any in a guild.
    pub(crate) by_place: bool,
    /// Person who has installed the application.
    pub(crate) by_person: Option<Id>,
}

impl Authorization {
    /// Returns whether anything authorized the interaction.
    pub(crate) fn is_given(self) -> bool {
        self.by_place || self.by_person.is_some()
    }

    /// Returns whether nothing but a person's installation authorized the interaction.
    pub(crate) fn is_personal(self) -> bool {
        !self.by_place && self.by_person.is_some()
    }

    /// Returns the JSON of the authorizing integration owners; without a guild, the place is the DM
    /// with the bot.
    pub(crate) fn owners_json(self, guild: Option<Id>) -> Value {
        let mut owners = Map::new();
        if self.by_place {
            owners.insert("0".to_owned(), json!(guild.unwrap_or(Id::from(0))));
        }
        if let Some(person) = self.by_person {
            owners.insert("1".to_owned(), json!(person));
        }
        Value::Object(owners)
    }
}

/// Interaction that a message came from.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Origin {
    pub(crate) id: Id,
    pub(crate) kind: u8,
    pub(crate) user: Id,
    pub(crate) name: Option<String>,
    /// Initial response; only on followups.
    pub(crate) original: Option<Id>,
    /// Message whose component was used.
    pub(crate) message: Option<Id>,
    pub(crate) target_user: Option<Id>,
    pub(crate) target_message: Option<Id>,
    /// Interaction that opened the modal.
    pub(crate) triggering: Option<Box<Origin>>,
    pub(crate) authorization: Authorization,
}

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
    pub(crate) embeds: Vec<Value>,
    pub(crate) components: Vec<Value>,
    pub(crate) attachments: Vec<Attachment>,
    pub(crate) mentions: Vec<Id>,
    pub(crate) mention_roles: Vec<Id>,
    pub(crate) mention_everyone: bool,
    /// Users who were notified.
    pub(crate) pings: Vec<Id>,
    pub(crate) reply_to: Option<Id>,
    pub(crate) nonce: Option<Value>,
    pub(crate) origin: Option<Origin>,
    /// Only user who sees the message, if it is ephemeral.
    pub(crate) only_for: Option<Id>,
    pub(crate) thread: Option<Id>,
}

impl Message {
    /// Creates an empty regular message.
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
            embeds: Vec::new(),
            components: Vec::new(),
            attachments: Vec::new(),
            mentions: Vec::new(),
            mention_roles: Vec::new(),
            mention_everyone: false,
            pings: Vec::new(),
            reply_to: None,
            nonce: None,
            origin: None,
            only_for: None,
            thread: None,
        }
    }

    /// Returns whether `user` may see the message, given that the channel is visible.
    pub(crate) fn is_for(&self, user: Id) -> bool {
        self.only_for.is_none_or(|only| only == user)
    }
}
