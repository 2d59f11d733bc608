//! Audit log of a server.

use serde_json::Value;

use crate::service::Service;
use crate::service::api::fault::{Fault, ServiceError};
use crate::service::api::ids::{GuildId, PersonId, Timestamp};
use crate::service::api::request::Actor;
use crate::service::api::view::player::Person;
use crate::service::model::settings::GuildData;
use crate::service::model::settings::audit::{AuditAction, AuditEntry};
use crate::service::moderation::permissions::MemberPermissions;
use crate::service::repository::personal_data;

/// Maximum length of the audit log; the oldest entries are dropped first.
const AUDITED: usize = 200;

impl Service {
    /// Returns the audit log of a server, the newest entry first.
    ///
    /// # Errors
    ///
    /// The person may not see it, or the store failed.
    pub fn audit(
        &self,
        permissions: &MemberPermissions,
        guild: GuildId,
    ) -> Result<Vec<AuditEntry>, ServiceError> {
        self.check_moderator(permissions, guild)?;
        let mut entries = self.guild_data(guild)?.audit;
        entries.reverse();
        Ok(entries)
    }

    /// Returns the audit log entries of a person on all servers.
    pub(crate) fn audit_entries_of(&self, person: PersonId) -> Result<Vec<Value>, Fault> {
        let servers = self.servers_naming(person)?;
        let entries = servers
            .iter()
            .flat_map(|(server, data)| personal_data::audit_entries(*server, data, person));
        Ok(entries.collect())
    }

    /// Removes the name of a person from the audit logs of all servers.
    pub(crate) fn strike_from_audits(&self, person: PersonId) -> Result<(), Fault> {
        for (guild, _) in self.servers_naming(person)? {
            self.change_guild(guild, |data| {
                for entry in &mut data.audit {
                    if entry.by.id == person {
                        entry.by.id = PersonId::GONE;
                        entry.by.name.clear();
                    }
                }
            })?;
        }
        Ok(())
    }
}

/// Adds an entry to the audit log of a server.
pub(super) fn note(guild: &mut GuildData, at: Timestamp, actor: &Actor, action: &AuditAction) {
    guild.audit.push(AuditEntry {
        at,
        by: Person {
            id: actor.person,
            name: actor.name.clone(),
        },
        action: action.clone(),
    });
    let surplus = guild.audit.len().saturating_sub(AUDITED);
    guild.audit.drain(..surplus);
}
