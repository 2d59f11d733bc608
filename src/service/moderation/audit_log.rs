//! Audit log of a server.

use serde_json::{Value, json};

use crate::service::Service;
use crate::service::api::fault::{Fault, ServiceError};
use crate::service::api::ids::{ChannelId, GameId, GuildId, PersonId, RoleId, Timestamp};
use crate::service::api::request::Actor;
use crate::service::api::time_control::ClockKind;
use crate::service::api::view::player::Person;
use crate::service::moderation::permissions::MemberPermissions;
use crate::service::people::settings::{Orientation, Theme, kinds};
use crate::store::records::{AuditActionRecord, AuditRecord, GuildRecord};
use crate::store::{KeyReader, Keys};

/// Maximum length of the audit log; the oldest entries are dropped first.
const AUDITED: usize = 200;

/// Action taken for a whole server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AuditAction {
    /// Chose the language of public messages, as a two-letter code.
    Language(Option<String>),
    /// Chose the theme of boards.
    Theme(Theme),
    /// Chose the orientation of boards.
    Orientation(Orientation),
    /// Chose whether games get threads unless their host says otherwise.
    Threads(bool),
    /// Chose whether a replay follows the end of a game.
    Replays(bool),
    /// Chose the kinds of clocks that games may have; all if the list is empty.
    Clocks(Vec<ClockKind>),
    /// Added a channel to the list of channels to play in (`true`), or removed it.
    Channel(ChannelId, bool),
    /// Added a role to the list of roles that may play (`true`), or removed it.
    Role(RoleId, bool),
    /// Added a role to the list of roles that may call games off (`true`), or removed it.
    Moderator(RoleId, bool),
    /// Called a game off.
    Abort(GameId),
}

/// Entry of the audit log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditEntry {
    /// Time of the action.
    pub at: Timestamp,
    /// Person who acted, with the name of that time.
    pub by: Person,
    /// The action.
    pub action: AuditAction,
}

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
        let record = self.guild_record(guild)?;
        let entries = record.audit.iter().rev();
        let entries = entries.filter_map(|held| {
            let by = Person {
                id: PersonId(held.person),
                name: held.name.clone(),
            };
            let at = Timestamp(held.at);
            AuditAction::of(&held.deed).map(|action| AuditEntry { at, by, action })
        });
        Ok(entries.collect())
    }

    /// Returns the audit log entries of a person on all servers.
    pub(crate) fn audit_entries_of(&self, person: PersonId) -> Result<Vec<Value>, Fault> {
        let guilds = self.archive.scan::<GuildRecord>(&Keys::all())?;
        let entries = guilds.iter().flat_map(|(key, held)| {
            let guild = KeyReader::new(key).u64().map(|guild| guild.to_string());
            let audit = held.record.audit.iter();
            let own = audit.filter(|held| held.person == person.0);
            own.map(move |held| {
                let AuditRecord { at, name, deed, .. } = held;
                json!({"server": guild, "at": at, "name": name, "action": deed})
            })
        });
        Ok(entries.collect())
    }

    /// Removes the name of a person from the audit logs of all servers.
    pub(crate) fn strike_from_audits(&self, person: PersonId) -> Result<(), Fault> {
        for guild in self.guilds()? {
            self.change_guild(guild, |record| {
                for held in &mut record.audit {
                    if held.person == person.0 {
                        held.person = PersonId::GONE.0;
                        held.name.clear();
                    }
                }
            })?;
        }
        Ok(())
    }
}

impl AuditAction {
    fn to_record(&self) -> AuditActionRecord {
        match self {
            Self::Language(language) => AuditActionRecord::Language(language.clone()),
            Self::Theme(theme) => AuditActionRecord::Theme(theme.name().to_owned()),
            Self::Orientation(kind) => AuditActionRecord::Orientation(kind.name().to_owned()),
            Self::Threads(in_threads) => AuditActionRecord::Threads(*in_threads),
            Self::Replays(posted) => AuditActionRecord::Replays(*posted),
            Self::Clocks(kinds) => {
                let names = kinds.iter().map(|kind| kind.name().to_owned());
                AuditActionRecord::Clocks(names.collect())
            }
            Self::Channel(channel, listed) => AuditActionRecord::Channel(channel.0, *listed),
            Self::Role(role, listed) => AuditActionRecord::Role(role.0, *listed),
            Self::Moderator(role, listed) => AuditActionRecord::Moderator(role.0, *listed),
            Self::Abort(game) => AuditActionRecord::Abort(game.0),
        }
    }

    /// Converts a record; returns `None` if it was written by a newer version.
    fn of(record: &AuditActionRecord) -> Option<Self> {
        Some(match record {
            AuditActionRecord::Language(language) => Self::Language(language.clone()),
            AuditActionRecord::Theme(name) => Self::Theme(Theme::from_name(name)?),
            AuditActionRecord::Orientation(name) => {
                Self::Orientation(Orientation::from_name(name)?)
            }
            AuditActionRecord::Threads(in_threads) => Self::Threads(*in_threads),
            AuditActionRecord::Replays(posted) => Self::Replays(*posted),
            AuditActionRecord::Clocks(names) => Self::Clocks(kinds(names)),
            AuditActionRecord::Channel(channel, listed) => {
                Self::Channel(ChannelId(*channel), *listed)
            }
            AuditActionRecord::Role(role, listed) => Self::Role(RoleId(*role), *listed),
            AuditActionRecord::Moderator(role, listed) => Self::Moderator(RoleId(*role), *listed),
            AuditActionRecord::Abort(game) => Self::Abort(GameId(*game)),
        })
    }
}

/// Adds an entry to the audit log of a server.
pub(super) fn note(record: &mut GuildRecord, now: Timestamp, actor: &Actor, action: &AuditAction) {
    record.audit.push(AuditRecord {
        at: now.0,
        person: actor.person.0,
        name: actor.name.clone(),
        deed: action.to_record(),
    });
    let surplus = record.audit.len().saturating_sub(AUDITED);
    record.audit.drain(..surplus);
}
