//! Settings of a server that its managers choose, and the audit log.

use serde_json::{Value, json};

use crate::service::Service;
use crate::service::api::fault::{Fault, SessionError};
use crate::service::api::ids::{ChannelId, GameId, GuildId, PersonId, Place, RoleId, Timestamp};
use crate::service::api::refusal::Refusal;
use crate::service::api::request::Actor;
use crate::service::api::time_control::{ClockKind, TimeRule};
use crate::service::api::view::{Person, Update, View};
use crate::service::game::commands;
use crate::service::people::settings::{GuildSettings, Orientation, Theme, kinds};
use crate::service::table::lifecycle;
use crate::store::records::{AuditRecord, DeedRecord, GameRecord, GuildRecord};
use crate::store::{KeyReader, Keys};

/// Maximum number of channels or roles on a list.
const LISTED: usize = 25;
/// Maximum length of the audit log; the oldest entries are dropped first.
const AUDITED: usize = 200;

/// Permissions of a person on a server, as reported by Discord.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// True if the person may manage the server.
    pub manages: bool,
    /// Roles of the person.
    pub roles: Vec<RoleId>,
}

/// Action taken for a whole server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
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
pub struct Audited {
    /// Time of the action.
    pub at: Timestamp,
    /// Person who acted, with the name of that time.
    pub by: Person,
    /// The action.
    pub deed: Deed,
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
        standing: &Standing,
        guild: GuildId,
        deed: &Deed,
    ) -> Result<GuildSettings, SessionError> {
        let mut settings = self.managed(standing, guild)?;
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
        standing: &Standing,
        guild: GuildId,
    ) -> Result<GuildSettings, SessionError> {
        if !standing.manages {
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
        standing: &Standing,
        guild: GuildId,
        game: GameId,
    ) -> Result<View, SessionError> {
        self.check_moderator(standing, guild)?;
        let loaded = self.load(game)?;
        let record = &loaded.held.record;
        check_is_of(guild, game, record)?;
        match commands::check_running(record.stage) {
            Ok(()) | Err(Refusal::NotBegun) => Ok(loaded.view()?),
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
        standing: &Standing,
        guild: GuildId,
        game: GameId,
    ) -> Result<Update, SessionError> {
        self.check_moderator(standing, guild)?;
        let deed = Deed::Abort(game);
        self.change(game, |loaded, batch| {
            let record = &loaded.held.record;
            check_is_of(guild, game, record)?;
            self.put_guild(batch, guild, |record| audit(record, now, actor, &deed))?;
            if record.stage.has_begun() {
                self.game_changed(loaded, batch, now, &|_, play| Ok(commands::stop(play)))
            } else {
                self.table_changed(loaded, batch, &|record, _| Ok(lifecycle::close(record)?))
            }
        })
    }

    /// Returns the audit log of a server, the newest entry first.
    ///
    /// # Errors
    ///
    /// The person may not see it, or the store failed.
    pub fn audit(&self, standing: &Standing, guild: GuildId) -> Result<Vec<Audited>, SessionError> {
        self.check_moderator(standing, guild)?;
        let record = self.guild_record(guild)?;
        let deeds = record.audit.iter().rev();
        let deeds = deeds.filter_map(|held| {
            let by = Person {
                id: PersonId(held.person),
                name: held.name.clone(),
            };
            let at = Timestamp(held.at);
            Deed::of(&held.deed).map(|deed| Audited { at, by, deed })
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
        standing: &Standing,
    ) -> Result<(), SessionError> {
        self.check_channel(place, parent)?;
        let role = place.guild.map(|guild| self.check_role(guild, standing));
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
    ) -> Result<(), SessionError> {
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
        standing: &Standing,
        game: GameId,
    ) -> Result<(), SessionError> {
        if let View::Table(table) = self.view(game)?
            && !table.waits_for(person)
        {
            if table.place.guild != place.guild {
                return Err(Refusal::NoSuchGame(game).into());
            }
            let is_private = table.is_private || table.place.guild.is_none();
            if is_private && table.place.channel != place.channel {
                return Err(Refusal::PrivateGame.into());
            }
        }
        match place.guild {
            Some(guild) => self.check_role(guild, standing),
            None => Ok(()),
        }
    }

    /// Checks that a person who asks for a seat in a game may have it, given the place of the
    /// request.
    ///
    /// # Errors
    ///
    /// The game is elsewhere or private, or its server allows games only for other roles.
    pub fn check_heir(
        &self,
        place: Place,
        standing: &Standing,
        game: GameId,
    ) -> Result<(), SessionError> {
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
            Some(guild) => self.check_role(guild, standing),
            None => Ok(()),
        }
    }

    /// Checks that a person may play on a server.
    ///
    /// # Errors
    ///
    /// The server allows games only for other roles.
    pub fn check_role(&self, guild: GuildId, standing: &Standing) -> Result<(), SessionError> {
        let roles = self.guild_settings(guild)?.roles;
        if roles.is_empty() || roles.iter().any(|role| standing.has(*role, guild)) {
            return Ok(());
        }
        Err(Refusal::RoleNeeded { roles }.into())
    }

    /// Checks that games on a server may have this clock, or no clock.
    pub(crate) fn check_clock(
        &self,
        guild: Option<GuildId>,
        time: Option<TimeRule>,
    ) -> Result<(), SessionError> {
        let Some(guild) = guild else {
            return Ok(());
        };
        let allowed = self.guild_settings(guild)?.clocks;
        if allowed.is_empty() || allowed.contains(&ClockKind::of(time)) {
            return Ok(());
        }
        Err(Refusal::OtherClocks { allowed }.into())
    }

    fn check_moderator(&self, standing: &Standing, guild: GuildId) -> Result<(), SessionError> {
        if self.moderates(standing, guild)? {
            return Ok(());
        }
        Err(Refusal::NotAModerator.into())
    }

    /// Returns whether a person moderates games on a server.
    pub(crate) fn moderates(&self, standing: &Standing, guild: GuildId) -> Result<bool, Fault> {
        let moderators = self.guild_settings(guild)?.moderators;
        Ok(standing.manages || moderators.iter().any(|role| standing.has(*role, guild)))
    }

    /// Returns the audit log entries of a person on all servers.
    pub(crate) fn deeds_of(&self, person: PersonId) -> Result<Vec<Value>, Fault> {
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
fn check_is_of(guild: GuildId, game: GameId, record: &GameRecord) -> Result<(), Refusal> {
    if record.guild == Some(guild.0) {
        return Ok(());
    }
    Err(Refusal::NoSuchGame(game))
}

impl Standing {
    /// Returns whether the person has a role; everybody has the one whose number is the server's.
    fn has(&self, role: RoleId, guild: GuildId) -> bool {
        role.0 == guild.0 || self.roles.contains(&role)
    }
}

impl Deed {
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

    fn to_record(&self) -> DeedRecord {
        match self {
            Self::Language(language) => DeedRecord::Language(language.clone()),
            Self::Theme(theme) => DeedRecord::Theme(theme.name().to_owned()),
            Self::Orientation(kind) => DeedRecord::Orientation(kind.name().to_owned()),
            Self::Threads(in_threads) => DeedRecord::Threads(*in_threads),
            Self::Replays(posted) => DeedRecord::Replays(*posted),
            Self::Clocks(kinds) => {
                let names = kinds.iter().map(|kind| kind.name().to_owned());
                DeedRecord::Clocks(names.collect())
            }
            Self::Channel(channel, listed) => DeedRecord::Channel(channel.0, *listed),
            Self::Role(role, listed) => DeedRecord::Role(role.0, *listed),
            Self::Moderator(role, listed) => DeedRecord::Moderator(role.0, *listed),
            Self::Abort(game) => DeedRecord::Abort(game.0),
        }
    }

    /// Converts a record; returns `None` if it was written by a newer version.
    fn of(record: &DeedRecord) -> Option<Self> {
        Some(match record {
            DeedRecord::Language(language) => Self::Language(language.clone()),
            DeedRecord::Theme(name) => Self::Theme(Theme::from_name(name)?),
            DeedRecord::Orientation(name) => Self::Orientation(Orientation::from_name(name)?),
            DeedRecord::Threads(in_threads) => Self::Threads(*in_threads),
            DeedRecord::Replays(posted) => Self::Replays(*posted),
            DeedRecord::Clocks(names) => Self::Clocks(kinds(names)),
            DeedRecord::Channel(channel, listed) => Self::Channel(ChannelId(*channel), *listed),
            DeedRecord::Role(role, listed) => Self::Role(RoleId(*role), *listed),
            DeedRecord::Moderator(role, listed) => Self::Moderator(RoleId(*role), *listed),
            DeedRecord::Abort(game) => Self::Abort(GameId(*game)),
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

fn audit(record: &mut GuildRecord, now: Timestamp, actor: &Actor, deed: &Deed) {
    record.audit.push(AuditRecord {
        at: now.0,
        person: actor.person.0,
        name: actor.name.clone(),
        deed: deed.to_record(),
    });
    let surplus = record.audit.len().saturating_sub(AUDITED);
    record.audit.drain(..surplus);
}
