//! Tables and games of a server.

use crate::service::Service;
use crate::service::api::fault::Fault;
use crate::service::api::ids::{GameId, Place};
use crate::service::api::view::player::Player;
use crate::service::model::game::StartedGame;
use crate::service::repository::indices;
use crate::store::Table;
use focus::{Color, Mode};

/// Number of a server's games considered for a list, the newest first.
const LOOKED_AT: usize = 200;

/// Game that can be followed from another channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watchable {
    /// Number of the game.
    pub id: GameId,
    /// The mode.
    pub mode: Mode,
    /// Player of each color, in the order of the colors.
    pub players: Vec<(Color, Player)>,
}

impl Service {
    /// Returns the running games of a server that can be followed from one of its channels, the
    /// newest first.
    ///
    /// # Errors
    ///
    /// The store failed. Games that cannot be read are skipped.
    pub fn watchable(&self, place: Place) -> Result<Vec<Watchable>, Fault> {
        let Some(guild) = place.guild else {
            return Ok(Vec::new());
        };
        self.fill(Table::Servers)?;
        let keys = indices::games_on(guild).limit(LOOKED_AT);
        let mut games = Vec::new();
        for (key, _) in self.archive.store().scan(Table::Servers, &keys)? {
            let Some(id) = indices::game_of(&key) else {
                continue;
            };
            let Some(held) = self.readable(id)? else {
                continue;
            };
            let running = held.record.running().ok();
            let is_shown = |game: &&StartedGame| {
                !game.common.is_private && game.common.place.channel != place.channel
            };
            games.extend(running.filter(is_shown).map(|game| watchable(id, game)));
        }
        Ok(games)
    }
}

fn watchable(id: GameId, game: &StartedGame) -> Watchable {
    Watchable {
        id,
        mode: game.common.rules.mode(),
        players: game.players(),
    }
}
