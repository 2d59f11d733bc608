//! Data about people and servers, and their records. Names that this version does not know count as
//! not chosen.

use std::str::FromStr;

use crate::service::api::ids::{
    ChannelId, GameId, GuildId, MessageId, PersonId, RoleId, Timestamp,
};
use crate::service::api::time_control::ClockKind;
use crate::service::api::view::player::Person;
use crate::service::model::settings::audit::{AuditAction, AuditEntry};
use crate::service::model::settings::languages::{Chooser, LanguageChange, LanguageChanges};
use crate::service::model::settings::vacation::Vacation;
use crate::service::model::settings::{GuildData, GuildSettings, PersonData, PersonSettings};
use crate::service::repository::persistent::Persistent;
use crate::store::records::{
    AuditActionRecord, AuditRecord, ChooserRecord, GuildRecord, LanguageChangeRecord,
    LanguageChangesRecord, PlayerRecord, StartRecord, VacationRecord,
};

impl Persistent for PersonData {
    type Record = PlayerRecord;

    fn from_record(record: PlayerRecord) -> Self {
        let settings = PersonSettings {
            language: record.language,
            theme: known(record.theme),
            orientation: known(record.orientation),
            reminders: known(record.reminders).unwrap_or_default(),
            reminder_place: known(record.reminder_place).unwrap_or_default(),
            night: known(record.night),
            zone: known(record.zone).unwrap_or_default(),
            vacation: record.vacation.map(vacation).unwrap_or_default(),
        };
        Self {
            settings,
            last_setup: record.last_setup,
            last_start: record.last_start.and_then(|start| {
                let message = start.message.parse().ok()?;
                Some((MessageId(message), Timestamp(start.at)))
            }),
            is_leaving: record.is_leaving,
        }
    }

    fn to_record(&self) -> PlayerRecord {
        let (settings, default) = (&self.settings, PersonSettings::default());
        let reminders = Some(settings.reminders).filter(|often| *often != default.reminders);
        let reminder_place = Some(settings.reminder_place);
        let reminder_place = reminder_place.filter(|place| *place != default.reminder_place);
        let zone = Some(&settings.zone).filter(|zone| **zone != default.zone);
        PlayerRecord {
            language: settings.language.clone(),
            theme: settings.theme.map(|theme| theme.name().to_owned()),
            orientation: settings.orientation.map(|kind| kind.name().to_owned()),
            reminders: reminders.map(|often| often.name().to_owned()),
            reminder_place: reminder_place.map(|place| place.name().to_owned()),
            night: settings.night.map(|night| night.to_string()),
            zone: zone.map(ToString::to_string),
            vacation: vacation_record(settings.vacation),
            last_setup: self.last_setup.clone(),
            last_start: self.last_start.map(|(message, at)| StartRecord {
                message: message.0.to_string(),
                at: at.0,
            }),
            is_leaving: self.is_leaving,
        }
    }
}

impl Persistent for GuildData {
    type Record = GuildRecord;

    fn from_record(record: GuildRecord) -> Self {
        let is_about_threads =
            |entry: &&AuditRecord| matches!(entry.action, AuditActionRecord::Threads(_));
        let last = record.audit.iter().rfind(is_about_threads);
        let is_decided = record.threads_decided
            || record.in_threads
            || last.is_some_and(|entry| !entry.proposed);
        let settings = GuildSettings {
            language: record.language,
            theme: known(record.theme).unwrap_or_default(),
            orientation: known(record.orientation).unwrap_or_default(),
            in_threads: is_decided.then_some(record.in_threads),
            no_replays: record.no_replays,
            clocks: kinds(&record.clocks),
            channels: record.channels.into_iter().map(ChannelId).collect(),
            roles: record.roles.into_iter().map(RoleId).collect(),
            moderators: record.moderators.into_iter().map(RoleId).collect(),
        };
        let audit = record.audit.into_iter().filter_map(audit_entry).collect();
        Self {
            settings,
            audit,
            left: record.left.map(Timestamp),
        }
    }

    fn to_record(&self) -> GuildRecord {
        let (settings, default) = (&self.settings, GuildSettings::default());
        let theme = Some(settings.theme).filter(|theme| *theme != default.theme);
        let orientation = Some(settings.orientation).filter(|kind| *kind != default.orientation);
        GuildRecord {
            language: settings.language.clone(),
            theme: theme.map(|theme| theme.name().to_owned()),
            orientation: orientation.map(|kind| kind.name().to_owned()),
            in_threads: settings.in_threads.unwrap_or(false),
            threads_decided: settings.in_threads == Some(false),
            no_replays: settings.no_replays,
            clocks: names(&settings.clocks),
            channels: settings.channels.iter().map(|channel| channel.0).collect(),
            roles: settings.roles.iter().map(|role| role.0).collect(),
            moderators: settings.moderators.iter().map(|role| role.0).collect(),
            audit: self.audit.iter().map(audit_record).collect(),
            left: self.left.map(|left| left.0),
        }
    }
}

impl Persistent for LanguageChanges {
    type Record = LanguageChangesRecord;

    fn from_record(record: LanguageChangesRecord) -> Self {
        let latest = record.latest.into_iter().map(|change| LanguageChange {
            number: change.number,
            by: match change.by {
                ChooserRecord::Person(person) => Chooser::Person(PersonId(person)),
                ChooserRecord::Guild(guild) => Chooser::Guild(GuildId(guild)),
            },
            language: change.language,
        });
        Self {
            changes: record.changes,
            forgotten: record.forgotten,
            latest: latest.collect(),
        }
    }

