//! Changes to guilds and their members, and installations.

use crate::world::World;
use crate::world::disk::seed::{role, text_channel};
use crate::world::event::WorldEvent;
use crate::world::model::{Guild, Role, User};
use crate::world::permissions::{self, Permissions};
use crate::world::snowflake::Id;

impl World {
    /// Creates a guild without the bot, with text channels of these names. Its members are the
    /// owner and, without a list, everybody.
    pub(crate) fn create_guild(
        &mut self,
        owner: Id,
        name: &str,
        channels: &[String],
        members: Option<&[Id]>,
    ) -> Id {
        let id = self.next_id();
        let is_left_out =
            |user: &Id| *user != owner && members.is_some_and(|members| !members.contains(user));
        let people = self.users().filter(|user| !user.bot).map(|user| user.id);
        let left = people.filter(is_left_out).collect();
        self.put_guild(Guild {
            id,
            name: name.to_owned(),
            owner,
            roles: vec![role(id, "@everyone", permissions::EVERYONE, None)],
            has_bot: false,
            left,
        });
        self.note(WorldEvent::GuildCreated);
        for (name, position) in channels.iter().zip(0..) {
            let channel = self.next_id();
            self.add_channel(text_channel(Some(id), channel, name, position));
        }
        id
    }

    /// Installs the application to a person, or removes it.
    pub(crate) fn set_installed(&mut self, person: Id, installed: bool) {
        let Some(mut user) = self.user(person).cloned() else {
            return;
        };
        if user.installed == installed {
            return;
        }
        user.installed = installed;
        self.put_user(user);
        self.note(WorldEvent::CommandsChanged);
    }

    /// Adds a person to a guild or removes them.
    pub(crate) fn set_member(&mut self, guild: Id, user: Id, present: bool) {
        let Some(mut changed) = self.guild(guild).cloned() else {
            return;
        };
        if changed.left.contains(&user) != present {
            return;
        }
        if present {
            changed.left.retain(|id| *id != user);
        } else {
            changed.left.push(user);
        }
        let there = self.channels_of(guild);
        let before = self.watchers(&there);
        if !present {
            self.leave_threads(&there, user);
        }
        self.put_guild(changed);
        self.note(if present {
            WorldEvent::MemberAdded { guild, user }
        } else {
            WorldEvent::MemberRemoved { guild, user }
        });
        self.note_sight(&before, &there);
    }

    /// Sets the permissions of a role of a guild.
    pub(crate) fn set_role(&mut self, guild: Id, role: Id, bits: Permissions) {
        let Some(mut changed) = self.guild(guild).cloned() else {
            return;
        };
        let Some(held) = changed.roles.iter_mut().find(|held| held.id == role) else {
            return;
        };
        held.permissions = bits;
        let there = self.channels_of(guild);
        let before = self.watchers(&there);
        self.put_guild(changed);
        self.note(WorldEvent::RoleUpdated { guild, role });
        self.note_sight(&before, &there);
    }

    /// Returns the channels and threads of a guild.
    fn channels_of(&self, guild: Id) -> Vec<Id> {
        let channels = self.channels();
        let there = channels.filter(|channel| channel.guild == Some(guild));
        there.map(|channel| channel.id).collect()
    }

    /// Adds the bot to a guild or removes it.
    pub(crate) fn set_bot(&mut self, guild: Id, present: bool) {
        let Some(mut changed) = self.guild(guild).cloned() else {
            return;
        };
        if changed.has_bot == present {
            return;
        }
        changed.has_bot = present;
        if present {
            self.give_bot_role(&mut changed);
        } else {
            self.leave_threads(&self.channels_of(guild), self.bot);
        }
        self.put_guild(changed);
        self.note(if present {
            WorldEvent::BotAdded(guild)
        } else {
            WorldEvent::BotRemoved(guild)
        });
        self.note(WorldEvent::CommandsChanged);
    }

    /// Adds the role that a bot brings along, unless it has been in the guild before.
    fn give_bot_role(&mut self, guild: &mut Guild) {
        let is_own = |role: &Role| role.managed_by == Some(self.bot);
        let Some(mut bot) = self.user(self.bot).cloned() else {
            return;
        };
        if guild.roles.iter().any(is_own) {
            return;
        }
        let id = self.next_id();
        guild
            .roles
            .push(role(id, &bot.username, permissions::BOT, Some(bot.id)));
        bot.roles.push(id);
        self.put_user(bot);
    }

    /// Starts or ends an outage of a guild.
    pub(crate) fn set_outage(&mut self, guild: Id, on: bool) {
        let is_new = if on {
            self.outages.insert(guild)
        } else {
            self.outages.remove(&guild)
        };
        if is_new {
            self.note(WorldEvent::Outage(guild));
        }
    }

    /// Returns whether a guild has an outage.
    pub(crate) fn is_out(&self, guild: Id) -> bool {
        self.outages.contains(&guild)
    }

    /// Returns whether the bot may write to the person: it shares a guild with them, or they have
    /// installed the application.
    pub(crate) fn may_write_to(&self, person: &User) -> bool {
        let mut shared = self.guilds().filter(|guild| guild.has_bot);
        person.installed || shared.any(|guild| guild.has(person))
    }
}
