//! Boards that any process of the bot has posted, as far as Discord has sent them.

use std::collections::HashMap;

use parking_lot::Mutex;

use crate::service::{ChannelId, GameId, MessageId};

/// Number of games at which all are forgotten.
const MOST: usize = 10_000;

/// Newest board of each game. It tells a process that cannot use the store that another one has
/// continued the game.
#[derive(Debug, Default)]
pub(crate) struct PostedBoards(Mutex<HashMap<GameId, (ChannelId, MessageId)>>);

impl PostedBoards {
    /// Notes a board of a game.
    pub(crate) fn note(&self, game: GameId, channel: ChannelId, board: MessageId) {
        let mut newest = self.0.lock();
        if newest.len() >= MOST && !newest.contains_key(&game) {
            newest.clear();
        }
        newest.insert(game, (channel, board));
    }

    /// Returns whether a board was posted after a message in a channel: one of this game or, if it
    /// is not known, of any game in that channel.
    pub(crate) fn has_since(
        &self,
        game: Option<GameId>,
        channel: ChannelId,
        message: MessageId,
    ) -> bool {
        let newest = self.0.lock();
        let is_newer = |(_, board): &(ChannelId, MessageId)| *board > message;
        if let Some(game) = game {
            return newest.get(&game).is_some_and(is_newer);
        }
        let mut here = newest.values().filter(|(at, _)| *at == channel);
        here.any(is_newer)
    }
}
