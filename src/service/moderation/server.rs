//! Settings of a server that its managers choose, and the audit log.

use serde_json::{Value, json};

use crate::service::Service;
use crate::service::api::fault::{Fault, ServiceError};
use crate::service::api::ids::{ChannelId, GameId, GuildId, PersonId, Place, RoleId, Timestamp};
use crate::service::api::refusal::Refusal;
use crate::service::api::request::Actor;
use crate::service::api::time_control::{ClockKind, TimeRule};
use crate::service::api::view::{Person, Update, View};
use crate::service::game::commands;
use crate::service::model::Stored;
use crate::service::people::settings::{GuildSettings, Orientation, Theme, kinds};
use crate::service::table::lifecycle;
use crate::store::records::{AuditActionRecord, AuditRecord, GuildRecord};
use crate::store::{KeyReader, Keys};

/// Maximum number of channels or roles on a list.
const LISTED: usize = 25;
/// Maximum length of the audit log; the oldest entries are dropped first.
const AUDITED: usize = 200;

/// Permissions of a person on a server, as reported by Discord.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemberPermissions {
    /// True if the person may manage the server.
    pub manages: bool,
    /// Roles of the person.
    pub roles: Vec<RoleId>,
}

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
    pub deed: AuditAction,
}

impl Service {
    /// Changes a setting of a server.
    ///
    /// # Errors
    ///
    /// The person may not, a list is full, or the store failed.
    pub fn moderate(
        &self,
        now: Timestamp,
        actor: &Actor,
        permissions: &MemberPermissions,
        guild: GuildId,
        deed: &AuditAction,
    ) -> Result<GuildSettings, ServiceError> {
        let mut settings = self.managed(permissions, guild)?;
        deed.apply(&mut settings);
        let lists = [settings.roles.len(), settings.moderators.len()];
        if lists.iter().any(|list| *list > LISTED) || settings.channels.len() > LISTED {
            return Err(Refusal::ListFull { limit: LISTED }.into());
        }
        let record = self.change_guild(guild, |record| {
            let mut settings = GuildSettings::of(record);
            deed.apply(&mut settings);
            settings.write_to(record);
            audit(record, now, actor, deed);
        })?;
        Ok(GuildSettings::of(&record))
    }

    /// Returns the settings of a server, for a person who may change them.
    ///
    /// # Errors
    ///
    /// The person may not, or the store failed.
    pub fn managed(
        &self,
        permissions: &MemberPermissions,
        guild: GuildId,
    ) -> Result<GuildSettings, ServiceError> {
        if !permissions.manages {
            return Err(Refusal::NotAManager.into());
        }
        Ok(self.guild_settings(guild)?)
    }

    /// Returns the game that a moderator is about to call off, or the table about to be closed.
    ///
    /// # Errors
    ///
    /// The person may not, there is no such game on the server, or it is over.
    pub fn to_call_off(
        &self,
        permissions: &MemberPermissions,
        guild: GuildId,
        game: GameId,
    ) -> Result<View, ServiceError> {
        self.check_moderator(permissions, guild)?;
        let loaded = self.load(game)?;
        let stored = &loaded.held.record;
        check_is_of(guild, game, stored)?;
        match stored.running() {
            Ok(_) | Err(Refusal::NotBegun) => Ok(loaded.view()?),
            Err(refusal) => Err(refusal.into()),
        }
    }

