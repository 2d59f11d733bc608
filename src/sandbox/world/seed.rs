//! The world at its beginning: a guild, two channels, five people and a bot.

use crate::sandbox::world::model::Channel;
use crate::sandbox::world::model::Guild;
use crate::sandbox::world::model::Role;
use crate::sandbox::world::model::TEXT;
use crate::sandbox::world::model::User;
use crate::sandbox::world::permissions;
use crate::sandbox::world::snowflake::Id;
use crate::sandbox::world::snowflake::IdSource;

/// User name, shown name and language of everybody in the guild; the first one owns it.
const PEOPLE: [(&str, &str, &str); 5] = [
    ("anna", "Anna", "en-US"),
    ("lukasz", "Łukasz", "pl"),
    ("juergen", "Jürgen", "de"),
    ("eleonora", "Eleonora", "fr"),
    ("sjoerd", "Sjoerd", "nl"),
];

const CHANNELS: [&str; 2] = ["general", "games"];

/// What a new world holds.
pub(crate) struct Seed {
    pub(crate) bot: Id,
    pub(crate) guild: Guild,
    pub(crate) users: Vec<User>,
    pub(crate) channels: Vec<Channel>,
}

impl Seed {
    /// The world of `now_ms` with a bot of this name.
    pub(crate) fn new(bot_name: &str, now_ms: u64) -> Self {
        let mut ids = IdSource::default();
        let mut next = || ids.next(now_ms);
        let (bot, guild, bot_role) = (next(), next(), next());
        let mut users = vec![User {
            bot: true,
            roles: vec![bot_role],
            ..person(bot, bot_name, None, "en-US", now_ms)
        }];
        users.extend(PEOPLE.map(|(username, shown, locale)| {
            person(next(), username, Some(shown), locale, now_ms)
        }));
        let channels = CHANNELS
            .into_iter()
            .zip(0..)
            .map(|(name, position)| text_channel(next(), name, position))
            .collect();
        let owner = users[1].id;
        let guild = Guild {
            id: guild,
            name: "Sandbox".to_owned(),
            owner,
            roles: vec![
                role(guild, "@everyone", permissions::EVERYONE, None),
                role(bot_role, bot_name, permissions::BOT, Some(bot)),
            ],
            has_bot: true,
        };
        Self {
            bot,
            guild,
            users,
            channels,
        }
    }
}

/// An empty text channel.
pub(crate) fn text_channel(id: Id, name: &str, position: u32) -> Channel {
    Channel {
        id,
        kind: TEXT,
        name: name.to_owned(),
        topic: None,
        position,
        parent: None,
        overwrites: Vec::new(),
        recipient: None,
        last_message: None,
        thread: None,
    }
}

fn person(id: Id, username: &str, shown: Option<&str>, locale: &str, now_ms: u64) -> User {
    User {
        id,
        username: username.to_owned(),
        global_name: shown.map(str::to_owned),
        bot: false,
        locale: locale.to_owned(),
        dms_open: true,
        is_member: true,
        roles: Vec::new(),
        joined_ms: now_ms,
    }
}

fn role(id: Id, name: &str, permissions: u64, managed_by: Option<Id>) -> Role {
    Role {
        id,
        name: name.to_owned(),
        permissions,
        managed_by,
    }
}
