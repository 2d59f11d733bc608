//! Initial world: guilds with two channels each, five people and a bot.

use std::num::NonZeroUsize;

use crate::world::model::{Channel, Guild, Role, TEXT, User};
use crate::world::permissions;
use crate::world::snowflake::{Id, IdSource};

/// User name, display name and locale of the people, all of whom are in every guild.
const PEOPLE: [(&str, &str, &str); 5] = [
    ("anna", "Anna", "en-US"),
    ("lukasz", "Łukasz", "pl"),
    ("juergen", "Jürgen", "de"),
    ("eleonora", "Eleonora", "fr"),
    ("sjoerd", "Sjoerd", "nl"),
];

/// Channels of the first guild.
const FIRST_CHANNELS: [&str; 2] = ["general", "games"];
/// Channels of every other guild; a number is appended from the third guild on.
const CHANNELS: [&str; 2] = ["lounge", "tables"];

/// Contents of a new world.
pub(crate) struct Seed {
    pub(crate) bot: Id,
    pub(crate) guilds: Vec<Guild>,
    pub(crate) users: Vec<User>,
    pub(crate) channels: Vec<Channel>,
}

impl Seed {
    /// Creates a world at `now_ms` with a bot of this name in `servers` guilds.
    pub(crate) fn new(bot_name: &str, servers: NonZeroUsize, now_ms: u64) -> Self {
        let mut ids = IdSource::default();
        // Each id has a millisecond of its own, so that the guilds belong to different shards.
        let guild_ids: Vec<Id> = (0..servers.get() as u64)
            .rev()
            .map(|before_ms| ids.next(now_ms.saturating_sub(before_ms)))
            .collect();
        let mut next = || ids.next(now_ms);
        let bot = next();
        let people = PEOPLE
            .map(|(username, shown, locale)| person(next(), username, Some(shown), locale, now_ms));
        let mut guilds = Vec::new();
        let mut channels = Vec::new();
        for (index, id) in guild_ids.into_iter().enumerate() {
            let names = channel_names(index).into_iter().zip(0..);
            channels.extend(
                names.map(|(name, position)| text_channel(Some(id), next(), &name, position)),
            );
            let bot_role = role(next(), bot_name, permissions::BOT, Some(bot));
            guilds.push(Guild {
                id,
                name: guild_name(index),
                // Each guild has another owner, so that the owner of one is a plain member
                // elsewhere.
                owner: people[(people.len() - index % people.len()) % people.len()].id,
                roles: vec![role(id, "@everyone", permissions::EVERYONE, None), bot_role],
                has_bot: true,
                left: Vec::new(),
            });
        }
        let own_roles = guilds.iter().map(|guild| guild.roles[1].id);
        let mut users = vec![User {
            bot: true,
            roles: own_roles.collect(),
            ..person(bot, bot_name, None, "en-US", now_ms)
        }];
        users.extend(people);
        Self {
            bot,
            guilds,
            users,
            channels,
        }
    }
}

fn guild_name(index: usize) -> String {
    match index {
        0 => "Sandbox".to_owned(),
        _ => format!("Sandbox {}", index + 1),
    }
}

fn channel_names(index: usize) -> [String; 2] {
    match index {
        0 => FIRST_CHANNELS.map(str::to_owned),
        1 => CHANNELS.map(str::to_owned),
        _ => CHANNELS.map(|name| format!("{name}-{}", index + 1)),
    }
}

/// Returns an empty text channel.
pub(crate) fn text_channel(guild: Option<Id>, id: Id, name: &str, position: u32) -> Channel {
    Channel {
        id,
        guild,
        kind: TEXT,
        name: name.to_owned(),
        topic: None,
        position,
        parent: None,
        overwrites: Vec::new(),
        recipient: None,
        people: Vec::new(),
        owner: None,
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
        roles: Vec::new(),
        joined_ms: now_ms,
        installed: false,
    }
}

/// Returns a role, which belongs to the bot if it is managed.
pub(crate) fn role(id: Id, name: &str, permissions: u64, managed_by: Option<Id>) -> Role {
    Role {
        id,
        name: name.to_owned(),
        permissions,
        managed_by,
    }
}
