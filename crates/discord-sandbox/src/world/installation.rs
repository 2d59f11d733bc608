//! Installations of the application: in a guild or to a person, and the uses that they authorize in
//! each place.
//!
//! Source: Discord, "Application", the section on installation contexts, and "Receiving and
//! Responding", the object of the authorizing integration owners.

use crate::world::World;
use crate::world::changes::interaction::Interaction;
use crate::world::commands::{Command, GUILD_INSTALL, USER_INSTALL};
use crate::world::model::{Authorization, Channel, Context, Guild, Message, User};
use crate::world::permissions::{self, Permissions};

/// Place in which Discord's client offers commands.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place<'a> {
    Guild(&'a Guild),
    BotDirect,
    Private,
}

impl World {
    /// Returns whether the bot is a member of the channel's guild or takes part in the DM.
    pub(crate) fn has_bot_in(&self, channel: &Channel) -> bool {
        match channel.context() {
            Context::Guild => self.guild_of(channel).is_some_and(|guild| guild.has_bot),
            Context::BotDirect => true,
            Context::Private => false,
        }
    }

    /// Returns the installations that authorize a person's use of a command in a channel.
    pub(crate) fn authorization(
        &self,
        person: &User,
        channel: &Channel,
        command: &Command,
    ) -> Authorization {
        let is_personal = person.installed && command.is_for(USER_INSTALL);
        Authorization {
            by_place: self.has_bot_in(channel) && command.is_for(GUILD_INSTALL),
            by_person: is_personal.then_some(person.id),
        }
    }

    /// Returns the installations that authorize the use of a component: the person is the one whose
    /// command made the message.
    pub(crate) fn authorization_of(&self, message: &Message) -> Authorization {
        let channel = self.channel(message.channel);
        let origin = message.origin.as_ref();
        Authorization {
            by_place: channel.is_some_and(|channel| self.has_bot_in(channel)),
            by_person: origin.and_then(|origin| origin.authorization.by_person),
        }
    }

    /// Returns whether Discord's client offers a command to a person. In the DM with the bot it
    /// offers even commands that no installation authorizes there.
    pub(crate) fn is_offered(&self, person: &User, place: Place<'_>, command: &Command) -> bool {
        let is_personal = person.installed && command.is_for(USER_INSTALL);
        match place {
            Place::BotDirect => command.is_offered_in(Context::BotDirect),
            Place::Private => is_personal && command.is_offered_in(Context::Private),
            Place::Guild(guild) => {
                let is_in_guild = guild.has_bot && command.is_for(GUILD_INSTALL);
                (is_in_guild || is_personal)
                    && command.is_offered_in(Context::Guild)
                    && command.guild_id.is_none_or(|scope| scope == guild.id)
                    && command.is_allowed_with(self.guild_permissions(guild, person.id))
            }
        }
    }

    /// Returns the permissions that Discord reports to the bot with an interaction. In a guild
    /// without the bot they are those of everybody.
    pub(crate) fn app_permissions(&self, channel: &Channel) -> Permissions {
        let private =
            permissions::ATTACH_FILES | permissions::EMBED_LINKS | permissions::MENTION_EVERYONE;
        match self.guild_of(channel) {
            Some(guild) if guild.has_bot => self.permissions(self.bot, channel),
            Some(guild) => self.permissions_of_everybody(guild, channel),
            None if channel.context() == Context::BotDirect => {
                private | permissions::USE_EXTERNAL_EMOJIS
            }
            None => private,
        }
    }

    /// Returns whether a response is shown to the asking person alone although the bot wants it
    /// public: a server can keep other people's applications from speaking in it.
    pub(crate) fn must_whisper(&self, asked: &Interaction) -> bool {
        let channel = self.channel(asked.channel);
        let Some(channel) = channel.filter(|channel| channel.guild.is_some()) else {
            return false;
        };
        let send = if channel.is_thread() {
            permissions::SEND_MESSAGES_IN_THREADS
        } else {
            permissions::SEND_MESSAGES
        };
        let needed = permissions::USE_EXTERNAL_APPS | send;
        let mine = self.permissions(asked.user, channel);
        asked.authorization.is_personal() && mine & needed != needed
    }
}
