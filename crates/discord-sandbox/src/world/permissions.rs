//! Permission bits and their names.
//!
//! Source: Discord, "Permissions", the table of bitwise permission flags.

/// Set of Discord's permission bits.
pub(crate) type Permissions = u64;

/// Declares permissions by their names in Discord's documentation and the numbers of their bits.
macro_rules! permissions {
    ($($name:ident = $bit:literal,)*) => {
        $(pub(crate) const $name: Permissions = 1 << $bit;)*

        /// Every bit that the sandbox supports.
        pub(crate) const ALL: Permissions = $($name)|*;

        const NAMES: &[(&str, Permissions)] = &[$((stringify!($name), $name),)*];
    };
}

permissions! {
    KICK_MEMBERS = 1,
    ADMINISTRATOR = 3,
    MANAGE_CHANNELS = 4,
    MANAGE_GUILD = 5,
    ADD_REACTIONS = 6,
    VIEW_CHANNEL = 10,
    SEND_MESSAGES = 11,
    MANAGE_MESSAGES = 13,
    EMBED_LINKS = 14,
    ATTACH_FILES = 15,
    READ_MESSAGE_HISTORY = 16,
    MENTION_EVERYONE = 17,
    USE_EXTERNAL_EMOJIS = 18,
    CONNECT = 20,
    MANAGE_ROLES = 28,
    USE_APPLICATION_COMMANDS = 31,
    MANAGE_THREADS = 34,
    CREATE_PUBLIC_THREADS = 35,
    CREATE_PRIVATE_THREADS = 36,
    SEND_MESSAGES_IN_THREADS = 38,
    USE_EXTERNAL_APPS = 50,
    PIN_MESSAGES = 51,
}

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
