//! Channels and roles that were deleted on Discord, and the lists of their server.

use crate::service::Service;
use crate::service::api::fault::Fault;
use crate::service::api::ids::{ChannelId, GuildId, PersonId, RoleId, Timestamp};
use crate::service::api::request::Actor;
use crate::service::model::settings::GuildData;
use crate::service::model::settings::audit::AuditAction;
use crate::service::moderation::audit_log;

impl Service {
    /// Takes a deleted channel off the list of channels to play in. If it was the last one, games
    /// are allowed nowhere until a manager of the server lists another one or clears the list.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn channel_deleted(
        &self,
        guild: GuildId,
        channel: ChannelId,
        now: Timestamp,
    ) -> Result<(), Fault> {
        self.change_guild(guild, |data| {
            if data.settings.channels.contains(&channel) {
                take_off(data, now, &AuditAction::Channel(channel, false));
                stay_closed(&mut data.settings.channels, ChannelId::DELETED);
            }
        })?;
        Ok(())
    }

    /// Takes a deleted role off the lists of its server. If it was the last one that may play,
    /// nobody may until a manager of the server lists another one or clears the list.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn role_deleted(&self, guild: GuildId, role: RoleId, now: Timestamp) -> Result<(), Fault> {
        self.change_guild(guild, |data| {
            if data.settings.roles.contains(&role) {
                take_off(data, now, &AuditAction::Role(role, false));
                stay_closed(&mut data.settings.roles, RoleId::DELETED);
            }
            // Without any, only those who manage the server call games off.
            if data.settings.moderators.contains(&role) {
                take_off(data, now, &AuditAction::Moderator(role, false));
            }
        })?;
        Ok(())
    }
}

/// Takes an entry off its list in the name of Discord, which does not say who has deleted it.
fn take_off(data: &mut GuildData, now: Timestamp, action: &AuditAction) {
    let discord = Actor {
        person: PersonId::GONE,
        name: "Discord".to_owned(),
        language: None,
    };
    action.apply(&mut data.settings);
    audit_log::note(data, now, &discord, action);
}

/// Puts a placeholder on a list that has lost its last entry, because an empty one allows all.
fn stay_closed<T>(list: &mut Vec<T>, placeholder: T) {
    if list.is_empty() {
        list.push(placeholder);
    }
}
