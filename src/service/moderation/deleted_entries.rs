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
            let channels = &mut data.settings.channels;
            if take_off(channels, channel, Some(ChannelId::DELETED)) {
                note(data, now, &AuditAction::Channel(channel, false));
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
            if take_off(&mut data.settings.roles, role, Some(RoleId::DELETED)) {
                note(data, now, &AuditAction::Role(role, false));
            }
            // Without any, only those who manage the server call games off.
            if take_off(&mut data.settings.moderators, role, None) {
                note(data, now, &AuditAction::Moderator(role, false));
            }
        })?;
        Ok(())
    }
}

/// Removes an entry from a list, and returns whether it was listed; `placeholder` replaces the last
/// one.
fn take_off<T: Copy + PartialEq>(list: &mut Vec<T>, entry: T, placeholder: Option<T>) -> bool {
    let Some(place) = list.iter().position(|listed| *listed == entry) else {
        return false;
    };
    list.remove(place);
    if list.is_empty() {
        list.extend(placeholder);
    }
    true
}

/// Adds an entry to the audit log in the name of Discord, which does not say who has deleted
/// something.
fn note(data: &mut GuildData, now: Timestamp, action: &AuditAction) {
    let discord = Actor {
        person: PersonId::GONE,
        name: "Discord".to_owned(),
        language: None,
    };
    audit_log::note(data, now, &discord, action);
}
