//! Limits on the numbers of tables and games.

use crate::service::Service;
use crate::service::api::fault::{Fault, ServiceError};
use crate::service::api::ids::{ChannelId, GuildId, PersonId};
use crate::service::api::refusal::Refusal;
use crate::service::repository::indices;
use crate::store::Table;

impl Service {
    pub(crate) fn check_games_of(&self, person: PersonId) -> Result<(), ServiceError> {
        let limit = self.limits.games_per_person;
        let games = self.games_of(person)?;
        let taken = games.iter().filter(|game| game.seated && !game.is_out);
        let taken = taken.count();
        if taken >= limit {
            Err(Refusal::TooManyGames { limit }.into())
        } else {
            Ok(())
        }
    }

    pub(crate) fn check_games_in(&self, channel: ChannelId) -> Result<(), ServiceError> {
        let limit = self.limits.games_per_channel;
        let entries = self
            .archive
            .store()
            .scan(Table::Channels, &indices::games_in(channel));
        let taken = entries.map_err(Fault::from)?.len();
        if taken >= limit {
            Err(Refusal::ChannelFull { limit }.into())
        } else {
            Ok(())
        }
    }

    pub(crate) fn check_games_on(&self, guild: Option<GuildId>) -> Result<(), ServiceError> {
        let Some(guild) = guild else {
            return Ok(());
        };
        self.fill(Table::Servers)?;
        let limit = self.limits.games_per_guild;
        let keys = indices::games_on(guild).limit(limit);
        let entries = self.archive.store().scan(Table::Servers, &keys);
        if entries.map_err(Fault::from)?.len() >= limit {
            return Err(Refusal::ServerFull { limit }.into());
        }
        Ok(())
    }
}