    fn to_record(&self) -> LanguageChangesRecord {
        let latest = self.latest.iter().map(|change| LanguageChangeRecord {
            number: change.number,
            by: match change.by {
                Chooser::Person(person) => ChooserRecord::Person(person.0),
                Chooser::Guild(guild) => ChooserRecord::Guild(guild.0),
            },
            language: change.language.clone(),
        });
        LanguageChangesRecord {
            changes: self.changes,
            forgotten: self.forgotten,
            latest: latest.collect(),
        }
    }
}

/// Parses a name; `None` if this version does not know it.
fn known<T: FromStr>(name: Option<String>) -> Option<T> {
    name.and_then(|name| name.parse().ok())
}

fn vacation(record: VacationRecord) -> Vacation {
    Vacation {
        until: Some(Timestamp(record.until)),
        year: Some(record.year),
        used: record.used,
    }
}

fn vacation_record(vacation: Vacation) -> Option<VacationRecord> {
    Some(VacationRecord {
        until: vacation.until?.0,
        year: vacation.year?,
        used: vacation.used,
    })
}

fn kinds(names: &[String]) -> Vec<ClockKind> {
    names.iter().filter_map(|name| name.parse().ok()).collect()
}

fn names(kinds: &[ClockKind]) -> Vec<String> {
    kinds.iter().map(|kind| kind.name().to_owned()).collect()
}

/// Converts an entry of the audit log; `None` if it contains something that this version does not
/// know.
fn audit_entry(record: AuditRecord) -> Option<AuditEntry> {
    let action = match record.action {
        AuditActionRecord::Language(language) => AuditAction::Language(language),
        AuditActionRecord::Theme(name) => AuditAction::Theme(name.parse().ok()?),
        AuditActionRecord::Orientation(name) => AuditAction::Orientation(name.parse().ok()?),
        AuditActionRecord::Threads(in_threads) => {
            AuditAction::Threads((!record.proposed).then_some(in_threads))
        }
        AuditActionRecord::Replays(posted) => AuditAction::Replays(posted),
        AuditActionRecord::Clocks(names) => AuditAction::Clocks(kinds(&names)),
        AuditActionRecord::Channel(channel, listed) => {
            AuditAction::Channel(ChannelId(channel), listed)
        }
        AuditActionRecord::Role(role, listed) => AuditAction::Role(RoleId(role), listed),
        AuditActionRecord::Moderator(role, listed) => AuditAction::Moderator(RoleId(role), listed),
        AuditActionRecord::Abort(game) => AuditAction::Abort(GameId(game)),
    };
    let by = Person {
        id: PersonId(record.person),
        name: record.name,
    };
    let at = Timestamp(record.at);
    Some(AuditEntry { at, by, action })
}

fn audit_record(entry: &AuditEntry) -> AuditRecord {
    AuditRecord {
        at: entry.at.0,
        person: entry.by.id.0,
        name: entry.by.name.clone(),
        action: match &entry.action {
            AuditAction::Language(language) => AuditActionRecord::Language(language.clone()),
            AuditAction::Theme(theme) => AuditActionRecord::Theme(theme.name().to_owned()),
            AuditAction::Orientation(kind) => {
                AuditActionRecord::Orientation(kind.name().to_owned())
            }
            AuditAction::Threads(in_threads) => {
                AuditActionRecord::Threads(in_threads.unwrap_or(false))
            }
            AuditAction::Replays(posted) => AuditActionRecord::Replays(*posted),
            AuditAction::Clocks(kinds) => AuditActionRecord::Clocks(names(kinds)),
            AuditAction::Channel(channel, listed) => AuditActionRecord::Channel(channel.0, *listed),
            AuditAction::Role(role, listed) => AuditActionRecord::Role(role.0, *listed),
            AuditAction::Moderator(role, listed) => AuditActionRecord::Moderator(role.0, *listed),
            AuditAction::Abort(game) => AuditActionRecord::Abort(game.0),
        },
        proposed: entry.action == AuditAction::Threads(None),
    }
}

#[cfg(test)]
mod tests {
    use crate::service::api::ids::{PersonId, Timestamp};
    use crate::service::api::view::player::Person;
    use crate::service::model::settings::audit::{AuditAction, AuditEntry};
    use crate::service::model::settings::{GuildData, GuildSettings};
    use crate::service::repository::persistent::Persistent;

    #[test]
    fn threads_are_as_they_were_chosen_last() {
        for last in [Some(true), Some(false), None] {
            let entry = |in_threads| AuditEntry {
                at: Timestamp(1),
                by: Person {
                    id: PersonId(1),
                    name: "Anna".to_owned(),
                },
                action: AuditAction::Threads(in_threads),
            };
            let settings = GuildSettings {
                in_threads: last,
                ..GuildSettings::default()
            };
            let data = GuildData {
                settings,
                audit: vec![entry(Some(false)), entry(last)],
                left: None,
            };
            assert_eq!(GuildData::from_record(data.to_record()), data);
        }
    }

    #[test]
    fn records_that_note_no_decision_have_it_in_their_audit_log() {
        let text = r#"{"audit": [{"at": 1, "person": 1, "name": "", "deed": {"threads": false}}]}"#;
        let record = serde_json::from_str(text).expect("a record");
        let settings = GuildData::from_record(record).settings;
        assert_eq!(settings.in_threads, Some(false));
    }
}
