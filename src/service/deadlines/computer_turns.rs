//! Turns of computers: the games in which one is to move, and the move it plays.

use crate::service::Service;
use crate::service::api::fault::{Fault, ServiceError};
use crate::service::api::ids::{GameId, Timestamp};
use crate::service::api::refusal::Refusal;
use crate::service::api::view::page::{QueuePage, Reached};
use crate::service::api::view::update::Update;
use crate::service::game::player_actions;
use crate::store::Table;
use focus::Move;

impl Service {
    /// Returns the next of this process's games in which a computer is to move; after a restart,
    /// those in which its search was interrupted.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn thinking(&self, after: Option<Reached>) -> Result<QueuePage, Fault> {
        self.queued(Table::Thinking, after)
    }

    /// Plays the move a computer has chosen at a [step](crate::service::GameView::steps).
    ///
    /// It is not a [`Request`](crate::service::Request), so no person can send it.
    ///
    /// # Errors
    ///
    /// The game has changed since, no computer is to move, or the move is not legal.
    pub fn computer_plays(
        &self,
        now: Timestamp,
        game: GameId,
        seen: u32,
        mv: Move,
    ) -> Result<Update, ServiceError> {
        self.change_game(game, now, |started, state| {
            if seen != state.steps {
                return Err(Refusal::Stale);
            }
            if !player_actions::computer_is_to_move(started, state) {
                return Err(Refusal::NotAPlayer);
            }
            player_actions::play_move(state, game, &mv.to_string())
        })
    }
}
