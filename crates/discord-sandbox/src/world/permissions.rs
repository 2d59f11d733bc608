//! Permission bits and their names.
//!
//! Source: Discord, "Permissions", the table of bitwise permission flags.

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
pub(crate) const ALL: Permissions = {
    let mut all = 0;
    let mut index = 0;
    while index < NAMES.len() {
        all |= NAMES[index].1;
        index += 1;
    }
    all
};

/// Permissions of everybody in a DM or a group.
pub(crate) const DIRECT: Permissions = (ALL
    & !(KICK_MEMBERS | ADMINISTRATOR | MANAGE_CHANNELS | MANAGE_GUILD | MANAGE_ROLES))
    & !(MANAGE_MESSAGES | MANAGE_THREADS | CREATE_PUBLIC_THREADS | CREATE_PRIVATE_THREADS);

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