    /// Calls off a game, or closes a table.
    ///
    /// # Errors
    ///
    /// The person may not, there is no such game on the server, or it is over.
    pub fn call_off(
        &self,
        now: Timestamp,
        actor: &Actor,
        permissions: &MemberPermissions,
        guild: GuildId,
        game: GameId,
    ) -> Result<Update, ServiceError> {
        self.check_moderator(permissions, guild)?;
        let deed = AuditAction::Abort(game);
        self.change(game, |loaded, batch| {
            let stored = &loaded.held.record;
            check_is_of(guild, game, stored)?;
            self.put_guild(batch, guild, |record| audit(record, now, actor, &deed))?;
            match &**stored {
                Stored::Game(_) => self.game_changed(loaded, batch, now, &|_, state| {
                    Ok(commands::call_off(state))
                }),
                Stored::Table(_) => self.table_changed(loaded, batch, now, &|table| {
                    lifecycle::close(table);
                    Ok(())
                }),
            }
        })
    }

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
        let deeds = record.audit.iter().rev();
        let deeds = deeds.filter_map(|held| {
            let by = Person {
                id: PersonId(held.person),
                name: held.name.clone(),
            };
            let at = Timestamp(held.at);
            AuditAction::of(&held.deed).map(|deed| AuditEntry { at, by, deed })
        });
        Ok(deeds.collect())
    }

    /// Checks that a person may set up tables in a channel; for a thread, `parent` is its channel.
    ///
    /// # Errors
    ///
    /// The server allows games only in other channels, or only for other roles.
    pub fn check_welcome(
        &self,
        place: Place,
        parent: Option<ChannelId>,
        permissions: &MemberPermissions,
    ) -> Result<(), ServiceError> {
        self.check_channel(place, parent)?;
        let role = place.guild.map(|guild| self.check_role(guild, permissions));
        role.unwrap_or(Ok(()))
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
    /// private, or anywhere if the person is invited.
    ///
    /// # Errors
    ///
    /// The table is elsewhere, or its server allows games only for other roles.
    pub fn check_seat(
        &self,
        person: PersonId,
        place: Place,
        permissions: &MemberPermissions,
        game: GameId,
    ) -> Result<(), ServiceError> {
        if let View::Table(table) = self.view(game)?
            && !table.waits_for(person)
        {
            if table.place.guild != place.guild {
                return Err(Refusal::NoSuchGame(game).into());
            }
            if table.is_private && table.place.channel != place.channel {
                return Err(Refusal::PrivateGame.into());
            }
        }
        match place.guild {
            Some(guild) => self.check_role(guild, permissions),
            None => Ok(()),
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
        match place.guild {
            Some(guild) => self.check_role(guild, permissions),
            None => Ok(()),
        }
    }

    /// Checks that a person may play on a server.
    ///
    /// # Errors
    ///
    /// The server allows games only for other roles.
    pub fn check_role(
        &self,
        guild: GuildId,
        permissions: &MemberPermissions,
    ) -> Result<(), ServiceError> {
        let roles = self.guild_settings(guild)?.roles;
        if roles.is_empty() || roles.iter().any(|role| permissions.has(*role, guild)) {
            return Ok(());
        }
        Err(Refusal::RoleNeeded { roles }.into())
    }

    /// Checks that games on a server may have this clock, or no clock.
    pub(crate) fn check_clock(
        &self,
        guild: Option<GuildId>,
        time: Option<TimeRule>,
    ) -> Result<(), ServiceError> {
        let Some(guild) = guild else {
            return Ok(());
        };
        let allowed = self.guild_settings(guild)?.clocks;
        if allowed.is_empty() || allowed.contains(&ClockKind::of(time)) {
            return Ok(());
        }
        Err(Refusal::OtherClocks { allowed }.into())
    }

    fn check_moderator(
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

    /// Returns the audit log entries of a person on all servers.
    pub(crate) fn audit_entries_of(&self, person: PersonId) -> Result<Vec<Value>, Fault> {
        let guilds = self.archive.scan::<GuildRecord>(&Keys::all())?;
        let deeds = guilds.iter().flat_map(|(key, held)| {
            let guild = KeyReader::new(key).u64().map(|guild| guild.to_string());
            let audit = held.record.audit.iter();
            let own = audit.filter(|held| held.person == person.0);
            own.map(move |held| {
                let AuditRecord { at, name, deed, .. } = held;
                json!({"server": guild, "at": at, "name": name, "deed": deed})
            })
        });
        Ok(deeds.collect())
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

/// Checks that a game is on this server.
fn check_is_of(guild: GuildId, game: GameId, stored: &Stored) -> Result<(), Refusal> {
    if stored.common().place.guild == Some(guild) {
        return Ok(());
    }
    Err(Refusal::NoSuchGame(game))
}

impl MemberPermissions {
    /// Returns whether the person has a role; everybody has the one whose number is the server's.
    fn has(&self, role: RoleId, guild: GuildId) -> bool {
        role.0 == guild.0 || self.roles.contains(&role)
    }
}

impl AuditAction {
    fn apply(&self, settings: &mut GuildSettings) {
        match self {
            Self::Language(language) => settings.language.clone_from(language),
            Self::Theme(theme) => settings.theme = *theme,
            Self::Orientation(orientation) => settings.orientation = *orientation,
            Self::Threads(in_threads) => settings.in_threads = *in_threads,
            Self::Replays(posted) => settings.no_replays = !posted,
            Self::Clocks(kinds) => settings.clocks.clone_from(kinds),
            Self::Channel(channel, listed) => list(&mut settings.channels, *channel, *listed),
            Self::Role(role, listed) => list(&mut settings.roles, *role, *listed),
            Self::Moderator(role, listed) => list(&mut settings.moderators, *role, *listed),
            Self::Abort(_) => {}
        }
    }

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

/// Adds an entry to a list, or removes it.
fn list<T: PartialEq>(list: &mut Vec<T>, entry: T, listed: bool) {
    list.retain(|known| *known != entry);
    if listed {
        list.push(entry);
    }
}

fn audit(record: &mut GuildRecord, now: Timestamp, actor: &Actor, deed: &AuditAction) {
    record.audit.push(AuditRecord {
        at: now.0,
        person: actor.person.0,
        name: actor.name.clone(),
        deed: deed.to_record(),
    });
    let surplus = record.audit.len().saturating_sub(AUDITED);
    record.audit.drain(..surplus);
}
