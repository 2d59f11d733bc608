//! Settings of a server that its managers choose, and its games that moderators call off.

use crate::service::Service;
use crate::service::api::fault::ServiceError;
use crate::service::api::ids::{ChannelId, GameId, GuildId, RoleId, Timestamp};
use crate::service::api::refusal::Refusal;
use crate::service::api::request::Actor;
use crate::service::api::view::update::{Update, View};
use crate::service::game::player_actions;
use crate::service::game::table::lifecycle;
use crate::service::model::TableOrGame;
use crate::service::model::game::StartedGame;
use crate::service::model::settings::GuildSettings;
use crate::service::model::settings::audit::AuditAction;
use crate::service::moderation::audit_log;
use crate::service::moderation::permissions::MemberPermissions;

/// Maximum number of channels or roles on a list.
const LISTED: usize = 25;

impl Service {
    /// Changes settings of a server, all of them or none.
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
        actions: &[AuditAction],
    ) -> Result<GuildSettings, ServiceError> {
        if !permissions.manages {
            return Err(Refusal::NotAManager.into());
        }
        let data = self.write(|batch| {
            self.put_guild(batch, guild, |data| {
                for action in actions {
                    action.apply(&mut data.settings);
                    audit_log::note(data, now, actor, action);
                }
                check_lists(&data.settings).map_err(ServiceError::from)
            })
        })?;
        Ok(data.settings)
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
    pub fn to_abort_as_moderator(
        &self,
        actor: &Actor,
        permissions: &MemberPermissions,
        guild: GuildId,
        game: GameId,
    ) -> Result<View, ServiceError> {
        self.check_moderator(permissions, guild)?;
        let loaded = self.load(game)?;
        let stored = &loaded.held.record;
        check_is_of(guild, game, stored)?;
        match stored.running() {
            Ok(running) => check_is_impartial(running, actor)?,
            Err(Refusal::NotBegun) => {}
            Err(refusal) => return Err(refusal.into()),
        }
        Ok(loaded.view()?)
    }

    /// Calls off a game, or closes a table.
    ///
    /// # Errors
    ///
    /// The person may not, there is no such game on the server, or it is over.
    pub fn abort_as_moderator(
        &self,
        now: Timestamp,
        actor: &Actor,
        permissions: &MemberPermissions,
        guild: GuildId,
        game: GameId,
    ) -> Result<Update, ServiceError> {
        self.check_moderator(permissions, guild)?;
        let action = AuditAction::Abort(game);
        self.change(game, |loaded, batch| {
            let stored = &loaded.held.record;
            check_is_of(guild, game, stored)?;
            self.put_guild(batch, guild, |data| {
                audit_log::note(data, now, actor, &action);
                Ok::<_, ServiceError>(())
            })?;
            match &**stored {
                TableOrGame::Game(_) => self.game_changed(loaded, batch, now, &|running, state| {
                    check_is_impartial(running, actor)?;
                    Ok(player_actions::abort_by_moderator(state))
                }),
                TableOrGame::Table(_) => self.table_changed(loaded, batch, now, &|table| {
                    lifecycle::close(table);
                    Ok(())
                }),
            }
        })
    }
}

/// Checks that no list is too long.
fn check_lists(settings: &GuildSettings) -> Result<(), Refusal> {
    let lists = [
        settings.channels.len(),
        settings.roles.len(),
        settings.moderators.len(),
    ];
    if lists.iter().any(|list| *list > LISTED) {
        return Err(Refusal::ListFull { limit: LISTED });
    }
    Ok(())
}

/// Checks that a game is on this server.
fn check_is_of(guild: GuildId, game: GameId, stored: &TableOrGame) -> Result<(), Refusal> {
    if stored.common().place.guild == Some(guild) {
        return Ok(());
    }
    Err(Refusal::NoSuchGame(game))
}

/// Checks that a game does not count for the rating of the person who calls it off. That includes
/// players who are out already, who would undo their loss.
fn check_is_impartial(game: &StartedGame, actor: &Actor) -> Result<(), Refusal> {
    if game.common.rated && game.color_of(actor.person).is_some() {
        return Err(Refusal::OwnRatedGame);
    }
    Ok(())
}

impl AuditAction {
    /// Applies the action to the settings of the server.
    pub(super) fn apply(&self, settings: &mut GuildSettings) {
        match self {
            Self::Language(language) => settings.language.clone_from(language),
            Self::Theme(theme) => settings.theme = *theme,
            Self::Orientation(orientation) => settings.orientation = *orientation,
            Self::Threads(in_threads) => settings.in_threads = *in_threads,
            Self::Replays(posted) => settings.no_replays = !posted,
            Self::Clocks(kinds) => settings.clocks.clone_from(kinds),
            Self::Channel(channel, listed) => {
                list(
                    &mut settings.channels,
                    *channel,
                    *listed,
                    ChannelId::DELETED,
                );
            }
            Self::Role(role, listed) => {
                list(&mut settings.roles, *role, *listed, RoleId::DELETED);
            }
            Self::Moderator(role, listed) => {
                list(&mut settings.moderators, *role, *listed, RoleId::DELETED);
            }
            Self::Abort(_) => {}
        }
    }
}

/// Adds an entry to a list, in place of the placeholder for deleted ones, or removes it.
fn list<T: Copy + PartialEq>(list: &mut Vec<T>, entry: T, listed: bool, placeholder: T) {
    list.retain(|known| *known != entry);
    if listed {
        list.retain(|known| *known != placeholder);
        list.push(entry);
    }
}
