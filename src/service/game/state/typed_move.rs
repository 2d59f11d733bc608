//! Moves as people type them, read in a game.

use crate::service::api::refusal::{MoveRefusal, Refusal};
use focus::notation::{MoveText, nearest};
use focus::{Game, Move};

/// Number of legal moves suggested in place of an illegal one.
const NEAR_MOVES: usize = 3;

/// Returns the move that a text denotes in the game.
pub(crate) fn resolve(game: &Game, text: &str) -> Result<Move, Refusal> {
    let wanted: MoveText = text
        .parse()
        .map_err(|error| Refusal::MoveText { error, at: None })?;
    let position = game.position();
    wanted.resolve_in(game).map_err(|error| {
        // If the move itself is legal and only its suffix is wrong, the nearest move is the move
        // itself.
        let near = nearest(position, wanted.mv(), NEAR_MOVES).into_iter();
        Refusal::Move(MoveRefusal {
            error,
            at: None,
            near: near.map(|mv| (mv, position.effect(mv))).collect(),
        })
    })
}
