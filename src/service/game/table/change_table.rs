//! Changes of a table, which begin its game if they fill it.

use crate::service::Service;
use crate::service::api::fault::ServiceError;
use crate::service::api::ids::{GameId, Timestamp};
use crate::service::api::view::update::{Announcement, Update};
use crate::service::game::loading::loaded_game::LoadedGame;
use crate::service::game::table::begin_game;
use crate::service::game::transaction::change::GameChange;
use crate::service::model::TableOrGame;
use crate::service::model::common::Idle;
use crate::service::model::table::GameTable;
use crate::store::Batch;

impl Service {
    /// Changes a table at which people can sit down; its game begins if that fills it.
    pub(crate) fn change_table(
        &self,
        id: GameId,
        now: Timestamp,
        change: impl Fn(&mut GameTable) -> Result<(), ServiceError>,
    ) -> Result<Update, ServiceError> {
        self.change(id, |loaded, batch| {
            self.table_changed(loaded, batch, now, &change)
        })
    }

    /// Applies a change to a table at which people can sit down, without writing it.
    pub(crate) fn table_changed(
        &self,
        loaded: &LoadedGame,
        batch: &mut Batch,
        now: Timestamp,
        change: &impl Fn(&mut GameTable) -> Result<(), ServiceError>,
    ) -> Result<GameChange, ServiceError> {
        let mut table = loaded.held.record.open_table()?.clone();
        change(&mut table)?;
        let mut stored = begin_game::begun_if_full(table, now);
        let (actions, announcement) = match &mut stored {
            TableOrGame::Table(table) => {
                table.common.idle = (!table.is_open()).then_some(Idle::from(now));
                (Vec::new(), Announcement::Edit)
            }
            TableOrGame::Game(game) => {
                let actions = self.adapt_clock_at_start(batch, loaded.id, game)?;
                (actions, Announcement::Post)
            }
        };
        Ok(GameChange {
            stored,
            actions,
            state: None,
            announcement,
        })
    }
}
