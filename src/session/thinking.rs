//! In which games a computer is to move, and what it plays there.

use crate::session::acts;
use crate::session::fault::{Fault, SessionError};
use crate::session::ids::{GameId, Timestamp};
use crate::session::refusal::Refusal;
use crate::session::service::Service;
use crate::session::view::Update;
use crate::store::Table;
use focus::Move;

impl Service {
    /// The games in which a computer is to move, oldest first; after a restart, those in which its
    /// thought was cut short.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn thinking(&self) -> Result<Vec<GameId>, Fault> {
        self.listed(Table::Thinking)
    }

    /// Plays the move a computer has chosen at a [step](crate::session::GameView::steps).
    ///
    /// It is no request, so that no person can send it.
    ///
    /// # Errors
    ///
    /// The game has gone on since, no computer is to move, or the move is not legal.
    pub fn computer_plays(
        &self,
        now: Timestamp,
        game: GameId,
        seen: u32,
        mv: Move,
    ) -> Result<Update, SessionError> {
        self.change_game(game, now, |record, play| {
            if seen != play.steps {
                return Err(Refusal::Stale);
            }
            if !acts::computer_is_to_move(record, play) {
                return Err(Refusal::NotAPlayer);
            }
            acts::play_move(play, game, &mv.to_string())
        })
    }
}
