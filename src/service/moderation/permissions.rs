//! Permissions: who may play where, and who moderates.

use crate::service::Service;
use crate::service::api::fault::{Fault, ServiceError};
use crate::service::api::ids::{ChannelId, GameId, GuildId, PersonId, Place, RoleId};
use crate::service::api::refusal::Refusal;
use crate::service::api::request::GameEntry;
use crate::service::api::view::update::View;

/// Permissions of a person on a server, as reported by Discord.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemberPermissions {
    /// True if the person may manage the server.
    pub manages: bool,
    /// Roles of the person.
    pub roles: Vec<RoleId>,
}

impl Service {
    /// Checks that a person may enter a game in this way, or call others to it, given the place of
    /// the request; for a thread, `parent` is its channel.
    ///
    /// # Errors
    ///
    /// The game is elsewhere or private, or its server allows games only in other channels or only
    /// for other roles.
    pub fn check_entry(
        &self,
        entry: GameEntry,
        person: PersonId,
        place: Place,
        parent: Option<ChannelId>,
        permissions: &MemberPermissions,
    ) -> Result<(), ServiceError> {
        match entry {
            GameEntry::SetUp => self.check_may_set_up(place, parent, permissions),
            GameEntry::Rematch(game) => {
                self.check_is_here(game, place)?;
                self.check_may_set_up(place, parent, permissions)
            }
            GameEntry::Seat(game) => self.check_seat(person, place, permissions, game),
            GameEntry::Invitation(game) => {
                self.check_is_here(game, place)?;
                self.check_role(place.guild, permissions)
            }
            GameEntry::HandOver(game) => self.check_successor(place, permissions, game),
        }
    }

    /// Checks that a person may set up tables in a channel; for a thread, `parent` is its channel.
    ///
    /// # Errors
    ///
    /// The server allows games only in other channels, or only for other roles.
    pub fn check_may_set_up(
        &self,
        place: Place,
        parent: Option<ChannelId>,
        permissions: &MemberPermissions,
    ) -> Result<(), ServiceError> {
        self.check_channel(place, parent)?;
        self.check_role(place.guild, permissions)
    }

    /// Checks that games are allowed in a channel; for a thread, `parent` is its channel.
    ///
    /// # Errors
    ///
    /// The server allows games only in other channels.
    pub fn check_channel(
        &self,
        place: Place,
        parent: Option<ChannelId>,
    ) -> Result<(), ServiceError> {
        let Some(guild) = place.guild else {
            return Ok(());
        };
        let channels = self.guild_settings(guild)?.channels;
        let here = |channel: &ChannelId| *channel == place.channel || Some(*channel) == parent;
        if !channels.is_empty() && !channels.iter().any(here) {
            return Err(Refusal::NotHere { channels }.into());
        }
        Ok(())
    }

    /// Checks that a person may sit down at a table: on its server, in its channel if it is
    /// private, or anywhere if the person is invited. The roles allowed are those of its server. If
    /// the game has begun, the request itself is refused.
    ///
    /// # Errors
    ///
    /// The table is elsewhere, or its server allows games only for other roles, or only for some
    /// and the request comes from elsewhere.
    pub fn check_seat(
        &self,
        person: PersonId,
        place: Place,
        permissions: &MemberPermissions,
        game: GameId,
    ) -> Result<(), ServiceError> {
        let View::Table(table) = self.view(game)? else {
            return Ok(());
        };
        let is_on_server = table.place.guild == place.guild;
        if !table.waits_for(person) {
            if !is_on_server {
                return Err(Refusal::NoSuchGame(game).into());
            }
            let is_private = table.is_private || table.place.guild.is_none();
            if is_private && table.place.channel != place.channel {
                return Err(Refusal::PrivateGame.into());
            }
        }
        match self.check_role(table.place.guild, permissions) {
            Err(ServiceError::Refused(Refusal::RoleNeeded { .. })) if !is_on_server => {
                Err(Refusal::RolesUnknownHere.into())
            }
            checked => checked,
        }
    }

    /// Checks that a person who asks for a seat in a game may have it, given the place of the
    /// request.
    ///
    /// # Errors
    ///
    /// The game is elsewhere or private, or its server allows games only for other roles.
    pub fn check_successor(
        &self,
        place: Place,
        permissions: &MemberPermissions,
        game: GameId,
    ) -> Result<(), ServiceError> {
        let View::Game(view) = self.view(game)? else {
            return Err(Refusal::NotBegun.into());
        };
        let is_here = view.place.channel == place.channel;
        if view.place.guild != place.guild || (place.guild.is_none() && !is_here) {
            return Err(Refusal::NoSuchGame(game).into());
        }
        if view.is_private && !is_here {
            return Err(Refusal::PrivateGame.into());
        }
        self.check_role(place.guild, permissions)
    }

    /// Checks that a request comes from the channel of its table or game, where its button is.
    /// Elsewhere, it is forged, perhaps by somebody who may not even see that channel.
    fn check_is_here(&self, game: GameId, place: Place) -> Result<(), ServiceError> {
        if self.view(game)?.place().channel != place.channel {
            return Err(Refusal::NoSuchGame(game).into());
        }
        Ok(())
    }

    /// Checks that a person may play on a server; without one, everybody may.
    fn check_role(
        &self,
        guild: Option<GuildId>,
        permissions: &MemberPermissions,
    ) -> Result<(), ServiceError> {
        let Some(guild) = guild else {
            return Ok(());
        };
        let roles = self.guild_settings(guild)?.roles;
        if roles.is_empty() || roles.iter().any(|role| permissions.has(*role, guild)) {
            return Ok(());
        }
        Err(Refusal::RoleNeeded { roles }.into())
    }

    pub(super) fn check_moderator(
        &self,
        permissions: &MemberPermissions,
        guild: GuildId,
    ) -> Result<(), ServiceError> {
        if self.moderates(permissions, guild)? {
            return Ok(());
        }
        Err(Refusal::NotAModerator.into())
    }

    /// Returns whether a person moderates games on a server.
    pub(crate) fn moderates(
        &self,
        permissions: &MemberPermissions,
        guild: GuildId,
    ) -> Result<bool, Fault> {
        let moderators = self.guild_settings(guild)?.moderators;
        Ok(permissions.manages || moderators.iter().any(|role| permissions.has(*role, guild)))
    }
}

impl MemberPermissions {
    /// Returns whether the person has a role; everybody has the one whose number is the server's.
    fn has(&self, role: RoleId, guild: GuildId) -> bool {
        role.0 == guild.0 || self.roles.contains(&role)
    }
}
